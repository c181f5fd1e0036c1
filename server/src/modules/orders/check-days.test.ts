import { listOrderDays, type OrderDay } from '@evenstock/contract/order-days';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { checkDays, startDayChecks } from './check-days.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const channels = ['shopee', 'lazada', 'shopify'] as const;

let market: Market;
let server: TestServer;
beforeAll(async () => {
  market = await createMarket({ channels: [...channels], skus: { TEE: 500 } });
  server = await createTestServer(market.ctx);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function settle(): Promise<void> {
  do await market.sandbox.runDue();
  while ((await market.ctx.runJobs()).length > 0);
}

function buy(channel: (typeof channels)[number]): string {
  const { shop } = market.shop(channel);
  return market.sandbox.control.placeOrder(channel, shop, { lines: [{ sku: 'TEE', quantity: 1 }] }).number;
}

const here = async (): Promise<readonly string[]> => {
  const found = market.ctx.db.selectFrom('orders').select('number').where('store_id', '=', market.storeId);
  return (await found.execute()).map(({ number }) => number);
};

async function daysOf(): Promise<readonly OrderDay[]> {
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  const token = await openSession(market.ctx, userId);
  const path = `/api/stores/${String(market.storeId)}/order_days.json`;
  const answer = await server.call('GET', path, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listOrderDays.reply.parse(answer.body).order_days;
}

async function check(): Promise<void> {
  await startDayChecks(market.ctx);
  await settle();
}

describe('the orders of a day', () => {
  it('are all here after one reconcile, with one notice in five lost and two hours of downtime, and its check shows that', async () => {
    const placed: string[] = [];
    market.sandbox.control.setFaults([{ kind: 'drop_webhook', rate: 0.2 }]);
    for (let hour = 0; hour < 6; hour += 1) {
      for (const channel of channels) placed.push(buy(channel), buy(channel));
      market.clock.advance(HOUR / 6);
      await settle();
    }
    // The server is down: buyers buy, and notices are not received.
    market.setNotices(false);
    for (let hour = 0; hour < 2; hour += 1) {
      for (const channel of channels) placed.push(buy(channel));
      market.clock.advance(HOUR);
      await market.sandbox.runDue();
    }
    market.setNotices(true);
    market.sandbox.control.setFaults([]);
    const lost = placed.length - (await here()).length;
    expect(lost).toBeGreaterThanOrEqual(6);
    for (const channel of channels) await market.pull(market.shop(channel), 'orders', 'reconcile');
    await settle();
    expect([...(await here())].sort()).toEqual([...placed].sort());

    market.clock.advance(DAY);
    await check();
    const [last] = (await daysOf()).filter(({ theirs }) => (theirs ?? 0) > 0).map(({ day }) => day);
    const ofDay = (await daysOf()).filter(({ day }) => day === last);
    expect(ofDay).toHaveLength(channels.length);
    for (const day of ofDay) {
      expect(day).toMatchObject({ verdict: 'complete', theirs: 14, ours: 14, fetched: 0, missing: 0 });
      expect(day.counted_by).toBe(day.marketplace.channel === 'shopee' ? 'listing' : 'total');
    }
  });

  it('are fetched where some are not here', async () => {
    market.setNotices(false);
    const number = buy('shopify');
    market.clock.advance(DAY);
    await market.sandbox.runDue();
    expect(await here()).not.toContain(number);
    await checkDays(market.ctx, market.shop('shopify').marketplaceId);
    market.setNotices(true);
    expect(await here()).toContain(number);
    const found = (await daysOf()).filter(({ fetched }) => fetched > 0);
    expect(found).toMatchObject([
      {
        marketplace: { channel: 'shopify' },
        verdict: 'complete',
        theirs: 1,
        ours: 1,
        fetched: 1,
        missing: 0,
      },
    ]);
    // A second check keeps the number of fetched orders.
    await checkDays(market.ctx, market.shop('shopify').marketplaceId);
    expect((await daysOf()).filter(({ fetched }) => fetched > 0)).toEqual(
      found.map((day) => ({ ...day, checked_at: expect.any(String) as string })),
    );
  });
});
