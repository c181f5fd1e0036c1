import { unavailable } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { arePlacesAwaited, recordFoundPlaces } from '../../marketplaces/places/record-places.ts';
import { callWithoutPlaces } from '../calls/call-marketplace.ts';
import { findPlaces } from './find-places.ts';

/**
 * Reads the places of a shop that did not list them at its consent, and begins with it where there is one alone.
 * @throws ChannelError where the shop still does not list them
 */
export async function readPlaces(ctx: Context, marketplaceId: number): Promise<void> {
  if (!(await arePlacesAwaited(ctx, marketplaceId))) return;
  const found = await findPlaces(() =>
    callWithoutPlaces(
      ctx,
      marketplaceId,
      'normal',
      async (access, { locations }) => (await locations?.list(access)) ?? [],
    ),
  );
  await inTransaction(ctx.db, (tx) => recordFoundPlaces(tx, ctx, marketplaceId, found));
  if ('fault' in found) throw unavailable(found.fault);
}
