import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { fieldErrors } from '@evenstock/contract/api/fields';
import { previewMassForceZero } from '@evenstock/contract/catalog/force-zero';
import { updateVariantListing } from '@evenstock/contract/catalog/product-listings';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { wrongSums } from '../../../testing/ledger.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addPopulatedStore, addUser, openSession } from '../../../testing/world.ts';
import { sweepStock } from '../../stock/sweep-stock.ts';

let market: Market;
let server: TestServer;
let token: string;
let tee: { id: number; itemId: string; variantId: number };

beforeEach(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: { TEE: 10, CAP: 4 } });
  for (const sku of ['TEE', 'CAP']) await market.merge(sku);
  await market.ctx.runJobs();
  market.clock.advance(10_000);
  server = await createTestServer(market.ctx);
  const user = await addUser(market.ctx, 'member', 'member@shop.test');
  await addMember(market.ctx, market.storeId, user, 'member');
  token = await openSession(market.ctx, user);
  tee = await listingOf('shopee', 'TEE');
});
afterEach(async () => {
  await server.close();
  await market.close();
});

const path = '/api/stores/market';

function listingOf(channel: ChannelKind, sku: string) {
  return market.ctx.db
    .selectFrom('variant_listings')
    .select(['id', 'channel_item_id as itemId', 'variant_id as variantId'])
    .where('marketplace_id', '=', market.shop(channel).marketplaceId)
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow();
}

const inMinutes = (minutes: number): string =>
  new Date(market.clock.now().getTime() + minutes * 60_000).toISOString();

const schedule = (from: string | null, to: string | null, id = tee.id) =>
  server.call('PATCH', `${path}/variant_listings/${String(id)}.json`, {
    token,
    body: { variant_listing: { force_zero_qty_from: from, force_zero_qty_to: to } },
  });

async function scheduled(from: string | null, to: string | null) {
  const answer = await schedule(from, to);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return updateVariantListing.reply.parse(answer.body).variant_listing;
}

const mass = (body: object) =>
  server.call('POST', `${path}/variant_listings/mass_force_zero_qty.json`, {
    token,
    body: { variant_listing: body },
  });

function shows(channel: ChannelKind, sku = 'TEE'): number | undefined {
  const { shop } = market.shop(channel);
  return market.sandbox.control.listings(channel, shop).find((listing) => listing.sku === sku)?.quantity;
}

/** Lets time pass as in production: the sandbox acts, the sweep runs, the jobs run. */
async function waits(minutes: number): Promise<void> {
  for (let left = minutes * 2; left > 0; left -= 1) {
    market.clock.advance(30_000);
    await market.sandbox.runDue();
    await sweepStock(market.ctx);
    if (left % 2 === 0) await market.ctx.tick();
    await market.ctx.runJobs({ allowFailures: true });
  }
}

async function ledger() {
  const { rows } = await sql<{ movements: number; quantity: number }>`
    select (select count(*)::integer from stock_movements) as movements, quantity
    from variants where id = ${tee.variantId}`.execute(market.ctx.db);
  return rows[0];
}

async function statusOf(status: string): Promise<readonly (string | null)[]> {
  const query = `products_page.json?q[filter_status]=${status}`;
  const answer = await server.call('GET', `${path}/variants/${query}`, { token });
  return listVariants.reply.parse(answer.body).variants.map(({ sku }) => sku);
}

describe('a listing that shows 0 for a while', () => {
  it('waits for the start, shows 0 until the end, then the quantity again; the ledger and the other shop stay', async () => {
    const before = await ledger();
    expect(await scheduled(inMinutes(3), inMinutes(8))).toMatchObject({ force_zero_qty: false });
    await waits(1);
    expect([shows('shopee'), shows('shopify')]).toEqual([10, 10]);
    expect(await statusOf('pending_force_zero_qty')).toEqual(['TEE']);
    await waits(3);
    expect([shows('shopee'), shows('shopify')]).toEqual([0, 10]);
    expect(await statusOf('pending_force_zero_qty')).toEqual([]);
    expect(await statusOf('force_zero_qty')).toEqual(['TEE']);
    expect(await ledger()).toEqual(before);
    await waits(5);
    expect([shows('shopee'), shows('shopify')]).toEqual([10, 10]);
    expect(await statusOf('force_zero_qty')).toEqual([]);
    expect(await ledger()).toEqual(before);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('a window that is open takes effect at once, and removing it ends it', async () => {
    expect(await scheduled(inMinutes(-60), inMinutes(60))).toMatchObject({ force_zero_qty: true });
    await waits(1);
    expect(shows('shopee')).toBe(0);
    expect(await scheduled(null, null)).toMatchObject({
      force_zero_qty: false,
      force_zero_qty_from: null,
      force_zero_qty_to: null,
    });
    await waits(1);
    expect(shows('shopee')).toBe(10);
  });

  it('a quantity that a seller types in meanwhile is put back and never booked', async () => {
    const before = await ledger();
    await scheduled(inMinutes(0), inMinutes(10));
    await waits(1);
    const { shop } = market.shop('shopee');
    const there = market.sandbox.control.listings('shopee', shop).find(({ sku }) => sku === 'TEE');
    market.sandbox.control.editListing('shopee', shop, there?.variant_id ?? '', { quantity: 7 });
    await market.pull(market.shop('shopee'), 'listings', 'reconcile');
    await waits(2);
    await market.pull(market.shop('shopee'), 'orders');
    await waits(2);
    expect([shows('shopee'), shows('shopify')]).toEqual([0, 10]);
    expect(await ledger()).toEqual(before);
    await waits(7);
    expect([shows('shopee'), shows('shopify')]).toEqual([10, 10]);
    expect(await ledger()).toEqual(before);
  });

  it('units that are sold elsewhere meanwhile are missing after the end', async () => {
    await scheduled(inMinutes(0), inMinutes(8));
    await waits(1);
    const { shop } = market.shop('shopify');
    market.sandbox.control.placeOrder('shopify', shop, { lines: [{ sku: 'TEE', quantity: 3 }] });
    await market.pull(market.shop('shopify'), 'orders');
    await waits(1);
    expect([shows('shopee'), shows('shopify')]).toEqual([0, 7]);
    await waits(8);
    expect([shows('shopee'), shows('shopify')]).toEqual([7, 7]);
    expect(await ledger()).toMatchObject({ quantity: 7 });
  });

  it.each([0, 1])('lost answers at either end lose nothing (%i)', async (seed) => {
    const before = await ledger();
    const losing = () =>
      market.sandbox.control.setFaults([
        { channel: 'shopee', kind: seed === 0 ? 'error_after_commit' : 'timeout', rate: 1, count: 2 },
      ]);
    losing();
    await scheduled(inMinutes(0), inMinutes(8));
    await waits(6);
    expect(shows('shopee')).toBe(0);
    losing();
    await waits(14);
    expect([shows('shopee'), shows('shopify')]).toEqual([10, 10]);
    expect(await ledger()).toEqual(before);
  });

  it('a program that was down during the whole window leaves the quantity unchanged', async () => {
    await scheduled(inMinutes(60), inMinutes(120));
    market.clock.advance(3 * 3_600_000);
    await waits(2);
    expect([shows('shopee'), shows('shopify')]).toEqual([10, 10]);
  });
});

describe('the dates', () => {
  it.each([
    ['start without end', 1, null, { force_zero_qty_to: ['End date is required'] }],
    ['end without start', null, 1, { force_zero_qty_from: ['Start date is required'] }],
    [
      'start after end',
      2,
      1,
      {
        force_zero_qty_from: ['Start date must be before end date'],
        force_zero_qty_to: ['End date must be after start date'],
      },
    ],
  ] as const)('%s is refused', async (_, from, to, errors) => {
    const dates = [from, to].map((minutes) => (minutes === null ? null : inMinutes(minutes)));
    const single = await schedule(dates[0] ?? null, dates[1] ?? null);
    const many = await mass({
      force_zero_qty_from: dates[0],
      force_zero_qty_to: dates[1],
      marketplace_item_ids: [tee.itemId],
    });
    for (const { status, body } of [single, many]) {
      expect(status).toBe(422);
      expect(fieldErrors.parse(body).errors).toEqual(errors);
    }
  });

  it('the same moment twice is valid and has no effect', async () => {
    const at = inMinutes(1);
    expect(await scheduled(at, at)).toMatchObject({ force_zero_qty_from: at, force_zero_qty_to: at });
    await waits(2);
    expect(shows('shopee')).toBe(10);
  });

  it('a listing of another store is not found', async () => {
    const other = await addPopulatedStore(market.ctx);
    expect((await schedule(null, null, other.variantListingId)).status).toBe(404);
  });
});

describe('many items', () => {
  it('are scheduled by their ids; unknown ones are ignored, and a mail reports the result of each', async () => {
    const cap = await listingOf('shopify', 'CAP');
    await market.ctx.db
      .updateTable('marketplaces')
      .set({ can_sync_to_marketplace: false })
      .where('id', '=', market.shop('shopify').marketplaceId)
      .execute();
    const ids = ` ${tee.itemId} \n\n${cap.itemId}\n${tee.itemId}\nno-such-item`;
    const from = inMinutes(0);
    const answer = await mass({
      force_zero_qty_from: from,
      force_zero_qty_to: inMinutes(240),
      marketplace_item_ids: ids,
    });
    expect(answer).toMatchObject({ status: 200, body: { count: 2 } });
    await waits(2);
    expect([shows('shopee', 'TEE'), shows('shopee', 'CAP'), shows('shopify', 'TEE')]).toEqual([0, 4, 10]);
    const [mail] = market.ctx.mails;
    expect(mail).toMatchObject({ to: 'member@shop.test', subject: 'Force zero in Market is scheduled' });
    expect(mail?.text).toContain('Listings that show 0 from 2026-11-01');
    expect(mail?.text).toContain('no-such-item: No listing has this marketplace item id.');
    expect(mail?.text).toContain('Syncing to shopify is switched off.');

    const removed = await mass({
      force_zero_qty_from: '',
      force_zero_qty_to: '',
      marketplace_item_ids: [tee.itemId],
    });
    expect(removed.body).toEqual({ count: 1, unknown_ids: [] });
    await waits(2);
    expect(shows('shopee', 'TEE')).toBe(10);
    expect(market.ctx.mails.at(-1)?.subject).toBe('Force zero in Market is removed');
  });

  it('are shown before they are scheduled, and another number of them than was confirmed changes nothing', async () => {
    const cap = await listingOf('shopify', 'CAP');
    const asked = {
      force_zero_qty_from: inMinutes(0),
      force_zero_qty_to: inMinutes(240),
      marketplace_item_ids: `\u200B${tee.itemId}, ${cap.itemId};no-such-item\t`,
    };
    const shown = await server.call('POST', `${path}/variant_listings/mass_force_zero_qty_preview.json`, {
      token,
      body: { variant_listing: asked },
    });
    const { force_zero_preview: preview } = previewMassForceZero.reply.parse(shown.body);
    expect(preview).toMatchObject({ count: 2, scheduled: 0, unknown_ids: ['no-such-item'] });
    expect(preview.listings.map(({ sku, quantity }) => [sku, quantity]).toSorted()).toEqual([
      ['CAP', 4],
      ['TEE', 10],
    ]);
    const confirmed = (count: number) =>
      server.call('POST', `${path}/variant_listings/mass_force_zero_qty.json`, {
        token,
        body: { variant_listing: asked, expected_count: count },
      });
    expect(await confirmed(3)).toMatchObject({ status: 409 });
    const set = () =>
      market.ctx.db
        .selectFrom('variant_listings')
        .select('id')
        .where('force_zero_qty_from', 'is not', null)
        .execute();
    expect(await set()).toEqual([]);
    expect(await confirmed(2)).toMatchObject({
      status: 200,
      body: { count: 2, unknown_ids: ['no-such-item'] },
    });
    const ids = (await set()).map(({ id }) => id).toSorted();
    expect(ids).toEqual(preview.listings.map(({ id }) => id).toSorted());
  });

  it.each([[''], [' \n '], [[]], [undefined]])('at least one id is needed (%j)', async (ids) => {
    const refused = await mass({ marketplace_item_ids: ids });
    expect(refused.status).toBe(422);
    expect(fieldErrors.parse(refused.body).errors).toEqual({
      marketplace_item_ids: ['At least one marketplace item id is required'],
    });
  });
});
