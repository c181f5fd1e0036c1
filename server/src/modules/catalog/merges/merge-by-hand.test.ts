import { manualMerge, previewMerge } from '@evenstock/contract/catalog/merges';
import { showVariant, type Variant } from '@evenstock/contract/catalog/variants';
import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { quantityOf, wrongSums } from '../../../testing/ledger.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { recordedChanges } from '../../../testing/recorded-changes.ts';
import { addMember, addPopulatedStore, addUser, openSession } from '../../../testing/world.ts';
import { adjustQuantity } from '../../stock/changes/adjust-quantity.ts';

let market: Market;
let server: TestServer;
let token: string;
let otherToken: string;
let userId: number;
let path: string;

const SKUS = 'TYPED HIGHEST SEEN RACE CHAIN FORCED OWED NAMED EVEN FREE';

beforeAll(async () => {
  const skus = Object.fromEntries(SKUS.split(' ').map((sku) => [sku, 10]));
  market = await createMarket({ channels: ['shopee', 'lazada', 'shopify'], skus });
  server = await createTestServer(market.ctx);
  path = `/api/stores/${String(market.storeId)}`;
  const members = await Promise.all(
    [1, 2].map(async () => {
      const id = await addUser(market.ctx);
      await addMember(market.ctx, market.storeId, id, 'member');
      return { id, token: await openSession(market.ctx, id) };
    }),
  );
  userId = members[0]?.id ?? 0;
  token = members[0]?.token ?? '';
  otherToken = members[1]?.token ?? '';
});
afterAll(async () => {
  await server.close();
  await market.close();
});

/** The SKUs of one code that were not merged away, in the order of their ids. */
async function variantsOf(sku: string): Promise<number[]> {
  const rows = await market.ctx.db
    .selectFrom('variants')
    .select('id')
    .where('sku', '=', sku)
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const adjust = (variantId: number, units: number) =>
  adjustQuantity(market.ctx, { storeId: market.storeId, variantId, userId, units });
const merge = (body: unknown, as = token) =>
  server.call('POST', `${path}/variants/manual_merge.json`, { token: as, body });

async function preview(ids: readonly number[], choice = '') {
  const asked = ids.map((id) => `variant_ids[]=${String(id)}`).join('&');
  const answer = await server.call('GET', `${path}/variants/merge_preview.json?${asked}${choice}`, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return previewMerge.reply.parse(answer.body).merge_preview;
}

async function show(id: number): Promise<Variant> {
  const answer = await server.call('GET', `${path}/variants/${String(id)}.json`, { token });
  return showVariant.reply.parse(answer.body).variant;
}

const asShown = (variants: readonly { id: number; quantity: number }[]) =>
  variants.map(({ id, quantity }) => ({ variant_id: id, quantity }));

describe('merging by hand', () => {
  it('shows each listing before and after, and does exactly that with the number that was typed', async () => {
    const ids = await variantsOf('TYPED');
    await adjust(ids[1] ?? 0, -4);
    await market.ctx.runJobs();
    const shown = await preview(ids, '&qty=8');
    expect(shown).toMatchObject({ highest: 10, lowest: 6, owed: 0, quantity: 8 });
    expect(shown.listings.map(({ before, after, is_held }) => [before, after, is_held])).toEqual([
      [10, 8, false],
      [6, 8, false],
      [10, 8, false],
    ]);
    expect(await Promise.all(ids.map((id) => quantityOf(market.ctx.db, id)))).toEqual([10, 6, 10]);

    const answer = await merge({ variant_ids: ids, qty: 8, shown: asShown(shown.variants) });
    const { variant } = manualMerge.reply.parse(answer.body);
    expect(variant).toMatchObject({ id: ids[0], quantity: 8 });
    expect(variant.variant_listings.map(({ sync }) => sync.target)).toEqual([8, 8, 8]);
    await market.ctx.runJobs();
    expect((await show(variant.id)).variant_listings.map(({ quantity }) => quantity)).toEqual([8, 8, 8]);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('takes the highest quantity where none is typed', async () => {
    const ids = await variantsOf('HIGHEST');
    await adjust(ids[2] ?? 0, 5);
    expect(await preview(ids, '&is_using_highest_qty=false')).toMatchObject({ quantity: 10 });
    expect(await preview(ids)).toMatchObject({ quantity: 15 });
    const answer = await merge({ variant_ids: ids, qty: null });
    expect(manualMerge.reply.parse(answer.body).variant.quantity).toBe(15);
  });

  it('is refused with the new numbers where they changed meanwhile, and changes nothing', async () => {
    const ids = await variantsOf('SEEN');
    const { variants } = await preview(ids);
    await adjust(ids[0] ?? 0, -3);
    const refused = await merge({ variant_ids: ids, qty: 10, shown: asShown(variants) });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error:
          'Quantities have changed meanwhile: SEEN 7, SEEN 10, SEEN 10. Look at the new numbers, then merge again.',
      },
    });
    expect(await variantsOf('SEEN')).toEqual(ids);
    const again = await preview(ids);
    expect((await merge({ variant_ids: ids, qty: 7, shown: asShown(again.variants) })).status).toBe(200);
    expect(await quantityOf(market.ctx.db, ids[0] ?? 0)).toBe(7);
  });

  it('of two members who merge the same SKUs at once, one succeeds and the other is refused', async () => {
    const ids = await variantsOf('RACE');
    const { variants } = await preview(ids);
    const body = { variant_ids: ids, qty: 4, shown: asShown(variants) };
    const both = await inTransaction(market.ctx.db, async (tx) => {
      await sql`select from variants where id = ${ids[0] ?? 0} for update`.execute(tx);
      const calls = [merge(body), merge(body, otherToken)];
      while ((await waitingForLocks()) < 2) await wait(5);
      return { calls };
    });
    const answers = await Promise.all(both.calls);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: 'Somebody else has merged these SKUs already.',
    });
    expect(await variantsOf('RACE')).toEqual([ids[0]]);
    expect(await quantityOf(market.ctx.db, ids[0] ?? 0)).toBe(4);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('takes a SKU that was merged away for the one that it became', async () => {
    const [first = 0, second = 0, third = 0] = await variantsOf('CHAIN');
    await merge({ variant_ids: [first, second] });
    const answer = await merge({ variant_ids: [second, third], qty: 3 });
    expect(manualMerge.reply.parse(answer.body).variant).toMatchObject({ id: first, quantity: 3 });
    expect(await variantsOf('CHAIN')).toEqual([first]);
  });

  it('shows that a listing which is forced to zero stays at zero', async () => {
    const ids = await variantsOf('FORCED');
    const listing = (await show(ids[1] ?? 0)).variant_listings[0];
    await market.ctx.db
      .updateTable('variant_listings')
      .set({ force_zero_qty_from: new Date(0), force_zero_qty_to: new Date('2030-01-01T00:00:00Z') })
      .where('id', '=', listing?.id ?? 0)
      .execute();
    const { listings } = await preview(ids, '&qty=6');
    expect(listings.map(({ after }) => after)).toEqual([6, 0, 6]);
    const answer = await merge({ variant_ids: ids, qty: 6 });
    const { variant } = manualMerge.reply.parse(answer.body);
    expect(variant.variant_listings.map(({ sync }) => sync.target)).toEqual([6, 0, 6]);
  });

  it('keeps owed units: they are subtracted from the number that was typed', async () => {
    const ids = await variantsOf('OWED');
    await adjust(ids[0] ?? 0, -12);
    const shown = await preview(ids, '&qty=10');
    expect(shown).toMatchObject({ lowest: 0, owed: -2, quantity: 8 });
    const answer = await merge({ variant_ids: ids, qty: 10 });
    expect(manualMerge.reply.parse(answer.body).variant.quantity).toBe(8);
  });

  it('names the merged SKU and nothing at the marketplaces', async () => {
    const ids = await variantsOf('NAMED');
    const before = await show(ids[0] ?? 0);
    const blank = await merge({ variant_ids: ids, name: '  ' });
    expect(blank).toMatchObject({ status: 422, body: { errors: { name: ['Name is required'] } } });
    const answer = await merge({ variant_ids: ids, name: 'Kopi-O bags' });
    const { variant } = manualMerge.reply.parse(answer.body);
    expect(variant.full_product_name).toBe('Kopi-O bags');
    expect(variant.variant_listings[0]?.product_listing.name).toBe(
      before.variant_listings[0]?.product_listing.name,
    );
    const [changes] = (await recordedChanges(market.ctx, 'variant.merge')).slice(-1);
    expect(changes).toEqual({
      variant_ids: [ids, [ids[0]]],
      name: [before.name, 'Kopi-O bags'],
    });
    const found = await server.call('GET', `${path}/variants/products_page.json?q[name_or_sku_cont]=kopi-o`, {
      token,
    });
    expect(found.body).toMatchObject({ total_count: 1 });
  });

  it('is in the ledger of the SKU also where its quantity stays', async () => {
    const ids = await variantsOf('EVEN');
    await merge({ variant_ids: ids, qty: 10 });
    const entries = await market.ctx.db
      .selectFrom('stock_movements')
      .select(['adjustment', 'final_quantity', 'action'])
      .where('variant_id', '=', ids[0] ?? 0)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(entries).toEqual([{ adjustment: 0, final_quantity: 10, action: 'Merge' }]);
  });

  it('refuses fewer than two, invalid numbers, and SKUs that are not the store’s', async () => {
    const ids = await variantsOf('FREE');
    for (const variant_ids of [[], ids.slice(0, 1), [ids[0], ids[0]]]) {
      expect(await merge({ variant_ids }), JSON.stringify(variant_ids)).toMatchObject({
        status: 422,
        body: { errors: { variant_ids: ['Merging needs at least two SKUs.'] } },
      });
    }
    for (const qty of [-1, 0.5, 'many', '']) {
      expect(await merge({ variant_ids: ids, qty }), String(qty)).toMatchObject({
        status: 422,
        body: { errors: { qty: ['Quantity must be a whole number, 0 or more'] } },
      });
    }
    const other = await addPopulatedStore(market.ctx);
    expect((await merge({ variant_ids: [ids[0], other.variantId] })).status).toBe(404);
    expect(await variantsOf('FREE')).toEqual(ids);
  });
});

/** Transactions that wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(market.ctx.db);
  return rows[0]?.count ?? 0;
}
