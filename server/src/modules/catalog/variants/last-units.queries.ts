import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import type { ListingBrief } from './variants.queries.ts';

/** The last units of a SKU, with the marketplace that they are kept for. */
export interface LastUnitsRecord {
  readonly units: number;
  readonly marketplace: ListingBrief['marketplace'];
}

/** The last units of variant `v`; null where none are kept, or their marketplace is deleted. */
export const lastUnitsOfVariant: RawBuilder<unknown> = sql`(
  select json_build_object('units', v.last_units,
    'marketplace', json_build_object('id', k.id, 'slug', k.slug, 'name', k.name, 'channel', k.channel))
  from marketplaces k where k.id = v.last_units_for and k.deleted_at is null and v.last_units > 0)`;

/** The name of a store's marketplace that is not deleted; null: there is none. */
export async function marketplaceName(db: Handle, storeId: number, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('marketplaces')
    .select('name')
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.name ?? null;
}
