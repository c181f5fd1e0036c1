import { describe, expect, it } from 'vitest';
import type { StockLine } from '../kit/connector.ts';
import { queryOf } from '../kit/recorded-http.fixture.ts';
import { bodyOf, failed, ok, shopWith } from './app.fixture.ts';
import { stock } from './stock.ts';

const line = (variantId: string, quantity: number, stockRef: Record<string, string> = {}): StockLine => ({
  itemId: '1',
  variantId,
  stockRef: { product: variantId, ...stockRef },
  quantity,
  compareFrom: null,
  attemptKey: 'a',
  sentAt: new Date('2026-01-05T04:00:00Z'),
});
const answering = (data: unknown) => shopWith({ 'stock/update': () => ok(data) });

describe('setting stock at Tokopedia (tokopedia.md 3.2)', () => {
  it('sets many products in one call, by their ids', async () => {
    const { access, called } = answering({ succeed_rows: 2, failed_rows: 0, failed_rows_data: [] });
    expect(await stock.push(access, [line('15123698', 20), line('15123699', 40)])).toEqual([
      { outcome: 'ok' },
      { outcome: 'ok' },
    ]);
    const [request] = called('/inventory/v1/fs/13004/stock/update');
    expect(request === undefined ? '' : queryOf(request, 'shop_id')).toBe('479573');
    expect(bodyOf(request)).toEqual([
      { product_id: 15123698, new_stock: 20 },
      { product_id: 15123699, new_stock: 40 },
    ]);
  });

  it('takes rows that failed for refused, and the others for done', async () => {
    const row = {
      product_id: 151231699,
      sku: '',
      product_url: '',
      new_stock: 40,
      message: 'Invalid Product ID.',
    };
    const { access } = answering({ succeed_rows: 1, failed_rows: 1, failed_rows_data: [row] });
    expect(await stock.push(access, [line('151231699', 40), line('2', 1)])).toMatchObject([
      { outcome: 'rejected', code: 'gone', mayPass: false },
      { outcome: 'ok' },
    ]);
  });

  it('knows of none when fewer are counted than were sent', async () => {
    const { access } = answering({ succeed_rows: 1, failed_rows: 0, failed_rows_data: null });
    const results = await stock.push(access, [line('1', 1), line('2', 2)]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
  });

  it('sends a call for each warehouse, and at most a hundred rows', async () => {
    const { access, called } = answering({ succeed_rows: 100 });
    await stock.push(access, [
      ...Array.from({ length: 150 }, (_, index) => line(String(index + 1), 1)),
      line('999', 1, { warehouse: '1610' }),
    ]);
    const sent = called('stock/update').map((request) => [
      queryOf(request, 'warehouse_id'),
      (bodyOf(request) as unknown[]).length,
    ]);
    expect(sent).toEqual([
      [null, 100],
      [null, 50],
      ['1610', 1],
    ]);
  });

  it('refuses all lines of a call that is refused, and throws what is no refusal', async () => {
    const refusing = shopWith({ 'stock/update': () => failed(400, 'PRD_USC_008', 'warehouse_id mandatory') });
    expect(await stock.push(refusing.access, [line('1', 1)])).toMatchObject([
      { outcome: 'rejected', code: 'PRD_USC_008' },
    ]);
    const down = shopWith({ 'stock/update': () => ({ status: 502, body: '' }) });
    await expect(stock.push(down.access, [line('1', 1)])).rejects.toMatchObject({
      fault: { kind: 'unavailable' },
    });
  });
});

it('reads fifty products in a call; those that an answer lacks are in no list', async () => {
  const { access, called } = shopWith({
    'product/info': () =>
      ok([
        {
          basic: { productID: 1, status: 1, name: 'A' },
          stock: { useStock: true, value: 9 },
          reserve_stock: 4,
        },
      ]),
  });
  const keys = Array.from({ length: 51 }, (_, index) => line(String(index + 1), 0));
  const got = await stock.read(access, keys);
  expect(got.readings).toMatchObject([{ variantId: '1', measure: 9, reserved: 4 }]);
  expect(got.missing).toEqual([]);
  expect(called('product/info')).toHaveLength(2);
});
