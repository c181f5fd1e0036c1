import { stockPlace } from '@evenstock/contract/marketplaces/stock-places';
import { messageOnWire, type Message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import type { FoundPlaces, KnownPlaces, ListedPlace, PlaceColumns } from './shop-places.ts';

const placesRecord = z.array(stockPlace).nullable();
const formerRecord = z.array(
  z.object({
    until: z.iso.datetime().transform((text) => new Date(text)),
    ids: z.array(z.string()).nullable(),
  }),
);

export const knownPlacesOf = (row: PlaceColumns): KnownPlaces => ({
  state: row.placeState,
  places: placesRecord.parse(row.places),
  former: formerRecord.parse(row.formerPlaces),
  fault: messageOnWire.nullable().parse(row.placesFault),
});

/** A place of the marketplace's own, and one that is closed, cannot be chosen. */
export const canBeChosen = ({ keptBy, isActive }: ListedPlace): boolean => keptBy === 'seller' && isActive;

/**
 * What follows from the places that a shop's first consent shows. The only one is taken without asking; of several a member chooses. A
 * marketplace that lists none keeps its own default.
 */
export function placesFound(
  found: FoundPlaces,
): Pick<KnownPlaces, 'state' | 'places'> & { readonly fault: Message | null } {
  if ('fault' in found) return { state: 'unread', places: null, fault: found.fault };
  const [only, ...others] = found.listed.filter(canBeChosen);
  if (others.length > 0) return { state: 'asked', places: null, fault: null };
  const places = only === undefined ? null : [{ id: only.id, name: only.name }];
  return { state: 'chosen', places, fault: null };
}
