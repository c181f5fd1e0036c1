import { firstMethod } from '@evenstock/connectors/kit/behaviours/order-cases';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { retryOperation, showOperation } from '@evenstock/contract/operations/operations';
import {
  confirmPrint,
  getShippingLabel,
  prepareShippingLabels,
  showShippingLabels,
} from '@evenstock/contract/printing/printing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { readPdf } from '../../testing/pdf.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { callMarketplace } from '../connections/calls/call-marketplace.ts';

const channels = ['shopee', 'lazada', 'tiktok', 'tokopedia', 'qoo10', 'shopify', 'amazon-sg'] as const;
const DAY = 24 * 60 * 60_000;

let market: Market;
let server: TestServer;
let token: string;
let path: string;

beforeAll(async () => {
  market = await createMarket({ skus: { TEE: 500 }, channels });
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function settle(): Promise<void> {
  do await market.sandbox.runDue();
  while ((await market.ctx.runJobs()).length > 0);
}

async function later(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    market.clock.advance(10_000);
    await settle();
  }
}

interface Placed {
  readonly id: number;
  readonly number: string;
  readonly reference: string;
}

/** Amazon lists an order two minutes after it was placed at the earliest. */
const LISTED_AFTER_SECONDS = 180;

/** A paid order, taken in. */
async function place(channel: ChannelKind): Promise<Placed> {
  const { shop, marketplaceId } = market.shop(channel);
  const lines = [{ sku: 'TEE', quantity: 1 }];
  const { number } = market.sandbox.control.placeOrder(channel, shop, { lines });
  await settle();
  if (channel === 'amazon-sg') await later(LISTED_AFTER_SECONDS);
  await market.pull(market.shop(channel), 'orders');
  const order = await market.ctx.db
    .selectFrom('orders')
    .select(['id', 'reference_number'])
    .where('marketplace_id', '=', marketplaceId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return { id: order.id, number, reference: order.reference_number };
}

/** Ships an order at its marketplace, as its seller centre would. */
async function ship(channel: ChannelKind, { id, number }: Placed): Promise<void> {
  const { marketplaceId } = market.shop(channel);
  const lines = await market.ctx.db
    .selectFrom('order_items as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .select(['i.channel_line_id as lineId', 'o.channel_order_id as channelId'])
    .where('o.id', '=', id)
    .execute();
  const channelId = lines[0]?.channelId ?? '';
  for (;;) {
    const { outcome } = await callMarketplace(
      market.ctx,
      marketplaceId,
      'normal',
      async (access, connector) => {
        if (connector.fulfilment === undefined) throw new Error(`${channel} does not ship.`);
        const order = { number, channelId, lines };
        const form = await connector.fulfilment.form(access, order);
        const shipment = {
          order,
          attemptKey: number,
          ...firstMethod(form),
          lines: null,
          shippedAt: access.http.now(),
        };
        return connector.fulfilment.ship.perform(access, shipment);
      },
    );
    if (outcome === 'done') return;
    if (outcome === 'rejected') throw new Error(`${channel} does not ship ${number}.`);
    market.clock.advance(5_000);
  }
}

const shipped = (channel: ChannelKind): Promise<Placed> =>
  place(channel).then((order) => ship(channel, order).then(() => order));

async function start(orders: readonly Placed[], paper: 'A6' | 'A4' = 'A6'): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${path}/orders/get_shipping_labels.json`,
    headers: { 'authentication-token': token, prefer: 'respond-async' },
    payload: { q: { id_in: orders.map(({ id }) => id) }, paper },
  });
  expect(answer.statusCode).toBe(202);
  const reply = prepareShippingLabels.reply.parse(answer.json());
  if (!('mass_action' in reply)) throw new Error('It waited.');
  return reply.mass_action.id;
}

async function operationOf(id: number) {
  return showOperation.reply.parse(
    (await server.call('GET', `${path}/operations/${String(id)}.json`, { token })).body,
  );
}

/** Lets time pass until the run has ended. */
async function ended(id: number) {
  await settle();
  for (let tries = 0; tries < 400; tries += 1) {
    const shown = await operationOf(id);
    if (shown.operation.finished_at !== null) return shown;
    await later(10);
  }
  throw new Error('The run does not end.');
}

async function labelsOf(id: number) {
  const { body } = await server.call('GET', `${path}/print_runs/${String(id)}.json`, { token });
  return showShippingLabels.reply.parse(body).shipping_labels;
}

/** How many labels wait for a person. */
const failedLabels = async (): Promise<unknown> =>
  (await server.call('GET', `${path}/needs_you.json?scope=labels`, { token })).body;

const open = (url: string) => server.app.inject({ method: 'GET', url });

async function pdfOf(urls: readonly string[]) {
  expect(urls).toHaveLength(1);
  const answer = await open(urls[0] ?? '');
  expect(answer.headers['content-type']).toBe('application/pdf');
  return readPdf(answer.rawPayload);
}

async function readings(ids: readonly number[]): Promise<number> {
  const rows = await market.ctx.db
    .selectFrom('activities')
    .select('id')
    .where('key', '=', 'order.read_buyer')
    .where('recipient_id', 'in', ids)
    .execute();
  return rows.length;
}

describe('labels of several marketplaces', () => {
  let orders: Placed[];
  /** Of the marketplaces that give no labels. */
  let unable: readonly [shopify: Placed, amazon: Placed];
  beforeAll(async () => {
    orders = [];
    for (const channel of ['qoo10', 'shopee', 'tokopedia', 'tiktok', 'lazada'] as const) {
      orders.push(await shipped(channel));
    }
    unable = [await place('shopify'), await place('amazon-sg')];
  });

  it('are one PDF in the order that was chosen, HTML beside it, and the reason why one has none', async () => {
    const run = await start([...unable, ...orders]);
    const { operation, rows } = await ended(run);
    expect(operation).toMatchObject({ state: 'done', done: 5, failed: 2, total: 7 });
    const refused = { state: 'failed', reason: { code: 'printing.no_labels' } };
    expect(rows.slice(0, 2)).toMatchObject(unable.map(({ reference: label }) => ({ label, ...refused })));
    // Nobody can do anything about them, so they are shown here, and are no task.
    expect(await failedLabels()).toMatchObject({ total_count: 0 });
    const labels = await labelsOf(run);
    expect(labels.orders.map(({ id }) => id)).toEqual(orders.map(({ id }) => id));
    expect(labels.error.printeds).toEqual([]);
    expect(labels.error.invalids).toMatchObject(
      unable.map(({ id, reference }) => ({ id, reference_number: reference, code: 'printing.no_labels' })),
    );
    const pages = await pdfOf(labels.pdfs);
    const [qoo10, shopee, tokopedia, tiktok, lazada] = orders;
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual(
      Array.from({ length: 4 }, () => [298, 421]),
    );
    for (const [place, order] of [qoo10, shopee, tiktok, lazada].entries()) {
      expect(pages[place]?.text).toContain(order?.number);
    }
    expect(labels.labels.map(({ id }) => id)).toEqual([tokopedia?.id]);
    const html = await open(labels.labels[0]?.url ?? '');
    expect(html.body).toContain(tokopedia?.number);
    expect(html.headers['content-security-policy']).toContain("default-src 'none'");
    // A second look on the same day is recorded once.
    await labelsOf(run);
    expect(await readings(orders.map(({ id }) => id))).toBe(orders.length);
    expect(await readings(unable.map(({ id }) => id))).toBe(0);
  });

  it('are placed four to a sheet of A4', async () => {
    const run = await start(orders, 'A4');
    await ended(run);
    const pages = await pdfOf((await labelsOf(run)).pdfs);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[595, 842]]);
    for (const order of orders.filter((_, place) => place !== 2))
      expect(pages[0]?.text).toContain(order.number);
  });

  it('of one order come at once, as a file, as HTML, or with the reason why not', async () => {
    const get = (reference: string) =>
      server.call('GET', `${path}/orders/${encodeURIComponent(reference)}/get_shipping_label.json`, {
        token,
      });
    const [qoo10, , tokopedia] = orders;
    const file = getShippingLabel.reply.parse((await get(qoo10?.reference ?? '')).body);
    expect(file.media_type).toBe('application/pdf');
    expect(Buffer.from(file.label, 'base64').toString()).toMatch(/^%PDF-/);
    expect((await open(file.airway_bill)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const html = getShippingLabel.reply.parse((await get(tokopedia?.reference ?? '')).body);
    expect(html.label).toContain(tokopedia?.number);
    for (const { reference } of unable) {
      const refused = await get(reference);
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused.body)).toContain('gives no labels');
    }
  });

  it('once printed are said to have been, with the time', async () => {
    const ids = orders.map(({ id }) => id);
    const answer = await server.call('POST', `${path}/orders/confirm_print.json`, {
      token,
      body: { printer: 'print_label', q: { id_in: [...ids, 999_999] } },
    });
    const { printeds } = confirmPrint.reply.parse(answer.body);
    expect(printeds.map(({ id }) => id)).toEqual(ids);
    const run = await start(orders.slice(0, 1));
    await ended(run);
    expect((await labelsOf(run)).error.printeds).toEqual([
      expect.objectContaining({ id: ids[0], printed_at: printeds[0]?.printed_at }),
    ]);
    const changes = await market.ctx.db
      .selectFrom('activities')
      .select('changes')
      .where('key', '=', 'order.print')
      .where('recipient_id', '=', ids[0] ?? 0)
      .executeTakeFirstOrThrow();
    expect(changes.changes).toEqual({ print_label_at: [null, printeds[0]?.printed_at] });
  });

  it('are deleted a day later, their run remains', async () => {
    const run = await start(orders.slice(0, 1));
    await ended(run);
    const { rows } = await operationOf(run);
    expect(rows).toHaveLength(1);
    const kept = await market.ctx.db.selectFrom('print_files').select('key').execute();
    market.clock.advance(DAY + 1000);
    await market.ctx.tick();
    await market.ctx.runJobs({ allowFailures: true });
    expect(await market.ctx.db.selectFrom('print_files').select('key').execute()).toEqual([]);
    expect(await Promise.all(kept.map(({ key }) => market.ctx.files.read(key)))).toEqual(
      kept.map(() => null),
    );
    const labels = await labelsOf(run);
    expect([labels.pdfs, labels.labels, labels.orders]).toEqual([[], [], []]);
  });
});

describe('a run', () => {
  it('continues where it was killed, and asks no marketplace again for what it has', async () => {
    const orders: Placed[] = [];
    for (let count = 0; count < 7; count += 1) orders.push(await shipped('qoo10'));
    const asked: string[] = [];
    market.setNetwork((call, go) => {
      const all = `${call.url} ${call.body}`;
      if (all.includes('PrintQxpressInvoice')) asked.push(all);
      return go();
    });
    const run = await start(orders);
    const { files } = market.ctx;
    const write = files.write.bind(files);
    let written = 0;
    // The worker dies after the first label of the second step.
    Object.assign(files, {
      write: (key: string, bytes: Uint8Array) => {
        written += 1;
        return written === 7 ? Promise.reject(new Error('killed')) : write(key, bytes);
      },
    });
    await market.ctx.runJobs({ allowFailures: true });
    Object.assign(files, { write });
    expect((await operationOf(run)).operation).toMatchObject({ done: 5 });
    const before = asked.length;
    const { operation } = await ended(run);
    market.setNetwork(null);
    expect(operation).toMatchObject({ state: 'done', done: 7, failed: 0 });
    expect(asked.length - before).toBe(2);
    const pages = await pdfOf((await labelsOf(run)).pdfs);
    expect(pages.map(({ text }, place) => text.includes(orders[place]?.number ?? '-'))).toEqual(
      orders.map(() => true),
    );
  });

  it('waits for a marketplace that does not answer while others are fetched; its failed orders alone are tried again', async () => {
    const [tiktok, lazada] = [await shipped('tiktok'), await shipped('lazada')];
    market.sandbox.control.setFaults([{ channel: 'tiktok', kind: 'throttle', rate: 1 }]);
    const run = await start([tiktok, lazada]);
    await settle();
    expect((await operationOf(run)).operation).toMatchObject({
      state: 'waiting',
      done: 1,
      failed: 0,
      total: 2,
    });
    const { operation, rows } = await ended(run);
    market.sandbox.control.setFaults([]);
    expect(operation).toMatchObject({ state: 'done', done: 1, failed: 1, can_retry: true });
    expect(rows[0]).toMatchObject({ key: String(tiktok.id), state: 'failed' });
    // It can be tried again, so it waits for a person.
    expect(await failedLabels()).toMatchObject({ total_count: 1 });
    const answer = await server.call('POST', `${path}/operations/${String(run)}/retry.json`, {
      token,
      body: {},
    });
    const again = retryOperation.reply.parse(answer.body).operation;
    expect((await ended(again.id)).operation).toMatchObject({ done: 1, failed: 0, total: 1 });
    expect((await labelsOf(again.id)).orders.map(({ id }) => id)).toEqual([tiktok.id]);
  });

  it('gives the labels that are there while one marketplace keeps a call waiting, and names the others', async () => {
    const [lazada, qoo10] = [await shipped('lazada'), await shipped('qoo10')];
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    market.setNetwork(async ({ url }, go) => {
      if (url.includes('/rest/')) await answered;
      return go();
    });
    const run = await start([lazada, qoo10]);
    const work = settle();
    await expect
      .poll(async () => (await labelsOf(run)).orders.map(({ id }) => id), { timeout: 20_000 })
      .toEqual([qoo10.id]);
    const meanwhile = await labelsOf(run);
    expect(meanwhile.error).toMatchObject({
      invalids: [],
      waiting: [{ id: lazada.id, code: 'printing.not_yet' }],
    });
    const pages = await pdfOf(meanwhile.pdfs);
    expect(pages.map(({ text }) => text.includes(qoo10.number))).toEqual([true]);
    answer();
    await work;
    market.setNetwork(null);
    expect((await ended(run)).operation).toMatchObject({ state: 'done', done: 2, failed: 0 });
    const labels = await labelsOf(run);
    expect(labels.error.waiting).toEqual([]);
    expect((await pdfOf(labels.pdfs)).map(({ text }) => text.includes(lazada.number))).toEqual([true, false]);
  });

  it('names a marketplace that does not answer, until it is given up', async () => {
    const [tiktok, qoo10] = [await shipped('tiktok'), await shipped('qoo10')];
    market.sandbox.control.setFaults([{ channel: 'tiktok', kind: 'timeout', rate: 1 }]);
    const run = await start([tiktok, qoo10]);
    await settle();
    const labels = await labelsOf(run);
    expect(labels.orders.map(({ id }) => id)).toEqual([qoo10.id]);
    expect(labels.error.waiting).toMatchObject([{ id: tiktok.id, code: expect.stringMatching(/answer/) }]);
    expect(await pdfOf(labels.pdfs)).toHaveLength(1);
    await later(120);
    market.sandbox.control.setFaults([]);
    expect((await operationOf(run)).operation).toMatchObject({ state: 'done', failed: 1, can_retry: true });
    expect((await labelsOf(run)).error).toMatchObject({ waiting: [], invalids: [{ id: tiktok.id }] });
  });

  it('of a stranger’s orders does not start, and another store does not see a run', async () => {
    const body = { q: { id_in: [999_999] } };
    const answer = await server.call('POST', `${path}/orders/get_shipping_labels.json`, { token, body });
    expect(answer.status).toBe(404);
    expect((await server.call('GET', `${path}/print_runs/999999.json`, { token })).status).toBe(404);
  });
});
