import type { ChannelKind } from '@evenstock/contract/channels';
import { retryOperation, showOperation } from '@evenstock/contract/operations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { buyToShip, firstEntries } from '../../testing/mass-ship.ts';
import { openOrderDesk, type OrderDesk } from '../../testing/order-desk.ts';
import { operations } from '../../wiring.ts';
import { runOperation } from '../operations/run-operation.ts';

const channels = ['shopee', 'lazada', 'shopify', 'qoo10', 'tiktok'] as const;
type Channel = (typeof channels)[number];
/** Number of orders of each channel. */
const each = process.env['EVENSTOCK_LONG'] === '1' ? 200 : 8;
const total = each * channels.length;
/** A thousand orders take minutes. */
const PATIENCE_MS = 1_500_000;

/** The call that ships an order; each order has exactly one. */
const ships: Readonly<Record<Channel, (url: string, body: string) => boolean>> = {
  shopee: (url) => url.includes('/logistics/ship_order'),
  lazada: (url) => url.includes('/order/fulfill/pack'),
  shopify: (_url, body) => body.includes('fulfillmentCreate'),
  qoo10: (url, body) => `${url} ${body}`.includes('SetSendingInfo'),
  tiktok: (url) => /\/packages\/[^/]+\/ship(\?|$)/.test(url),
};

let desk: OrderDesk;
let server: TestServer;
let store: string;
beforeAll(async () => {
  desk = await openOrderDesk(channels);
  server = await createTestServer(desk.market.ctx);
  store = `/api/stores/${String(desk.market.storeId)}`;
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

async function start(entries: readonly object[]): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${store}/orders/mass_ship.json`,
    headers: { 'authentication-token': desk.token, prefer: 'respond-async' },
    payload: { orders: entries },
  });
  expect(answer.statusCode).toBe(202);
  return answer.json<{ mass_action: { id: number } }>().mass_action.id;
}

async function shown(id: number) {
  const address = `${store}/operations/${String(id)}.json?per_page=100`;
  return showOperation.reply.parse((await desk.ask(address)).body);
}

/** Lets time pass until an operation has ended. */
async function ended(id: number) {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const { operation, rows } = await shown(id);
    if (operation.finished_at !== null) return { operation, rows };
    await desk.later(10);
  }
  throw new Error('The run does not end.');
}

/** A worker: it takes the run up again each time its slice of time is over, until it dies. */
async function workOn(id: number, isDead: () => boolean): Promise<void> {
  while (!isDead()) {
    await runOperation(desk.market.ctx, operations, id);
    desk.market.clock.advance(1_000);
  }
}

it(
  `${String(total)} orders of five channels are shipped once each, though the worker dies in the middle`,
  async () => {
    const ids = await buyToShip(desk, channels, each);
    expect(ids).toHaveLength(total);
    const id = await start(await firstEntries(desk, ids));
    const sent: Record<Channel, number> = { shopee: 0, lazada: 0, shopify: 0, qoo10: 0, tiktok: 0 };
    const count = (): number => Object.values(sent).reduce((sum, calls) => sum + calls, 0);
    /** The worker dies once this number of orders was shipped: it receives no answer afterwards. */
    const dyingAt = (death: number | null) => {
      desk.market.setNetwork(async ({ url, body }, go) => {
        const channel = channels.find((one) => ships[one](url, body));
        if (channel !== undefined) sent[channel] += 1;
        const answer = await go();
        return count() === death ? new Promise<never>(() => undefined) : answer;
      });
    };
    const middle = Math.floor(total / 2);
    dyingAt(middle);
    void workOn(id, () => count() >= middle).catch(() => undefined);
    await expect.poll(count, { timeout: PATIENCE_MS }).toBe(middle);
    expect((await shown(id)).operation.done).toBeLessThan(middle);

    dyingAt(null);
    const { operation, rows } = await ended(id);
    // The worker died during one order: its action is checked, and its row may have ended before.
    expect(operation.done + operation.failed).toBe(total);
    expect(operation.failed).toBeLessThanOrEqual(1);
    const failed = rows.filter(({ state }) => state === 'failed');
    for (const { reason } of failed) expect(reason?.code).toBe('orders.not_confirmed_yet');
    await desk.later(300);
    if (failed.length > 0) {
      const { body } = await server.call('POST', `${store}/operations/${String(id)}/retry.json`, {
        token: desk.token,
      });
      const again = await ended(retryOperation.reply.parse(body).operation.id);
      expect(again.operation).toMatchObject({ done: failed.length, failed: 0 });
    }
    const once = Object.fromEntries(channels.map((channel: ChannelKind) => [channel, each]));
    expect(sent).toEqual(once);
    for (const shop of desk.market.shops) await desk.market.pull(shop, 'orders', 'reconcile');
    // Shopify's are completed once they are shipped.
    const found = await desk.market.ctx.db.selectFrom('orders').select('state').distinct().execute();
    expect(found.map(({ state }) => state).toSorted()).toEqual(['completed', 'shipped']);
  },
  PATIENCE_MS,
);
