import { massShipOrders } from '@evenstock/contract/fulfilment/mass-actions';
import { retryOperation, showOperation } from '@evenstock/contract/operations/operations';
import { showShippingLabels } from '@evenstock/contract/printing/printing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { buyToShip, firstEntries, type ShipEntry } from '../../testing/mass-ship.ts';
import { openOrderHarness, type OrderHarness } from '../../testing/order-harness.ts';

let harness: OrderHarness;
let server: TestServer;
let path: string;
beforeAll(async () => {
  harness = await openOrderHarness(['lazada']);
  server = await createTestServer(harness.market.ctx);
  path = `/api/stores/${String(harness.market.storeId)}`;
});
afterAll(async () => {
  await server.close();
  await harness.close();
});

const reason = { code: 'fulfilment.answer_first', values: {} };

/** Starts to ship entries, and runs to the end what follows. @returns the id of the operation */
async function ship(entries: readonly ShipEntry[], more: object): Promise<number> {
  const started = await server.call('POST', `${path}/orders/mass_ship.json`, {
    token: harness.token,
    body: { orders: entries, ...more },
  });
  expect(started.status).toBe(202);
  const { mass_action: begun } = massShipOrders.reply.options[3].parse(started.body);
  await harness.settle();
  return begun.id;
}

async function shown(id: number) {
  const answer = await server.call('GET', `${path}/operations/${String(id)}.json`, { token: harness.token });
  return showOperation.reply.parse(answer.body);
}

/** The orders whose labels a run of labels has. */
async function labelsOf(run: number | null): Promise<{ ids: number[]; pdfs: number }> {
  const answer = await server.call('GET', `${path}/print_runs/${String(run)}.json`, { token: harness.token });
  const { orders, pdfs } = showShippingLabels.reply.parse(answer.body).shipping_labels;
  return { ids: orders.map(({ id }) => id), pdfs: pdfs.length };
}

describe('a shipment of many with labels', () => {
  it('ends with one PDF of what it shipped; what failed gets its label once it is tried again', async () => {
    const [first = 0, other = 0, third = 0, out = 0] = await buyToShip(harness, ['lazada'], 4);
    const entries = await firstEntries(harness, [first, other, third, out]);
    const tried = entries.slice(0, 2);
    const asked = entries.slice(2, 3);
    // Its buyer asks to cancel after the dialog was filled in.
    for (const { reference_number: number } of asked) {
      await harness.happens('lazada', number, 'request_cancellation');
    }
    const left = [{ reference_number: entries[3]?.reference_number ?? '', reason }];
    const id = await ship([...tried, ...asked], { paper: 'A6', left_out: left });
    const { operation, rows, records } = await shown(id);
    expect(operation).toMatchObject({ state: 'done', total: 3, done: 2, failed: 1, left_out: 1 });
    expect(rows.map(({ state }) => state)).toEqual(['failed', 'left_out', 'done', 'done']);
    expect(rows[1]).toMatchObject({ reason: { code: 'fulfilment.answer_first' } });
    expect(records).toEqual({ done: [first, other], left: [third, out] });
    expect(await labelsOf(operation.began)).toEqual({ ids: [first, other], pdfs: 1 });

    const again = await server.call('POST', `${path}/operations/${String(id)}/retry.json`, {
      token: harness.token,
      body: {},
    });
    const { operation: retry } = retryOperation.reply.parse(again.body);
    await harness.settle();
    expect(await shown(retry.id)).toMatchObject({ operation: { total: 1, left_out: 0, began: null } });
  });

  it('begins no labels where none were asked for, and names no order of another store', async () => {
    const ids = await buyToShip(harness, ['lazada'], 1);
    const entries = await firstEntries(harness, ids.slice(-1));
    const id = await ship(entries, { left_out: [{ reference_number: 'of-nobody', reason }] });
    expect((await shown(id)).operation).toMatchObject({ done: 1, left_out: 0, began: null });
  });
});
