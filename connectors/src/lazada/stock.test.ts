import { describe, expect, it } from 'vitest';
import type { StockLine } from '../kit/connector.ts';
import { accessTo, pathOf, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { measureOf } from './listings.ts';
import { stock } from './stock.ts';
import { sku } from './wire.ts';

const app = { id: '900001', secret: 's', hosts: { api: 'https://api.test/rest' }, extra: {} };
const now = new Date('2026-11-11T04:00:00Z');

const seller = accessTo(
  app,
  recordedHttp(now, () => ({ body: {} })),
  { shopId: '1001' },
);

const line = (variantId: string, quantity: number, stockRef: Record<string, string> = {}): StockLine => ({
  itemId: '111',
  variantId,
  stockRef: { sellerSku: `SKU-${variantId}`, ...stockRef },
  quantity,
  compareFrom: null,
  attemptKey: 'a',
  sentAt: new Date('2026-11-11T03:59:58Z'),
});

function pushing(lines: readonly StockLine[], answer: unknown, shown: Readonly<Record<string, number>> = {}) {
  const http = recordedHttp(now, (request) => {
    if (pathOf(request).endsWith('/sellable/update')) return { body: answer };
    const skus = Object.entries(shown).map(([SkuId, quantity]) => ({
      SkuId,
      SellerSku: `SKU-${SkuId}`,
      quantity,
    }));
    return { body: { code: '0', data: { total_products: 1, products: [{ item_id: 111, skus }] } } };
  });
  return { http, results: stock.push(accessTo(app, http, { shopId: '1001' }), lines) };
}

describe('setting stock at Lazada (lazada.md 3)', () => {
  it('sets what can be bought, many SKUs in one call, signed with the instant of the attempt', async () => {
    const { http, results } = pushing([line('222', 5), line('223', 0, { warehouse: 'w1' })], {
      code: '0',
      data: {},
    });
    expect(await results).toEqual([{ outcome: 'ok' }, { outcome: 'ok' }]);
    const [request] = http.requests;
    expect(request === undefined ? '' : pathOf(request)).toBe('/rest/product/stock/sellable/update');
    expect(request === undefined ? '' : queryOf(request, 'timestamp')).toBe(
      String(Date.parse('2026-11-11T03:59:58Z')),
    );
    expect(JSON.parse(new URLSearchParams(String(request?.body)).get('payload') ?? '')).toEqual({
      Request: {
        Product: {
          Skus: {
            Sku: [
              { ItemId: '111', SkuId: '222', SellableQuantity: '5' },
              {
                ItemId: '111',
                SkuId: '223',
                MultiWarehouseInventories: {
                  MultiWarehouseInventory: [{ WarehouseCode: 'w1', SellableQuantity: '0' }],
                },
              },
            ],
          },
        },
      },
    });
  });

  it('does not know what became of the SKUs that a partial failure does not name while reads are refused', async () => {
    const detail = [{ sku_id: 223, code: 'SYSTEM_ERROR', message: 'busy' }];
    const http = recordedHttp(now, (request) =>
      pathOf(request).endsWith('/sellable/update')
        ? { body: { code: '501', message: 'failed', detail } }
        : { body: { code: '901', message: 'too many requests' } },
    );
    const results = await stock.push(accessTo(app, http, { shopId: '1001' }), [
      line('222', 5),
      line('223', 0),
    ]);
    expect(results[0]).toMatchObject({ outcome: 'unknown' });
  });

  it('reads a partial failure by SKU, and looks what the SKUs that it does not name show', async () => {
    const detail = [{ sku_id: 222, code: '4170', message: 'mega campaign' }];
    const { results } = pushing(
      [line('222', 1), line('223', 2), line('224', 3)],
      { code: '501', message: 'failed', detail },
      { '223': 2, '224': 10 },
    );
    expect(await results).toMatchObject([
      { outcome: 'rejected', code: '4170', mayPass: true },
      { outcome: 'ok' },
      { outcome: 'unknown' },
    ]);
  });

  it.each([
    ['ServiceTimeout', 'unknown'],
    ['ApiCallLimit', 'retry'],
    ['0', 'ok'],
  ])('takes a row of %s for what it is', async (code, outcome) => {
    const detail = [{ sku_id: 222, code, message: 'x' }];
    const [result] = await pushing([line('222', 1)], { code: '501', message: '', detail }).results;
    expect(result?.outcome).toBe(outcome);
  });

  it('finds the row also by seller SKU', async () => {
    const detail = [{ seller_sku: 'SKU-222', message: 'SKU not found', code: 207 }];
    const [result] = await pushing([line('222', 1)], { code: '501', message: '', detail }).results;
    expect(result).toMatchObject({ outcome: 'rejected', code: '207', mayPass: false });
  });

  it('refuses all lines when the call is refused without rows', async () => {
    const { results } = pushing([line('222', 1), line('223', 1)], { code: '212', message: 'negative' });
    expect((await results).map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected']);
  });
});

describe('the measure at Lazada', () => {
  const read = (more: object) => measureOf(sku.parse({ SkuId: 222, SellerSku: 'TEE-S', ...more }), seller);

  it('is what can be bought, campaign units included', () => {
    const channelInventories = [
      {
        channelName: 'c1',
        sellableQuantity: 2,
        startTime: '2026-11-11 00:00:00',
        endTime: '2026-11-12 23:59:59',
      },
      {
        channelName: 'c0',
        sellableQuantity: 9,
        startTime: '2026-10-10 00:00:00',
        endTime: '2026-10-10 23:59:59',
      },
    ];
    expect(read({ quantity: 7, Available: 7, channelInventories })).toEqual({
      measure: 7,
      keptBy: 'seller',
      reserved: 2,
      stockRef: { sellerSku: 'TEE-S' },
    });
  });

  it('is the first warehouse’s where there are several, and its own number is text sometimes', () => {
    const multiWarehouseInventories = [
      { warehouseCode: 'w1', sellableQuantity: '4' },
      { warehouseCode: 'w2', sellableQuantity: 3 },
    ];
    expect(read({ quantity: 7, multiWarehouseInventories })).toMatchObject({
      measure: 4,
      stockRef: { warehouse: 'w1' },
    });
    expect(read({ quantity: '7' }).measure).toBe(7);
  });
});
