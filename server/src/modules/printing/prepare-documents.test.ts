import { confirmPrint, getInvoices, getPickList } from '@evenstock/contract/printing/printing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrderHarness, type OrderHarness } from '../../testing/order-harness.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { readPdf } from '../../testing/pdf.ts';

let harness: OrderHarness;
let server: TestServer;
let path: string;
beforeAll(async () => {
  harness = await openOrderHarness(['shopee']);
  server = await createTestServer(harness.market.ctx);
  path = `/api/stores/${String(harness.market.storeId)}/orders`;
});
afterAll(async () => {
  await server.close();
  await harness.close();
});

/** Two orders, of which a SKU is in both. */
async function buyTwo(): Promise<number[]> {
  const one = await harness.buy('shopee', { lines: [{ sku: 'TEE', quantity: 2 }] });
  const lines = [
    { sku: 'TEE', quantity: 1 },
    { sku: 'CUP', quantity: 3 },
  ];
  const other = await harness.buy('shopee', { lines });
  const found = harness.market.ctx.db.selectFrom('orders').select('id').where('number', 'in', [one, other]);
  return (await found.orderBy('id').execute()).map(({ id }) => id);
}

const asking = (ids: readonly number[]) => ids.map((id) => `q[id_in][]=${String(id)}`).join('&');

async function readings(ids: readonly number[]): Promise<number> {
  const found = harness.market.ctx.db
    .selectFrom('activities')
    .select('id')
    .where('key', '=', 'order.read_buyer')
    .where('recipient_id', 'in', ids);
  return (await found.execute()).length;
}

describe('invoices', () => {
  it('are one PDF, count as reading the buyer once a day, and say what was printed before', async () => {
    const ids = await buyTwo();
    const invoices = async () => {
      const answer = await server.call('GET', `${path}/get_invoices.json?${asking(ids)}`, {
        token: harness.token,
      });
      return getInvoices.reply.parse(answer.body).invoice;
    };
    expect(await readings(ids)).toBe(0);
    const { pdfs, orders, error } = await invoices();
    expect(orders.map(({ id }) => id)).toEqual(ids);
    expect(error).toEqual({ invalids: [], printeds: [], waiting: [] });
    const [pdf = ''] = pdfs;
    const file = await server.app.inject({ method: 'GET', url: pdf });
    expect((await readPdf(file.rawPayload)).length).toBe(2);
    expect(await readings(ids)).toBe(2);
    const body = { printer: 'print_invoice', q: { id_in: ids.slice(0, 1) } };
    const confirmed = await server.call('POST', `${path}/confirm_print.json`, { token: harness.token, body });
    const [first] = confirmPrint.reply.parse(confirmed.body).printeds;
    expect((await invoices()).error.printeds).toEqual([
      expect.objectContaining({ id: ids[0], printed_at: first?.printed_at }),
    ]);
    expect(await readings(ids)).toBe(2);
  });
});

describe('a pick list', () => {
  it('by SKU has the units of all orders together; nobody’s data are read', async () => {
    const ids = await buyTwo();
    const rowsBy = async (by: 'order' | 'sku') => {
      const query = `${asking(ids)}&by=${by}`;
      const answer = await server.call('GET', `${path}/pick_list.json?${query}`, { token: harness.token });
      const { rows } = getPickList.reply.parse(answer.body).pick_list;
      return rows.map(({ sku, quantity }) => [sku, quantity]);
    };
    expect((await rowsBy('sku')).toSorted()).toEqual([
      ['CUP', 3],
      ['TEE', 3],
    ]);
    expect(await rowsBy('order')).toHaveLength(3);
    expect(await readings(ids)).toBe(0);
  });
});
