import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { recordedActivities } from '../../../testing/recorded-changes.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { repeatBoostsJob } from '../variants/catalog.jobs.ts';

const BOOST_HAS_ENDED_MS = 5 * 3_600_000;
let market: Market;
let server: TestServer;
let token: string;
let member: number;
/** Listings of the shop that can boost. */
let listings: number[];
let elsewhere: number;

beforeAll(async () => {
  const codes = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  market = await createMarket({
    channels: ['shopee', 'lazada'],
    skus: Object.fromEntries(codes.map((code) => [code, 5])),
  });
  const rows = await market.ctx.db
    .selectFrom('variant_listings')
    .select(['id', 'marketplace_id'])
    .orderBy('id')
    .execute();
  const { marketplaceId } = market.shop('shopee');
  listings = rows.filter((row) => row.marketplace_id === marketplaceId).map(({ id }) => id);
  elsewhere = rows.find((row) => row.marketplace_id !== marketplaceId)?.id ?? 0;
  server = await createTestServer(market.ctx);
  member = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, member, 'member');
  token = await openSession(market.ctx, member);
});
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(() => {
  market.sandbox.control.setFaults([]);
  // The boosts of the marketplace have ended.
  market.clock.advance(BOOST_HAS_ENDED_MS);
});

function take(): number {
  const listing = listings.shift();
  if (listing === undefined) throw new Error('Give the shop more listings.');
  return listing;
}

const press = (id: number) =>
  server.call(
    'POST',
    `/api/stores/${String(market.storeId)}/variant_listings/${String(id)}/shopee_boost_item.json`,
    { token },
  );

const reply = z.object({
  variant_listing: z.object({
    can_boost: z.boolean(),
    boost_action: z.object({ id: z.number(), state: z.string() }).nullable(),
    product_listing: z.object({ is_boosted: z.boolean(), last_boosted_at: z.string().nullable() }),
  }),
});
const shown = (body: unknown) => reply.parse(body).variant_listing;

function boostCalls(): number {
  const { channel, shop } = market.shop('shopee');
  return market.sandbox.control.calls(channel, shop).filter(({ call }) => call.endsWith('boost_item')).length;
}

/** Repeats the boosts that are due. */
async function repeat(): Promise<void> {
  await enqueue(market.ctx.db, repeatBoostsJob, {});
  await market.ctx.runJobs();
}

async function stopAll(): Promise<void> {
  await market.ctx.db.updateTable('product_listings').set({ is_boosted: false }).execute();
}

const boosted = (listing: number) =>
  market.ctx.db
    .selectFrom('product_listings as p')
    .innerJoin('variant_listings as l', 'l.product_listing_id', 'p.id')
    .select(['p.is_boosted', 'p.last_boosted_at'])
    .where('l.id', '=', listing)
    .executeTakeFirstOrThrow();

describe('the boost of a listing', () => {
  it('starts, and stops without a call', async () => {
    const listing = take();
    const started = await press(listing);
    expect(started.status).toBe(200);
    expect(shown(started.body)).toMatchObject({
      can_boost: true,
      boost_action: null,
      product_listing: { is_boosted: true },
    });
    const at = shown(started.body).product_listing.last_boosted_at;
    expect(at).not.toBeNull();
    const calls = boostCalls();
    expect(shown((await press(listing)).body)).toMatchObject({
      boost_action: null,
      product_listing: { is_boosted: false, last_boosted_at: at },
    });
    expect(boostCalls()).toBe(calls);
  });

  it('waits for a marketplace that gave no answer, and shows that', async () => {
    const listing = take();
    market.sandbox.control.setFaults([{ kind: 'error_after_commit', call: 'boost_item', count: 1 }]);
    const waiting = await press(listing);
    expect(waiting.status).toBe(200);
    expect(shown(waiting.body)).toMatchObject({
      boost_action: { state: 'unknown' },
      product_listing: { is_boosted: false },
    });
    // A second request joins the action.
    expect(shown((await press(listing)).body).boost_action).toEqual(shown(waiting.body).boost_action);
    const calls = boostCalls();
    market.clock.advance(3_000);
    await market.ctx.runJobs();
    const { rows } = await market.ctx.database.pool.query<{ is_boosted: boolean }>(
      'select p.is_boosted from product_listings p join variant_listings l on l.product_listing_id = p.id where l.id = $1',
      [listing],
    );
    expect(rows).toEqual([{ is_boosted: true }]);
    expect(boostCalls()).toBe(calls);
  });

  it('the sixth of a shop is refused until one is stopped', async () => {
    await stopAll();
    const five = Array.from({ length: 5 }, take);
    for (const listing of five) expect((await press(listing)).status).toBe(200);
    const sixth = take();
    const refused = await press(sixth);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      errors: {
        variant_listing: ['Shopee boosts at most 5 items at a time. Wait until one of them has ended.'],
      },
    });
    // The slots here stay taken also once the marketplace's own boosts have ended.
    market.clock.advance(BOOST_HAS_ENDED_MS);
    expect((await press(sixth)).status).toBe(422);
    await press(five[0] ?? 0);
    expect(shown((await press(sixth)).body).product_listing.is_boosted).toBe(true);
  });

  it('two at once do not share the last slot', async () => {
    await stopAll();
    for (let place = 0; place < 4; place += 1) expect((await press(take())).status).toBe(200);
    const answers = await Promise.all([press(take()), press(take())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is repeated once the marketplace has ended it, until a member stops it', async () => {
    await stopAll();
    const listing = take();
    const first = shown((await press(listing)).body).product_listing.last_boosted_at;
    await repeat();
    const calls = boostCalls();
    const recorded = await recordedActivities(market.ctx, 'product_listing.boost');
    expect(recorded.at(-1)).toEqual({
      actor: { type: 'User', id: member },
      changes: { is_boosted: [false, true] },
    });
    market.clock.advance(4 * 3_600_000);
    await repeat();
    await repeat();
    expect(boostCalls()).toBe(calls + 1);
    expect((await recordedActivities(market.ctx, 'product_listing.boost')).slice(recorded.length)).toEqual([
      { actor: { type: 'System', id: null }, changes: {} },
    ]);
    const again = await boosted(listing);
    expect(again.is_boosted).toBe(true);
    expect(again.last_boosted_at?.toISOString()).not.toBe(first);
    await press(listing);
    market.clock.advance(BOOST_HAS_ENDED_MS);
    await repeat();
    expect(boostCalls()).toBe(calls + 1);
  });

  it('ends here where its marketplace refuses it for good', async () => {
    await stopAll();
    const listing = take();
    await press(listing);
    market.clock.advance(BOOST_HAS_ENDED_MS);
    const { sku } = await market.ctx.db
      .selectFrom('variant_listings')
      .select('sku')
      .where('id', '=', listing)
      .executeTakeFirstOrThrow();
    const { channel, shop } = market.shop('shopee');
    const there = market.sandbox.control.listings(channel, shop).find((one) => one.sku === sku);
    const variant = there?.variant_id ?? '';
    // It was taken off sale there, and no notice came.
    market.setNotices(false);
    market.sandbox.control.editListing(channel, shop, variant, { status: 'unlisted' });
    await repeat();
    market.setNotices(true);
    expect((await boosted(listing)).is_boosted).toBe(false);
    expect((await recordedActivities(market.ctx, 'product_listing.unboost')).at(-1)).toEqual({
      actor: { type: 'System', id: null },
      changes: { is_boosted: [true, false] },
    });
  });

  it('does not exist where the channel has none', async () => {
    const refused = await press(elsewhere);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: { base: ['Lazada has no boosts.'] } });
  });
});
