import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** What a shop shows of a SKU that is to be counted, and what it has sold since we last wrote to it. */
export interface ShopShows {
  readonly marketplace_id: number;
  readonly shows: number | null;
  readonly sold: number;
}

/** A SKU that a member is asked to count. */
export interface AskedCount {
  readonly variantId: number;
  readonly storeId: number;
  readonly generation: number;
  /** Its shops are not raised until the answer; otherwise they have the ledger's number. */
  readonly holds: boolean;
  /** What its shops show is the ledger's number plus this, which is never above 0. */
  readonly lowersBy: number;
  readonly shops: readonly ShopShows[];
  readonly at: Date;
}

/** Asks a member for the quantity of a SKU. */
export async function askCount(tx: Tx, asked: AskedCount): Promise<void> {
  await sql`
    insert into recovery_counts (variant_id, store_id, generation, asked_at, holds, lowers_by, shops)
    values (${asked.variantId}, ${asked.storeId}, ${asked.generation}, ${asked.at}, ${asked.holds}, ${asked.lowersBy},
      ${JSON.stringify(asked.shops)}::jsonb)
    on conflict (variant_id) do update set generation = excluded.generation, holds = excluded.holds,
      lowers_by = excluded.lowers_by, shops = excluded.shops`.execute(tx);
}

/** Asks for the quantities of SKUs whose shops are still to be read. */
export async function askBeforeReads(
  tx: Tx,
  variantIds: readonly number[],
  generation: number,
  at: Date,
): Promise<void> {
  await sql`
    insert into recovery_counts (variant_id, store_id, generation, asked_at, holds, shops)
    select id, store_id, ${generation}, ${at}, true, '[]' from variants
    where id = any(${variantIds}::bigint[]) and merged_into_id is null
    on conflict (variant_id) do update set generation = excluded.generation, holds = true, shops = '[]'`.execute(
    tx,
  );
}

/** Takes back every question: a newer recovery decides anew. */
export async function dropCounts(tx: Tx): Promise<void> {
  await sql`delete from recovery_counts`.execute(tx);
}

export interface CountRow {
  readonly variantId: number;
  readonly variantSlug: string;
  readonly sku: string | null;
  readonly fullProductName: string;
  readonly productSlug: string;
  readonly quantity: number;
  readonly holds: boolean;
  readonly askedAt: Date;
  readonly shops: readonly (ShopShows & {
    readonly slug: string;
    readonly name: string;
    readonly channel: string;
  })[];
}

/** SKUs of a store that are to be counted and whose shops were read, the one asked first before the others. */
export async function countsOf(
  db: Handle,
  storeId: number,
  page: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: CountRow[]; totalCount: number }> {
  const { rows } = await sql<CountRow & { totalCount: number }>`
    select c.variant_id as "variantId", v.slug as "variantSlug", v.sku, v.full_product_name as "fullProductName",
      p.slug as "productSlug", v.quantity, c.holds, c.asked_at as "askedAt", count(*) over ()::integer as "totalCount",
      (select coalesce(jsonb_agg(jsonb_build_object('marketplace_id', m.id, 'slug', m.slug, 'name', m.name, 'channel', m.channel,
          'shows', s.shows, 'sold', s.sold) order by m.id), '[]')
       from jsonb_to_recordset(c.shops) as s(marketplace_id bigint, shows integer, sold integer)
       join marketplaces m on m.id = s.marketplace_id) as shops
    from recovery_counts c
    join variants v on v.id = c.variant_id and v.merged_into_id is null
    join products p on p.id = v.product_id
    where c.store_id = ${storeId} and c.shops <> '[]'
    order by c.asked_at, c.variant_id limit ${page.perPage} offset ${page.offset}`.execute(db);
  return { rows, totalCount: rows[0]?.totalCount ?? 0 };
}

/** Codes of a store's SKUs that are to be counted, and how many there are. */
export async function skusToCount(
  tx: Tx,
  storeId: number,
  most: number,
): Promise<{ skus: string[]; total: number; generation: number } | null> {
  const { rows } = await sql<{ sku: string; total: number; generation: number }>`
    select coalesce(nullif(v.sku, ''), v.full_product_name) as sku, count(*) over ()::integer as total, c.generation
    from recovery_counts c join variants v on v.id = c.variant_id and v.merged_into_id is null
    where c.store_id = ${storeId} and c.shops <> '[]' order by c.variant_id limit ${most}`.execute(tx);
  const [first] = rows;
  if (first === undefined) return null;
  return { skus: rows.map(({ sku }) => sku), total: first.total, generation: first.generation };
}

/** Takes up the question for a SKU. @returns its generation; null where it is not asked (any more) */
export async function takeCount(tx: Tx, variantId: number): Promise<number | null> {
  const { rows } = await sql<{ generation: number }>`
    delete from recovery_counts where variant_id = ${variantId} and shops <> '[]' returning generation`.execute(
    tx,
  );
  return rows[0]?.generation ?? null;
}

/** Listings of a SKU that are still recovering. */
export async function recoveringOf(tx: Tx, variantId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select rl.variant_listing_id as id
    from recovering_listings rl join variant_listings vl on vl.id = rl.variant_listing_id
    where vl.variant_id = ${variantId} order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}
