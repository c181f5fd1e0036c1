import type { Place, ShopRecord, Stock, Variant } from './records.ts';
import { SandboxError } from './sandbox-error.ts';

export const noStock: Stock = { sellable: 0, reserved: 0, held: 0, occupied: 0 };

/** A variant's units at the main place, or at a further one; null where it is not kept there. */
export function stockAt(variant: Variant, place: string | null): Stock | null {
  return place === null ? variant.stock : (variant.elsewhere[place] ?? null);
}

/** The part of a shop that has its places. */
interface Placed {
  readonly record: ShopRecord;
  recordChanged(): void;
}

/** A place as vendors number them: the main one is 1, and its key is null. */
export interface NumberedPlace {
  readonly key: string | null;
  readonly number: number;
  /** Null: the main one, which vendors name in their own way. */
  readonly name: string | null;
  readonly isActive: boolean;
}

export const mainPlace: NumberedPlace = { key: null, number: 1, name: null, isActive: true };

/** All places of a shop, the main one first. */
export function placesOf({ record }: Placed): NumberedPlace[] {
  const further = record.places.map((place) => ({ ...place, number: Number(place.key) }));
  return [mainPlace, ...further];
}

/** Throws SandboxError 404 for a further place that there is not. */
export function furtherPlace({ record }: Placed, key: string): Place {
  const place = record.places.find((each) => each.key === key);
  if (place === undefined) throw new SandboxError(404, `${record.name} has no place ${key}.`);
  return place;
}

/** Adds a further place where units are kept. */
export function addPlace(shop: Placed, name: string): void {
  const { places } = shop.record;
  places.push({ key: String(places.length + 2), name, isActive: true });
  shop.recordChanged();
}

/** Opens or closes a further place. */
export function setPlace(shop: Placed, key: string, isActive: boolean): void {
  furtherPlace(shop, key).isActive = isActive;
  shop.recordChanged();
}
