import type { Locations } from '@evenstock/connectors/kit/locations';
import { stockPlace, type PlaceState, type StockPlace } from '@evenstock/contract/marketplaces/stock-places';
import { messageOnWire, type Message, type MessageOnWire } from '@evenstock/contract/messages/message';
import { z } from 'zod';

/** A place as its marketplace lists it. */
export type ListedPlace = Awaited<ReturnType<Locations['list']>>[number];

/** What a shop's list of places told, or why it could not be read. */
export type FoundPlaces = { readonly listed: readonly ListedPlace[] } | { readonly fault: Message };

/** Places that were kept here until others were chosen; the ids are null where none had been. */
export interface FormerPlaces {
  readonly until: Date;
  readonly ids: readonly string[] | null;
}

/** Which places of a shop are kept here. */
export interface KnownPlaces {
  readonly state: PlaceState;
  readonly places: readonly StockPlace[] | null;
  readonly former: readonly FormerPlaces[];
  readonly fault: MessageOnWire | null;
}

const placesRecord = z.array(stockPlace).nullable();
const formerRecord = z.array(
  z.object({
    until: z.iso.datetime().transform((text) => new Date(text)),
    ids: z.array(z.string()).nullable(),
  }),
);

/** The columns of a marketplace about its places. */
export interface PlaceColumns {
  readonly placeState: PlaceState;
  readonly places: unknown;
  readonly formerPlaces: unknown;
  readonly placesFault: unknown;
}

export const knownPlacesOf = (row: PlaceColumns): KnownPlaces => ({
  state: row.placeState,
  places: placesRecord.parse(row.places),
  former: formerRecord.parse(row.formerPlaces),
  fault: messageOnWire.nullable().parse(row.placesFault),
});

/** A place of the marketplace's own, and one that is closed, cannot be chosen. */
export const canBeChosen = ({ keptBy, isActive }: ListedPlace): boolean => keptBy === 'seller' && isActive;

/**
 * What follows from the places that a shop's first consent shows. The only one is chosen by itself; of several a member chooses. A
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

/** Whether two choices are of the same places, in whatever order. */
export function areSamePlaces(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join('\n') === [...other].sort().join('\n');
}

export const idsOf = (places: readonly StockPlace[] | null): readonly string[] =>
  (places ?? []).map(({ id }) => id);
