import type { Urgency } from '@evenstock/connectors/kit/rate-limit';
import type { Context } from '../../../context.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import type { RecordReading } from '../../pulls/import-operation.ts';
import { quarantineRecords } from '../../pulls/quarantine-records.ts';
import { recordListings, recordMissing, type ListingScope } from './record-listings.ts';

/**
 * Reads listings of a marketplace by item id and records them; deleted ones are marked as deleted.
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
  const unreadable = await recordListings(ctx, scope, read, null);
  await quarantineRecords(ctx, scope, 'listing', { unreadable, read: [] });
  await recordMissing(ctx, scope, read.missing);
}

/**
 * Reads quarantined listings again. @returns the outcome of each
 * @throws ChannelError
 */
export async function readRecords(
  ctx: Context,
  scope: ListingScope,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, RecordReading>> {
  const read = await callMarketplace(ctx, scope.marketplaceId, 'normal', (access, connector) =>
    connector.listings.read(access, itemIds),
  );
  const unreadable = [...read.unreadable, ...(await recordListings(ctx, scope, read, null))];
  await recordMissing(ctx, scope, read.missing);
  const found = read.listings.map(({ itemId }) => itemId);
  await quarantineRecords(ctx, scope, 'listing', { unreadable, read: found });
  return new Map<string, RecordReading>([
    ...found.map((itemId) => [itemId, { outcome: 'imported' }] as const),
    ...unreadable.map(({ reference, reason }) => [reference, { outcome: 'unreadable', reason }] as const),
  ]);
}
