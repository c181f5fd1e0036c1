import { listOrderDays, type OrderDay } from '@evenstock/contract/orders/order-days';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
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

/** Addresses and bodies of the pages of orders that are asked for. */
const isPage = ({ url, body }: { readonly url: string; readonly body: string }): boolean =>
  /query Orders\b|get_order_list/.test(`${url} ${body}`);
const isFurtherPage = (call: { readonly url: string; readonly body: string }): boolean =>
  isPage(call) && !call.body.includes('"after":null');

/** Twelve orders of yesterday at Shopify, two pages of them, none of which is here. */
async function twoPages(): Promise<readonly string[]> {
  market.setNotices(false);
  const numbers = Array.from({ length: 12 }, () => buy('shopify'));
  market.clock.advance(DAY);
  await market.sandbox.runDue();
  return numbers;
}

const isChecking = async (): Promise<boolean> =>
  (await market.ctx.db.selectFrom('order_day_checks').select('step').execute()).length > 0;

async function expectComplete(numbers: readonly string[]): Promise<void> {
  market.setNotices(true);
  market.setNetwork(null);
  expect(await here()).toEqual(expect.arrayContaining([...numbers]));
  const [day] = (await daysOf()).filter(({ theirs }) => theirs === numbers.length);
  expect(day).toMatchObject({ verdict: 'complete', ours: 12, fetched: 12, missing: 0 });
  expect(await market.ctx.db.selectFrom('order_day_listed').select('channel_order_id').execute()).toEqual([]);
}

describe('a check that is interrupted', () => {
  it('continues at its cursor once a slow marketplace may be called again', async () => {
    const numbers = await twoPages();
    const asked: string[] = [];
    market.setNetwork((call, go) => {
      if (!isPage(call)) return go();
      asked.push(call.body);
      const busy = new Response('{}', { status: 429, headers: { 'retry-after': '178' } });
      return isFurtherPage(call) && asked.at(-2) !== call.body ? Promise.resolve(busy) : go();
    });
    await checkDays(market.ctx, market.shop('shopify').marketplaceId);
    const refused = asked.length;
    expect(asked.at(-1)).not.toContain('"after":null');
    market.clock.advance(170_000);
    await market.ctx.runJobs();
    expect(asked).toHaveLength(refused);
    while (await isChecking()) {
      market.clock.advance(30_000);
      await market.ctx.runJobs();
    }
    expect(asked[refused]).toBe(asked[refused - 1]);
    // Each further page was refused once; no first page was asked for twice.
    const first = asked.filter((body) => body.includes('"after":null'));
    expect(new Set(first).size).toBe(first.length);
    await expectComplete(numbers);
  });

  it('continues at its cursor after it was killed', async () => {
    const numbers = await twoPages();
    const { marketplaceId } = market.shop('shopify');
    let isHanging = false;
    market.setNetwork((call, go) => {
      if (!isFurtherPage(call)) return go();
      isHanging = true;
      return new Promise<never>(() => undefined);
    });
    const killed = checkDays(market.ctx, marketplaceId);
    killed.catch(() => undefined);
    await expect.poll(() => isHanging).toBe(true);
    const asked: string[] = [];
    market.setNetwork((call, go) => {
      if (isPage(call)) asked.push(call.body);
      return go();
    });
    await checkDays(market.ctx, marketplaceId);
    expect(asked[0]).not.toContain('"after":null');
    expect(new Set(asked).size).toBe(asked.length);
    await expectComplete(numbers);
  });
});

describe('a day that cannot be checked', () => {
  it('is one that the marketplace refuses to list, and the days since are checked', async () => {
    const number = buy('shopee');
    market.clock.advance(DAY);
    await settle();
    const oldest = Math.floor((market.clock.now().getTime() - 3 * DAY) / 1000);
    // The simulator refuses windows of more than fifteen days; its address is not signed with them.
    market.setNetwork((call, go) => {
      const url = new URL(call.url);
      const from = url.searchParams.get('time_from');
      if (!isPage(call) || from === null || Number(from) >= oldest) return go();
      url.searchParams.set('time_from', String(Number(from) - (20 * DAY) / 1000));
      return market.sandbox.fetch(url.href);
    });
    await check();
    market.setNetwork(null);
    const days = (await daysOf()).filter(({ marketplace }) => marketplace.channel === 'shopee').slice(0, 3);
    expect(days.map(({ verdict }) => verdict)).toEqual(['complete', 'complete', 'not_checkable']);
    expect(days[0]).toMatchObject({ theirs: 1, ours: 1, counted_by: 'listing' });
    expect(days[2]).toMatchObject({ theirs: null, counted_by: null, missing: 0 });
    expect(await here()).toContain(number);
  });

  it('is each one whose check was missed while the shop was away', async () => {
    await check();
    const newest = (await daysOf()).at(0)?.day ?? '';
    buy('shopee');
    market.clock.advance(6 * DAY);
    await settle();
    await check();
    const since = (await daysOf()).filter(
      ({ marketplace, day }) => marketplace.channel === 'shopee' && day > newest,
    );
    expect(since.map(({ verdict }) => verdict)).toEqual([
      ...Array.from({ length: 3 }, () => 'complete'),
      ...Array.from({ length: 3 }, () => 'not_checkable'),
    ]);
    expect(since.reduce((sum, { ours }) => sum + ours, 0)).toBe(1);
  });
});
