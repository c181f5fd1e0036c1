import { searched } from '@evenstock/contract/api/fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { activitiesPage } from '../../journal/activity-list.queries.ts';
import { movementsPage } from '../../stock/ledger/stock.queries.ts';
import { refreshVariants } from './refresh-variants.ts';
import { variantsPage } from './variants.queries.ts';

const first = { page: 1, perPage: 10, offset: 0 };
const names = ['Café ÉCLAIR', '100% Cotton_Bag', 'Back\\Slash', 'Plain', 'ＫＯＰＩ\u200B Pa\u0301n ５㎏'];
let ctx: TestContext;
let storeId: number;
let ids: readonly number[];

beforeAll(async () => {
  ctx = await createTestContext();
  const { rows } = await ctx.database.pool.query<{ id: number; store_id: number }>(
    `with s as (
       insert into stores (slug, name, country, created_at, updated_at) values ('kopi', 'Kopi', 'sg', now(), now()) returning id
     ), p as (
       insert into products (store_id, slug, name, created_at, updated_at) select id, 'p', 'P', now(), now() from s returning id, store_id
     ), v as (
       insert into variants (store_id, product_id, slug, sku, name, full_product_name, created_at, updated_at)
       select p.store_id, p.id, 'sku-' || n, 'Code-' || n, name, name, now(), now()
       from p, unnest($1::text[]) with ordinality x(name, n) order by n returning id, store_id
     ), m as (
       insert into stock_movements (store_id, variant_id, adjustment, final_quantity, source_type, action, cause, created_at)
       select store_id, id, 1, 1, 'User', 'Counted', 'test:' || id, now() from v
     ), a as (
       insert into activities (store_id, key, actor_type, recipient_type, recipient_id, created_at)
       select store_id, 'variant.update', 'System', 'Variant', id, now() from v
     )
     select id, store_id from v order by id`,
    [names],
  );
  storeId = rows[0]?.store_id ?? 0;
  ids = rows.map(({ id }) => id);
  await inTransaction(ctx.db, (tx) => refreshVariants(tx, ids));
});
afterAll(() => ctx.close());

const textOf = async (id = 0): Promise<string> =>
  (await ctx.db.selectFrom('variants').select('search_text').where('id', '=', id).executeTakeFirstOrThrow())
    .search_text;

async function found(typed: string) {
  const text = searched.parse(typed);
  const window = { storeId, from: new Date(0), before: null };
  const skus = variantsPage(
    {
      storeId,
      now: new Date(),
      status: 'all',
      text,
      sku: null,
      marketplaceId: null,
      marketplaceType: null,
      channelId: null,
      pinned: null,
      isSet: null,
      problem: null,
    },
    { field: 'full_product_name', direction: 'asc' },
    first,
  );
  const movements = movementsPage({ ...window, variantId: null, state: null, name: text }, 'asc', first);
  const activities = activitiesPage(
    { ...window, recipient: null, text, key: null, actorType: null },
    'asc',
    first,
  );
  const counts = [];
  for (const statement of [skus, movements, activities]) {
    const { rows } = await statement.execute(ctx.db);
    counts.push(rows[0]?.total_count);
  }
  const [ofSkus, ofMovements, ofActivities] = counts;
  return { ofSkus, ofMovements, ofActivities };
}

describe('texts with capitals', () => {
  it('are kept in lower case, the name before all else', async () => {
    expect(await textOf(ids[0])).toBe('café éclair\ncode-1');
  });

  it.each([
    ['ÉCLAIR', 1],
    ['éclair', 1],
    ['café é', 1],
    ['É', 1],
    ['é', 1],
    ['fÉ', 1],
    ['100%', 1],
    ['%', 1],
    ['0%', 1],
    ['n_b', 1],
    ['_', 1],
    ['n_', 1],
    ['k\\s', 1],
    ['\\', 1],
    ['K\\', 1],
    ['LA', 3],
    ['kopi pa\u0301n', 1],
    ['ＫＯＰＩ', 1],
    ['pán 5kg', 1],
    ['\u200Epán\u200B 5', 1],
    ['zq', 0],
    ['n_n', 0],
  ])('%s is found by products, movements and activities', async (text, count) => {
    expect(await found(text)).toEqual({ ofSkus: count, ofMovements: count, ofActivities: count });
  });

  it('movements are found by the name alone', async () => {
    expect(await found('CODE-')).toEqual({ ofSkus: 5, ofMovements: 0, ofActivities: 5 });
    expect(await found('e-')).toEqual({ ofSkus: 5, ofMovements: 0, ofActivities: 5 });
  });
});
