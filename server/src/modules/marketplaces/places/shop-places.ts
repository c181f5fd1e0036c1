import type { Locations } from '@evenstock/connectors/kit/locations';
import type { PlaceState, StockPlace } from '@evenstock/contract/marketplaces/stock-places';
import type { Message, MessageOnWire } from '@evenstock/contract/messages/message';

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

/** The columns of a marketplace about its places. */
export interface PlaceColumns {
  readonly placeState: PlaceState;
  readonly places: unknown;
  readonly formerPlaces: unknown;
  readonly placesFault: unknown;
}
