import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Locations } from '@evenstock/connectors/kit/locations';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { channels } from '@evenstock/contract/channels/channels';
import type { listStockPlaces as endpoint } from '@evenstock/contract/connections/stock-places';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid } from '../../../api/routing.ts';
import { mayBeChosen, readKnownPlaces } from '../../marketplaces/places/known-places.ts';
import type { ListedPlace } from '../../marketplaces/places/shop-places.ts';
import type { MarketplaceRecord } from '../../marketplaces/show-marketplace.ts';
import { callWithoutPlaces } from '../calls/call-marketplace.ts';
import { idsOf } from './chosen-places.rules.ts';

/** @throws Refusal 422 where a shop of the channel has no places to choose from */
export function requireLocations(ctx: Context, { channel }: MarketplaceRecord): Locations {
  const { locations } = ctx.connectors[channel];
  const { label } = channels[channel];
  if (locations === undefined) throw invalid('marketplace', message('places.no_places', { channel: label }));
  return locations;
}

/**
 * Reads the places of a shop from its marketplace now.
 * @throws Refusal 422 where the channel has none, or does not answer
 */
export async function readListedPlaces(
  ctx: Context,
  marketplace: MarketplaceRecord,
): Promise<readonly ListedPlace[]> {
  const locations = requireLocations(ctx, marketplace);
  try {
    return await callWithoutPlaces(ctx, marketplace.id, 'normal', (access) => locations.list(access));
  } catch (error) {
    if (error instanceof ChannelError) throw invalid('marketplace', error.fault.reason);
    throw error;
  }
}

/** The places of a shop, as its marketplace lists them now, and which of them are kept here. */
export async function listPlaces(
  ctx: Context,
  marketplace: MarketplaceRecord,
): Promise<CallReply<typeof endpoint>> {
  const listed = await readListedPlaces(ctx, marketplace);
  const chosen = idsOf(readKnownPlaces(marketplace).places);
  return {
    stock_places: listed.map((place) => ({
      id: place.id,
      name: place.name,
      kept_by: place.keptBy,
      is_active: place.isActive,
      can_be_chosen: mayBeChosen(place),
      is_chosen: chosen.includes(place.id),
    })),
    are_summed: requireLocations(ctx, marketplace).areSummed,
  };
}
