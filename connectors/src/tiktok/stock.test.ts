import { describe, expect, it } from 'vitest';
import type { StockLine } from '../kit/connector.ts';
import { accessTo, pathOf, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded, RecordedHttp } from '../kit/recorded-http.fixture.ts';
import type { ChannelRequest } from '../kit/http.ts';
import { spread, stock } from './stock.ts';

const app = { id: 'k', secret: 's', hosts: { api: 'https://api.test' }, extra: {} };
const now = new Date(1_767_225_600_000);
const sentAt = new Date(1_767_225_590_000);

const line = (variantId: string, quantity: number, warehouses = '70549', itemId = '1729'): StockLine => ({
  itemId,
  variantId,
  stockRef: { warehouses },
  quantity,
  compareFrom: null,
  attemptKey: variantId,
  sentAt,
});

function shop(answer: (request: ChannelRequest) => unknown): RecordedHttp {
  return recordedHttp(now, (request): Recorded => ({ body: answer(request) }));
}
const done = (data: unknown = {}) => ({ code: 0, message: 'Success', data });
const accessOver = (http: RecordedHttp) =>
  accessTo(app, http, { shopId: '7', extra: { cipher: 'c', region: 'SG' } });
const push = (lines: readonly StockLine[], answer: (request: ChannelRequest) => unknown) =>
  stock.push(accessOver(shop(answer)), lines);

describe('a quantity at TikTok (tiktok.md 3.3)', () => {
  it('is set for all SKUs of a product in one call, each with its warehouse, signed with the instant of sending', async () => {
    const http = shop(() => done());
    const results = await stock.push(accessOver(http), [line('1', 7), line('2', 0)]);
    expect(results).toEqual([{ outcome: 'ok' }, { outcome: 'ok' }]);
    const [request] = http.requests;
    if (request === undefined) throw new Error('one call');
    expect(pathOf(request)).toBe('/product/202309/products/1729/inventory/update');
    expect(queryOf(request, 'timestamp')).toBe('1767225590');
    expect(JSON.parse(String(request.body))).toEqual({
      skus: [
        { id: '1', inventory: [{ warehouse_id: '70549', quantity: 7 }] },
        { id: '2', inventory: [{ warehouse_id: '70549', quantity: 0 }] },
      ],
    });
    expect(http.requests).toHaveLength(1);
  });

  it('names no warehouse where none is known', async () => {
    const http = shop(() => done());
    await stock.push(accessOver(http), [{ ...line('1', 7), stockRef: {} }]);
    expect(JSON.parse(String(http.requests[0]?.body))).toEqual({
      skus: [{ id: '1', inventory: [{ quantity: 7 }] }],
    });
  });

  it('keeps its division among several warehouses', async () => {
    const http = shop((request) =>
      pathOf(request).endsWith('/inventory/search')
        ? done({ inventory: [{ product_id: '1729', skus: [levelOf('1', { a: 5, b: 4 })] }] })
        : done(),
    );
    await stock.push(accessOver(http), [line('1', 8, 'a,b'), line('2', 3)]);
    expect(JSON.parse(String(http.requests[0]?.body))).toEqual({ sku_ids: ['1'] });
    expect(JSON.parse(String(http.requests[1]?.body))).toEqual({
      skus: [
        {
          id: '1',
          inventory: [
            { warehouse_id: 'a', quantity: 4 },
            { warehouse_id: 'b', quantity: 4 },
          ],
        },
        { id: '2', inventory: [{ warehouse_id: '70549', quantity: 3 }] },
      ],
    });
  });

  it.each([
    [12, [5, 4], [8, 4]],
    [9, [5, 4], [5, 4]],
    [3, [5, 4], [0, 3]],
    [0, [5, 4], [0, 0]],
    [7, [0, 0], [7, 0]],
  ])('%i over %j is %j', (quantity, held, expected) => {
    const holdings = held.map((units, index) => ({ warehouseId: String(index), units }));
    expect(spread(quantity, holdings).map(({ units }) => units)).toEqual(expected);
  });

  it('is done where the list of errors does not name it', async () => {
    const errors = [
      {
        code: 12052990,
        message: 'Check failed',
        detail: { sku_id: '2', extra_errors: [{ code: 12052097, message: 'warehouse does not exist' }] },
      },
    ];
    const [one, other] = await push([line('1', 7), line('2', 8)], () => done({ errors }));
    expect(one).toEqual({ outcome: 'ok' });
    expect(other).toMatchObject({ outcome: 'rejected', code: '12052097', mayPass: true });
  });

  it.each([
    [36009003, 'Internal error', 'unknown'],
    [36009002, 'Too many requests', 'retry'],
    [12052048, 'not found', 'rejected'],
  ])('an error %i (%s) of one SKU is %s', async (code, message, outcome) => {
    const errors = [{ code, message, detail: { sku_id: '1' } }];
    const [result] = await push([line('1', 7)], () => done({ errors }));
    expect(result?.outcome).toBe(outcome);
  });

  it('is refused for all where the error names no SKU, or the whole call is refused', async () => {
    const lines = [line('1', 7), line('2', 8)];
    const errors = [{ code: 12052048, message: 'not yours', detail: { product_id: '1729' } }];
    const outcomes = (await push(lines, () => done({ errors }))).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['rejected', 'rejected']);
    const refused = await push(lines, () => ({
      code: 12052700,
      message: 'SKU is in a flash sale',
      data: null,
    }));
    expect(refused).toMatchObject([{ mayPass: true }, { mayPass: true }]);
  });

  it('is refused where errors are one text, unknown where they have no form, and where the second product’s answer is lost', async () => {
    const one = [line('1', 7)];
    expect(await push(one, () => done({ errors: 'some' }))).toMatchObject([{ outcome: 'rejected' }]);
    expect(await push(one, () => done({ errors: 5 }))).toMatchObject([{ outcome: 'unknown' }]);
    const lines = [line('1', 7), line('2', 8, '70549', '1730')];
    const results = await push(lines, (request) =>
      pathOf(request).includes('/1730/') ? { code: 36009003, message: 'Internal error' } : done(),
    );
    expect(results).toMatchObject([{ outcome: 'ok' }, { outcome: 'unknown' }]);
  });

  it('throws a fault of the first call', async () => {
    const pushing = push([line('1', 7)], () => ({ code: 105002, message: 'expired' }));
    await expect(pushing).rejects.toMatchObject({ fault: { kind: 'unauthorised' } });
  });
});

describe('reading quantities at TikTok (tiktok.md 3.3)', () => {
  it('reads many SKUs in one call, all warehouses together', async () => {
    const http = shop(() =>
      done({ inventory: [{ product_id: '1729', skus: [levelOf('1', { a: 5, b: 4 })] }] }),
    );
    const got = await stock.read(accessOver(http), [line('1', 0), line('2', 0)]);
    expect(got.readings).toMatchObject([
      { variantId: '1', measure: 9, reserved: 0, stockRef: { warehouses: 'a,b' } },
    ]);
    // What the answer lacks is not gone.
    expect(got.missing).toEqual([]);
    expect(http.requests).toHaveLength(1);
  });

  it('finds the others when one SKU that is gone fails the call', async () => {
    const http = shop((request) => {
      const ids = /"sku_ids":\[([^\]]*)\]/.exec(String(request.body))?.[1]?.split(',') ?? [];
      if (ids.includes('"9"')) return { code: 12052048, message: 'not yours', data: null };
      return done({ inventory: [{ skus: ids.map((id) => levelOf(id.replaceAll('"', ''), { a: 5 })) }] });
    });
    const got = await stock.read(
      accessOver(http),
      ['1', '2', '9', '3'].map((id) => line(id, 0)),
    );
    expect(got.readings.map(({ variantId }) => variantId)).toEqual(['1', '2', '3']);
    expect(got.missing.map(({ variantId }) => variantId)).toEqual(['9']);
  });
});

function levelOf(id: string, held: Readonly<Record<string, number>>) {
  return {
    id,
    seller_sku: 'TEE',
    total_available_quantity: Object.values(held).reduce((sum, units) => sum + units, 0),
    total_committed_quantity: 2,
    warehouse_inventory: Object.entries(held).map(([warehouse, units]) => ({
      warehouse_id: warehouse,
      available_quantity: units,
      committed_quantity: 2,
    })),
  };
}
