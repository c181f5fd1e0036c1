import { canBeChosen, knownPlacesOf } from './places.rules.ts';
import type { KnownPlaces, ListedPlace, PlaceColumns } from './shop-places.ts';

/** Which places of a marketplace are kept here, by its row. */
export function readKnownPlaces(row: PlaceColumns): KnownPlaces {
  return knownPlacesOf(row);
}

/** Whether a member may choose a place. */
export function mayBeChosen(place: ListedPlace): boolean {
  return canBeChosen(place);
}
