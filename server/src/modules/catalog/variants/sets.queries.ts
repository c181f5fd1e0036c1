import type { SetPart } from '@evenstock/contract/catalog/sets';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

/** SKU `v` as sets name it. */
const member = sql`json_build_object('id', v.id, 'slug', v.slug, 'sku', v.sku, 'full_product_name', v.full_product_name,
  'product', json_build_object('slug', p.slug))`;

/** What a set is made of, by the names of the parts. */
export async function partsOfSet(db: Handle, setId: number): Promise<readonly SetPart[]> {
  const { rows } = await sql<SetPart>`
    select ${member} as variant, c.units, v.quantity
    from set_parts c join variants v on v.id = c.part_id join products p on p.id = v.product_id
    where c.set_id = ${setId} order by v.full_product_name, v.id`.execute(db);
  return rows;
}

/** The sets that a SKU is a part of, by their names. */
export async function setsOfPart(db: Handle, partId: number): Promise<Variant['part_of']> {
  const { rows } = await sql<Variant['part_of'][number]>`
    select ${member} as variant, c.units
    from set_parts c join variants v on v.id = c.set_id join products p on p.id = v.product_id
    where c.part_id = ${partId} order by v.full_product_name, v.id`.execute(db);
  return rows;
}
