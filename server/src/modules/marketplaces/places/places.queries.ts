import type { PlaceState } from '@evenstock/contract/marketplaces/stock-places';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { KnownPlaces, PlaceColumns } from './shop-places.ts';
import { knownPlacesOf } from './places.rules.ts';

/** The columns of a marketplace `m` about its places. */
export const placeColumns = sql`m.place_state as "placeState", m.places, m.former_places as "formerPlaces",
  m.places_fault as "placesFault"`;

interface ShopRow extends PlaceColumns {
  readonly storeId: number;
  readonly isNew: boolean;
  readonly clockOffsetMs: number;
}

export interface ShopPlaces extends KnownPlaces {
  readonly storeId: number;
  /** It was never authorised. */
  readonly isNew: boolean;
  /** The channel's clock minus ours. */
  readonly clockOffsetMs: number;
}

/** Locks a marketplace that is not deleted, with its places; null where there is none. */
export async function lockShopPlaces(tx: Tx, id: number): Promise<ShopPlaces | null> {
  const { rows } = await sql<ShopRow>`
    select m.store_id as "storeId", m.verified_at is null as "isNew", m.clock_offset_ms as "clockOffsetMs", ${placeColumns}
    from marketplaces m where m.id = ${id} and m.deleted_at is null for no key update`.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  const { storeId, isNew, clockOffsetMs } = row;
  return { ...knownPlacesOf(row), storeId, isNew, clockOffsetMs };
}

/** Writes which places of a marketplace are kept here. */
export async function setShopPlaces(tx: Tx, id: number, known: KnownPlaces, now: Date): Promise<void> {
  await tx
    .updateTable('marketplaces')
    .set({
      place_state: known.state,
      places: known.places === null ? null : JSON.stringify(known.places),
      former_places: JSON.stringify(known.former),
      places_fault: known.fault === null ? null : JSON.stringify(known.fault),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Whether the places of a marketplace are in this state. */
export async function isInState(db: Handle, id: number, state: PlaceState): Promise<boolean> {
  const row = await db
    .selectFrom('marketplaces')
    .select('id')
    .where('id', '=', id)
    .where('place_state', '=', state)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
