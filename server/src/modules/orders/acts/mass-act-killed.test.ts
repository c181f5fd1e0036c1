import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { listMassCancellationForms } from '@evenstock/contract/fulfilment/mass-forms';
import { retryOperation, showOperation } from '@evenstock/contract/operations/operations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { buyToShip, firstEntries, type ShipEntry } from '../../../testing/mass-ship.ts';
import { openOrderHarness, type OrderHarness } from '../../../testing/order-harness.ts';
import { operations } from '../../../wiring.ts';
import { runOperation } from '../../operations/run-operation.ts';

const channels = ['shopee', 'lazada', 'shopify', 'qoo10', 'tiktok', 'amazon-sg'] as const;
type Channel = (typeof channels)[number];
/** Number of orders of each channel. */
const each = process.env['EVENSTOCK_LONG'] === '1' ? 200 : 8;
/** A thousand orders take minutes. */
const PATIENCE_MS = 1_500_000;

/** A mass action, and the call that has its effect at each of its channels: each order has exactly one. */
interface Run {
  readonly name: string;
  readonly call: string;
  readonly calls: Partial<Readonly<Record<Channel, (url: string, body: string) => boolean>>>;
  /**
   * Channels whose orders never show that it was done. Where an answer is lost, it is asked again: the second call changes nothing. The
   * address of its call names the order.
   */
  readonly unseen?: readonly Channel[];
  /** Takes in this many orders of each channel, and answers what their form asks. */
  readonly entries: (channels: readonly Channel[], count: number) => Promise<readonly ShipEntry[]>;
  /** The states of its orders in the end. */
  readonly states: readonly string[];
}

/** Takes in orders that their buyers collect. */
async function toCollect(of: readonly Channel[], count: number): Promise<ShipEntry[]> {
  const entries: ShipEntry[] = [];
  for (const channel of of) {
    for (let bought = 0; bought < count; bought += 1)
      entries.push({ reference_number: await harness.buy(channel, { self_collect: true }) });
  }
  return entries;
}

/** Takes in orders, each with the first reason that its form offers. */
async function toCancel(of: readonly Channel[], count: number): Promise<ShipEntry[]> {
  const bought: number[] = [];
  for (const channel of of) {
    for (let made = 0; made < count; made += 1)
      bought.push((await harness.orderOf(await harness.buy(channel))).id);
  }
  const query = bought.map((id) => `q[id_in][]=${String(id)}`).join('&');
  const { body } = await harness.ask(`${store}/orders/mass_cancellation_forms.json?${query}`);
  return listMassCancellationForms.reply.parse(body).forms.map(({ order, form }) => ({
    reference_number: order.reference_number,
    reason_id: form?.reasons.find((one) => !one.needs_items && !one.needs_detail)?.key,
  }));
}

const runs: readonly Run[] = [
  {
    name: 'shipped',
    call: 'mass_ship',
    calls: {
      shopee: (url) => url.includes('/logistics/ship_order'),
      lazada: (url) => url.includes('/order/fulfill/pack'),
      shopify: (_url, body) => body.includes('fulfillmentCreate'),
      qoo10: (url, body) => `${url} ${body}`.includes('SetSendingInfo'),
      tiktok: (url) => /\/packages\/[^/]+\/ship(\?|$)/.test(url),
    },
    async entries(of, count) {
      const before = new Set(await orderIds());
      const all = await buyToShip(harness, of, count);
      return firstEntries(
        harness,
        all.filter((id) => !before.has(id)),
      );
    },
    // Shopify's are completed once they are shipped.
    states: ['completed', 'shipped'],
  },
  {
    name: 'cancelled',
    call: 'mass_cancel',
    calls: {
      shopee: (url) => url.includes('cancel_order'),
      tiktok: (url) => /\/cancellations(\?|$)/.test(url),
    },
    entries: toCancel,
    states: ['failed_orders'],
  },
  {
    name: 'set ready to collect',
    call: 'mass_set_ready_to_collect',
    calls: {
      shopee: (url) => url.includes('update_self_collection_order_logistics'),
      'amazon-sg': (url, body) => url.includes('/shipment') && body.includes('ReadyForPickup'),
    },
    unseen: ['amazon-sg'],
    entries: toCollect,
    states: ['buyer_self_collect'],
  },
  {
    name: 'picked up',
    call: 'mass_pickup',
    calls: { 'amazon-sg': (url, body) => url.includes('/shipment') && body.includes('PickedUp') },
    unseen: ['amazon-sg'],
    async entries(of, count) {
      const entries = await toCollect(of, count);
      for (const { reference_number: number } of entries) await harness.post(number, '/ready_to_collect');
      await harness.later(120);
      return entries;
    },
    states: ['outstanding_issues'],
  },
];

let harness: OrderHarness;
let server: TestServer;
let store: string;
beforeAll(async () => {
  harness = await openOrderHarness(channels);
  server = await createTestServer(harness.market.ctx);
  store = `/api/stores/${String(harness.market.storeId)}`;
});
afterEach(() => {
  harness.market.setNetwork(null);
});
afterAll(async () => {
  await server.close();
  await harness.close();
});

async function orderIds(): Promise<number[]> {
  const found = await harness.market.ctx.db.selectFrom('orders').select('id').execute();
  return found.map(({ id }) => id);
}

async function start(call: string, entries: readonly object[]): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${store}/orders/${call}.json`,
    headers: { 'authentication-token': harness.token, prefer: 'respond-async' },
    payload: { orders: entries },
  });
  expect(answer.statusCode).toBe(202);
  return answer.json<{ mass_action: { id: number } }>().mass_action.id;
}

async function shown(id: number) {
  const address = `${store}/operations/${String(id)}.json?per_page=100`;
  return showOperation.reply.parse((await harness.ask(address)).body);
}

/** Lets time pass until an operation has ended. */
async function ended(id: number) {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const { operation, rows } = await shown(id);
    if (operation.finished_at !== null) return { operation, rows };
    await harness.later(10);
  }
  throw new Error('The run does not end.');
}

/** A worker: it takes the run up again each time its slice of time is over, until it dies. */
async function workOn(id: number, isDead: () => boolean): Promise<void> {
  while (!isDead()) {
    await runOperation(harness.market.ctx, operations, id);
    harness.market.clock.advance(1_000);
  }
}

/** A worker that lives: it stops where the run ends, or waits for a marketplace. */
async function workToTheEnd(id: number): Promise<void> {
  for (let slices = 0; slices < 20; slices += 1) {
    if ((await shown(id)).operation.finished_at !== null) return;
    await runOperation(harness.market.ctx, operations, id);
  }
}

/**
 * Counts the calls of a run that have its effect, by channel. The worker that makes the one of this number dies: it gets no more
 * answers, and sends nothing any more.
 */
function counting({ calls, unseen = [] }: Run): {
  readonly sent: Partial<Record<Channel, number>>;
  readonly count: () => number;
  readonly dieAt: (death: number | null) => void;
} {
  const sent: Partial<Record<Channel, number>> = {};
  const asked = new Set<string>();
  const count = (): number => Object.values(sent).reduce((sum, of) => sum + of, 0);
  return {
    sent,
    count,
    dieAt(death) {
      harness.market.setNetwork(async ({ url, body }, go) => {
        const isDead = (): boolean => death !== null && count() >= death;
        if (isDead()) return new Promise<never>(() => undefined);
        const channel = channels.find((one) => calls[one]?.(url, body) === true);
        const isRepeated = channel !== undefined && unseen.includes(channel) && asked.has(url);
        if (channel !== undefined && !isRepeated) sent[channel] = (sent[channel] ?? 0) + 1;
        asked.add(url);
        const answer = await go();
        return isDead() ? new Promise<never>(() => undefined) : answer;
      });
    },
  };
}

const channelsOf = ({ calls }: Run): Channel[] => channels.filter((channel) => calls[channel] !== undefined);

/** Expects one call for each order, and the state that it leads to. */
async function onceEach(run: Run, sent: Partial<Record<Channel, number>>, entries: readonly ShipEntry[]) {
  const of = channelsOf(run);
  const count = entries.length / of.length;
  expect(sent).toEqual(Object.fromEntries(of.map((channel: ChannelKind) => [channel, count])));
  for (const shop of harness.market.shops) await harness.market.pull(shop, 'orders', 'reconcile');
  const numbers = entries.map(({ reference_number: number }) => number);
  const found = harness.market.ctx.db.selectFrom('orders').select('state').distinct();
  const states = await found.where('reference_number', 'in', numbers).execute();
  expect(states.map(({ state }) => state).toSorted()).toEqual(run.states);
}

describe.each(runs.map((run) => [run.name, run] as const))('orders that are %s together', (_name, run) => {
  it(
    'are so once each, though the worker dies in the middle',
    async () => {
      const entries = await run.entries(channelsOf(run), run.call === 'mass_ship' ? each : 4);
      const total = entries.length;
      const id = await start(run.call, entries);
      const { sent, count, dieAt } = counting(run);
      const middle = Math.floor(total / 2);
      dieAt(middle);
      void workOn(id, () => count() >= middle).catch(() => undefined);
      await expect.poll(count, { timeout: PATIENCE_MS }).toBe(middle);
      expect((await shown(id)).operation.done).toBeLessThan(middle);

      dieAt(null);
      const { operation, rows } = await ended(id);
      // The worker died during one order of each marketplace: their actions are checked, and their rows may have ended before.
      expect(operation.done + operation.failed).toBe(total);
      expect(operation.failed).toBeLessThanOrEqual(channelsOf(run).length);
      const failed = rows.filter(({ state }) => state === 'failed');
      for (const { reason } of failed) expect(reason?.code).toBe('orders.not_confirmed_yet');
      await harness.later(300);
      // What was confirmed since is shown as done.
      expect((await shown(id)).operation).toMatchObject({ done: total, failed: 0 });
      if (failed.length > 0) {
        const { body } = await server.call('POST', `${store}/operations/${String(id)}/retry.json`, {
          token: harness.token,
        });
        const again = await ended(retryOperation.reply.parse(body).operation.id);
        expect(again.operation).toMatchObject({ done: failed.length, failed: 0 });
      }
      await onceEach(run, sent, entries);
    },
    PATIENCE_MS,
  );

  it(
    'are so once each, though two members start the run at once',
    async () => {
      const entries = await run.entries(channelsOf(run), 3);
      const ids = await Promise.all([start(run.call, entries), start(run.call, entries)]);
      const { sent, dieAt } = counting(run);
      dieAt(null);
      await Promise.all(ids.map(workToTheEnd));
      const ends = await Promise.all(ids.map((id) => ended(id)));
      // A run that met the other one at an order does not know its outcome yet.
      for (const { operation } of ends)
        expect(operation.done + operation.failed + operation.unconfirmed).toBe(entries.length);
      await harness.later(300);
      await onceEach(run, sent, entries);
      // Each order is done in one of the two runs at least; the other may say why it is not to be done.
      const then = await Promise.all(ids.map(shown));
      for (const { operation } of then) expect(operation.unconfirmed).toBe(0);
      const done = new Set(
        then.flatMap(({ rows }) => rows.filter(({ state }) => state === 'done').map(({ key }) => key)),
      );
      expect(done.size).toBe(entries.length);
    },
    PATIENCE_MS,
  );
});
