import type { StockPlace } from '@evenstock/contract/marketplaces/stock-places';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid, notFound, Refusal, type Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { mayBeChosen } from '../../marketplaces/places/known-places.ts';
import { lockPlaces, recordChosenPlaces } from '../../marketplaces/places/record-places.ts';
import type { MarketplaceRecord } from '../../marketplaces/show-marketplace.ts';
import { areSamePlaces, idsOf } from './chosen-places.rules.ts';
import { readListedPlaces, requireLocations } from './list-places.ts';

export interface PlaceChoice {
  readonly ids: readonly string[];
  /** Those that the caller knows as chosen. */
  readonly ifChosen: readonly string[] | undefined;
}

/**
 * Chooses the places of a shop whose stock is kept here. A domain event has its listings begin anew there. Chosen again, it changes
 * nothing.
 * @throws Refusal 409 where the places are not those that the caller read, or the listings begin anew at others
 * @throws Refusal 422 where the channel has no places, where one is not among the shop's, or where several are not one number
 */
export async function choosePlaces(
  ctx: Context,
  actor: Actor,
  storeId: number,
  marketplace: MarketplaceRecord,
  { ids, ifChosen }: PlaceChoice,
): Promise<void> {
  const places = await requirePlaces(ctx, marketplace, ids);
  const { id: marketplaceId } = marketplace;
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockPlaces(tx, marketplaceId);
    if (before === null) throw notFound('marketplace');
    const kept = idsOf(before.places);
    if (before.places !== null && areSamePlaces(kept, ids)) return;
    if (before.state === 'moving') throw new Refusal(409, message('places.moving'));
    if (ifChosen !== undefined && !areSamePlaces(kept, ifChosen)) {
      throw new Refusal(409, message('places.changed', { places: namesOf(before.places) ?? '–' }));
    }
    await recordChosenPlaces(tx, marketplaceId, before, places, now);
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.choose_places',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Marketplace', id: marketplaceId },
      before: { places: namesOf(before.places) },
      after: { places: namesOf(places) },
      at: now,
    });
    await ctx.emit(tx, { type: 'marketplace.places_chosen', storeId, marketplaceId });
  });
}

const namesOf = (places: readonly StockPlace[] | null): string | null =>
  places === null ? null : places.map(({ name }) => name).join(', ');

/**
 * The places of these ids.
 * @throws Refusal 422 where they cannot be chosen
 */
export async function requirePlaces(
  ctx: Context,
  marketplace: MarketplaceRecord,
  ids: readonly string[],
): Promise<readonly StockPlace[]> {
  const { areSummed } = requireLocations(ctx, marketplace);
  if (ids.length === 0) throw invalid('place_ids', message('places.none_chosen'));
  if (!areSummed && ids.length > 1) throw invalid('place_ids', message('places.one_only'));
  const listed = await readListedPlaces(ctx, marketplace);
  return [...new Set(ids)].map((id) => {
    const place = listed.find((each) => each.id === id);
    if (place === undefined) throw invalid('place_ids', message('places.unknown'));
    if (!mayBeChosen(place)) throw invalid('place_ids', message('places.not_sellers', { place: place.name }));
    return { id, name: place.name };
  });
}
