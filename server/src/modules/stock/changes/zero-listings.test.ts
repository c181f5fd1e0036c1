import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { detailReply } from '@evenstock/contract/marketplaces/marketplaces';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMarket, type Market } from '../../../testing/market.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { wrongSums } from '../../../testing/ledger.ts';
import { addMember } from '../../../testing/world.ts';
import { completeAuthorisation } from '../../connections/authorisation/complete-authorisation.ts';
import { beginAuthorisation } from '../../connections/authorisation/begin-authorisation.ts';
import { requireMarketplace } from '../../marketplaces/show-marketplace.ts';
import { sweepStock } from '../sweep-stock.ts';

let market: Market;
let server: TestServer;
let owner: string;
let userId: number;
beforeEach(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: { TEE: 10, CAP: 4 } });
  for (const sku of ['TEE', 'CAP']) await market.merge(sku);
  await market.ctx.runJobs();
  market.clock.advance(10_000);
  server = await createTestServer(market.ctx);
  owner = await server.signIn('owner@shop.test');
  userId = (await market.ctx.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id;
  await addMember(market.ctx, market.storeId, userId, 'owner');
});
afterEach(async () => {
  await server.close();
  await market.close();
});

const path = '/api/stores/market/marketplaces/shopee';

async function leave() {
  const answer = await server.call('POST', `${path}/deactivate.json?zero_first=true`, { token: owner });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return detailReply.parse(answer.body).marketplace;
}

async function shown() {
  const answer = await server.call('GET', `${path}.json`, { token: owner });
  return detailReply.parse(answer.body).marketplace;
}

function shows(channel: ChannelKind, sku: string): number | undefined {
  const { shop } = market.shop(channel);
  return market.sandbox.control.listings(channel, shop).find((listing) => listing.sku === sku)?.quantity;
}

async function waits(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 10) {
    market.clock.advance(10_000);
    await market.sandbox.runDue();
    await sweepStock(market.ctx);
    if (left % 60 === 0) await market.ctx.tick();
    await market.ctx.runJobs({ allowFailures: true });
  }
}

async function movements(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from stock_movements`.execute(
    market.ctx.db,
  );
  return rows[0]?.n ?? 0;
}

async function authoriseAgain(): Promise<void> {
  const { ctx, storeId } = market;
  const actor = { userId, sessionId: 0, email: 'owner@shop.test', role: 'member' } as const;
  const { shop, marketplaceId } = market.shop('shopee');
  const marketplace = await requireMarketplace(ctx, storeId, 'shopee');
  const whole = { ...actor, passwordExpired: false, hasSecondFactor: false };
  const { state } = await beginAuthorisation(ctx, whole, { id: storeId, slug: 'market' }, marketplace);
  const returned = market.sandbox.control.grant('shopee', shop, { state });
  await completeAuthorisation(ctx, whole, { channel: 'shopee', among: [marketplaceId] }, returned);
}

it('sets the listings to 0 before the authorisation ends, and restores the quantity when it is given again', async () => {
  const before = await movements();
  expect(await leave()).toMatchObject({
    state: 'verified',
    zeroing: { done: 0, total: 2, ended_at: null, left_over: [] },
  });
  await waits(30);
  expect(await shown()).toMatchObject({
    state: 'unverified',
    zeroing: { done: 2, total: 2, ended_at: expect.any(String), left_over: [] },
  });
  expect([shows('shopee', 'TEE'), shows('shopee', 'CAP'), shows('shopify', 'TEE')]).toEqual([0, 0, 10]);
  await authoriseAgain();
  expect(await shown()).toMatchObject({ state: 'verified', zeroing: null });
  await waits(300);
  expect([shows('shopee', 'TEE'), shows('shopee', 'CAP'), shows('shopify', 'TEE')]).toEqual([10, 4, 10]);
  expect(await movements()).toBe(before);
  expect(await wrongSums(market.ctx.db)).toEqual([]);
});

it('a number that a seller types over the 0 meanwhile is not booked', async () => {
  const before = await movements();
  await leave();
  await waits(30);
  const { shop } = market.shop('shopee');
  const tee = market.sandbox.control.listings('shopee', shop).find(({ sku }) => sku === 'TEE');
  market.sandbox.control.editListing('shopee', shop, tee?.variant_id ?? '', { quantity: 3 });
  await authoriseAgain();
  await waits(300);
  expect([shows('shopee', 'TEE'), shows('shopify', 'TEE'), await movements()]).toEqual([10, 10, before]);
});

it('lists the listings that the marketplace did not accept, and is deactivated all the same', async () => {
  const { shop } = market.shop('shopee');
  const cap = market.sandbox.control.listings('shopee', shop).find(({ sku }) => sku === 'CAP');
  market.sandbox.control.editListing('shopee', shop, cap?.variant_id ?? '', { reserved: 3 });
  await leave();
  await waits(60);
  const after = await shown();
  expect(after).toMatchObject({ state: 'unverified', zeroing: { done: 1, total: 2 } });
  expect(after.zeroing?.left_over).toEqual([
    expect.objectContaining({
      sku: 'CAP',
      reason: expect.stringContaining('campaign'),
      reason_messages: [{ code: 'stock.campaign_keeps', values: { reserved: 3 } }],
    }),
  ]);
  expect([shows('shopee', 'TEE'), shows('shopee', 'CAP')]).toEqual([0, 3]);
});

it('a marketplace that does not answer is deactivated after half an hour, with a list of its listings', async () => {
  market.sandbox.control.setFaults([{ kind: 'error_500', channel: 'shopee', rate: 1 }]);
  await leave();
  await waits(600);
  expect(await shown()).toMatchObject({ state: 'verified', zeroing: { done: 0, ended_at: null } });
  await waits(1_300);
  const after = await shown();
  expect(after).toMatchObject({ state: 'unverified', zeroing: { done: 0, total: 2 } });
  expect(after.zeroing?.left_over).toHaveLength(2);
});

it('resumes after a kill: the sweep finds the remaining listings', async () => {
  await leave();
  await sql`delete from graphile_worker._private_jobs`.execute(market.ctx.db);
  await waits(60);
  expect(await shown()).toMatchObject({ state: 'unverified', zeroing: { done: 2, total: 2 } });
  expect([shows('shopee', 'TEE'), shows('shopee', 'CAP')]).toEqual([0, 0]);
});

it('deletes the marketplace in the same way; one that is not authorised is refused', async () => {
  const deleted = await server.call('DELETE', `${path}.json?zero_first=true`, { token: owner });
  expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
  await waits(30);
  expect((await server.call('GET', `${path}.json`, { token: owner })).status).toBe(404);
  expect([shows('shopee', 'TEE'), shows('shopee', 'CAP')]).toEqual([0, 0]);
  await server.call('POST', '/api/stores/market/marketplaces/shopify/deactivate.json', { token: owner });
  const again = '/api/stores/market/marketplaces/shopify/deactivate.json?zero_first=true';
  expect(await server.call('POST', again, { token: owner })).toMatchObject({
    status: 422,
    body: { errors: { zero_first: [expect.stringContaining('not authorised')] } },
  });
});
