import type { Urgency } from '@evenstock/connectors/kit/rate-limit';
import type { Context } from '../../context.ts';
import { callMarketplace } from '../connections/call-marketplace.ts';
import { recordListings, recordMissing, type ListingScope } from './record-listings.ts';

/**
 * Reads listings of a marketplace by item id and records what they say; those that are gone there are marked as deleted.
 * @throws ChannelError
 */
export async function readListings(
  ctx: Context,
  scope: ListingScope,
  itemIds: readonly string[],
  urgency: Urgency,
): Promise<void> {
  const unique = [...new Set(itemIds)];
  if (unique.length === 0) return;
  const read = await callMarketplace(ctx, scope.marketplaceId, urgency, (access, connector) =>
    connector.listings.read(access, unique),
  );
  await recordListings(ctx, scope, read, null);
  await recordMissing(ctx, scope, read.missing);
}
