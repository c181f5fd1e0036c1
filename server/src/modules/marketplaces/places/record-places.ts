import type { StockPlace } from '@evenstock/contract/marketplaces/stock-places';
import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { isInState, lockShopPlaces, setShopPlaces, type ShopPlaces } from './places.queries.ts';
import type { FoundPlaces } from './shop-places.ts';
import { placesFound } from './places.rules.ts';

/** Locks a marketplace with its places; null where there is none. */
export function lockPlaces(tx: Tx, marketplaceId: number): Promise<ShopPlaces | null> {
  return lockShopPlaces(tx, marketplaceId);
}

/**
 * Records the places that a shop showed, where it is not known yet which of them are kept here. Those that were chosen stay, also
 * through another consent.
 * @returns whether their list is still to be read
 */
export async function recordFoundPlaces(
  tx: Tx,
  ctx: Context,
  marketplaceId: number,
  found: FoundPlaces,
): Promise<{ readonly isUnread: boolean }> {
  const before = await lockShopPlaces(tx, marketplaceId);
  if (before === null) return { isUnread: false };
  const { storeId, state, isNew } = before;
  if (!isNew && state !== 'unread' && state !== 'asked') return { isUnread: false };
  const next = placesFound(found);
  await setShopPlaces(tx, marketplaceId, { ...before, ...next }, ctx.clock.now());
  // A first consent begins the pulls anyway.
  if (next.state === 'chosen' && !isNew) {
    await ctx.emit(tx, { type: 'marketplace.places_known', storeId, marketplaceId });
  }
  await announce(tx, storeId, 'marketplaces', [marketplaceId]);
  return { isUnread: next.state === 'unread' };
}

/** Whether the list of a marketplace's places is still to be read. */
export function arePlacesAwaited(ctx: Context, marketplaceId: number): Promise<boolean> {
  return isInState(ctx.db, marketplaceId, 'unread');
}

/** Records the choice of a member. Nothing is read or written there until its listings have begun anew. */
export async function recordChosenPlaces(
  tx: Tx,
  marketplaceId: number,
  before: ShopPlaces,
  places: readonly StockPlace[],
  now: Date,
): Promise<void> {
  const former = {
    until: after(now, before.clockOffsetMs),
    ids: before.places?.map(({ id }) => id) ?? null,
  };
  await setShopPlaces(
    tx,
    marketplaceId,
    {
      state: 'moving',
      places,
      former: before.state === 'chosen' ? [...before.former, former] : before.former,
      fault: null,
    },
    now,
  );
  await announce(tx, before.storeId, 'marketplaces', [marketplaceId]);
}

/** Whether the listings of a marketplace have to begin anew at other places. */
export function areListingsMoving(ctx: Context, marketplaceId: number): Promise<boolean> {
  return isInState(ctx.db, marketplaceId, 'moving');
}

/** Records that all listings have begun anew: the shop is read and written again. @returns null where that is recorded already */
export async function endMove(
  tx: Tx,
  ctx: Context,
  marketplaceId: number,
): Promise<{ readonly storeId: number; readonly marketplaceId: number } | null> {
  const before = await lockShopPlaces(tx, marketplaceId);
  if (before?.state !== 'moving') return null;
  await setShopPlaces(tx, marketplaceId, { ...before, state: 'chosen' }, ctx.clock.now());
  await ctx.emit(tx, { type: 'marketplace.places_known', storeId: before.storeId, marketplaceId });
  await announce(tx, before.storeId, 'marketplaces', [marketplaceId]);
  return { storeId: before.storeId, marketplaceId };
}
