import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  listVariants as listVariantsEndpoint,
  runningOutStatus,
  variantFilter,
  variantStatuses,
} from '@evenstock/contract/catalog/variants';
import { listVariants } from '@evenstock/server/modules/catalog/pages/list-variants';
import { generateData, type GeneratedStore } from '@evenstock/server/testing/generate-data';
import type pg from 'pg';
import { compare, type Comparison } from './compare.ts';
import { benchCall, benchContext, type Sizes } from './one-connection.ts';

/** Shops beside the generated three, each of which lists every SKU that is for sale. */
const MORE_SHOPS = 9;
/** At most this many times the bare statement. */
const AT_MOST = 2;

const control = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'controls', `${name}.sql`), 'utf8');

/** The list of products by each status and each filter, beside the same list as a bare statement. */
export async function measureProducts(
  connection: pg.PoolConfig,
  { variants, rounds }: Sizes,
): Promise<{ readonly listings: number; readonly comparisons: Comparison[] }> {
  const wide = benchContext(connection, 4);
  const until = new Date();
  const store = await generateData(wide.pool, 'products', { variants, orders: 1000, until, days: 90 });
  await wide.pool.query('update stores set running_out_days = 14 where id = $1', [store.storeId]);
  const listings = await listEverywhere(wide.pool, store, until);
  await wide.close();
  const one = benchContext(connection, 1);
  const { call } = benchCall(one.ctx, store.storeId);
  const [marketplace = 0] = store.marketplaceIds;
  const page = control('variants-page');
  const list = (q: Readonly<Record<string, unknown>>) =>
    listVariants({ ...call, query: listVariantsEndpoint.query.parse({ q }) });
  const asked = new Map<string, Readonly<Record<string, unknown>>>([
    ...[...variantStatuses, runningOutStatus].map((status) => [status, { filter_status: status }] as const),
    ...Object.entries(filtersOf(marketplace)).map(
      ([name, filter]) => [`filter: ${name}`, { filter_status: 'all', ...filter }] as const,
    ),
  ]);
  const comparisons: Comparison[] = [];
  try {
    for (const [name, condition] of conditions(marketplace)) {
      const q = asked.get(name);
      if (q === undefined) throw new Error(`Nothing is asked for ${name}.`);
      asked.delete(name);
      const text = page.replaceAll(':condition', condition);
      const bare = () => one.pool.query(text, [store.storeId, new Date()]);
      comparisons.push(await compare(name, AT_MOST, rounds, bare, () => list(q)));
    }
  } finally {
    await one.close();
  }
  if (asked.size > 0) throw new Error(`There is no control for ${[...asked.keys()].join(', ')}.`);
  return { listings, comparisons };
}

type Filter = Readonly<Record<string, unknown>>;

/** Filters by their names; each field of the contract's filter is in one of them. */
function filtersOf(marketplace: number): Readonly<Record<string, Filter>> {
  const filters: Readonly<Record<string, Filter>> = {
    pinned: { is_pinned_eq: true },
    marketplace: { marketplace_id_eq: marketplace },
    'type of marketplace': { marketplace_type_eq: 'LazadaMarketplace' },
    'item id': { marketplace_item_id_eq: 'item-1234' },
    oversold: { problem_eq: 'oversold' },
    refused: { problem_eq: 'refused_quantity' },
    code: { sku_eq: 'SKU-1234' },
    name: { name_or_sku_cont: 'Kettle' },
    sets: { is_set_eq: true },
  };
  const measured = new Set(['filter_status', ...Object.values(filters).flatMap(Object.keys)]);
  const missing = Object.keys(variantFilter.shape).filter((field) => !measured.has(field));
  if (missing.length > 0) throw new Error(`Nothing is asked for ${missing.join(', ')}.`);
  return filters;
}

/** The names of the statuses and filters, and the condition of each. */
function conditions(marketplace: number): (readonly [string, string])[] {
  const text = control('variants-conditions').replaceAll(':marketplace', String(marketplace));
  return text
    .split(/^-- /m)
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...condition] = part.split('\n');
      return [name, condition.join('\n').trim()] as const;
    });
}

/** Lists every SKU that is for sale at further shops. @returns the number of listings */
async function listEverywhere(pool: pg.Pool, { storeId }: GeneratedStore, at: Date): Promise<number> {
  await pool.query(
    `with shops as (
       insert into marketplaces (store_id, slug, name, channel, state, channel_shop_id, currency, verified_at, created_at, updated_at)
       select $1, 'more-' || n, 'More ' || n, 'lazada', 'verified', 'more-' || n, 'SGD', $2, $2, $2
       from generate_series(1, ${String(MORE_SHOPS)}) n returning id
     ), items as (
       insert into product_listings (store_id, marketplace_id, product_id, channel_item_id, slug, name, sku, raw_status, status,
         state, is_bundle, last_synced_at, created_at)
       select $1, shops.id, v.product_id, 'more-' || v.id, v.slug || '-more-' || shops.id, v.name, v.sku, 'NORMAL', 'normal',
         'live', false, $2, $2
       from shops cross join variants v where v.store_id = $1 and v.live_listings > 0
       returning id, marketplace_id, product_id, channel_item_id, name, sku
     ), listed as (
       insert into variant_listings (store_id, marketplace_id, product_listing_id, variant_id, channel_item_id,
         channel_variant_id, name, sku, price, currency, raw_status, status, state, created_at, updated_at)
       select $1, i.marketplace_id, i.id, v.id, i.channel_item_id, 'more-model-' || v.id, i.name, i.sku, 1990, 'SGD', 'NORMAL',
         'normal', 'live', $2, $2
       from items i join variants v on v.product_id = i.product_id
       returning id, marketplace_id, variant_id
     )
     insert into listing_stocks (variant_listing_id, store_id, marketplace_id, target, send, counted_from, counted_until,
       held, reserved, shop_quantity, expected_quantity, snapshot_from, snapshot_until, acked_quantity, acked_at)
     select l.id, $1, l.marketplace_id, greatest(v.quantity, 0), greatest(v.quantity, 0), $2, $2, false, 0,
       greatest(v.quantity, 0), greatest(v.quantity, 0), $2, $2, greatest(v.quantity, 0), $2
     from listed l join variants v on v.id = l.variant_id`,
    [storeId, at],
  );
  await pool.query('vacuum (analyze)');
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from variant_listings where store_id = $1',
    [storeId],
  );
  return rows[0]?.count ?? 0;
}
