import { describe, expect, it } from 'vitest';
import type { StockLine } from '../kit/connector.ts';
import { ChannelError } from '../kit/errors.ts';
import { accessTo, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded } from '../kit/recorded-http.fixture.ts';
import { stock } from './stock.ts';

const app = { id: 'k', secret: 's', hosts: { shop: 'https://{shop}.myshopify.com' }, extra: {} };
const now = new Date('2026-11-20T04:00:00Z');
const location = 'gid://shopify/Location/71';

const line = (no: number, quantity: number, compareFrom: number | null = 9): StockLine => ({
  itemId: '8',
  variantId: String(no),
  stockRef: { inventoryItem: `gid://shopify/InventoryItem/${no}`, location },
  quantity,
  compareFrom,
  attemptKey: `key-${no}`,
  sentAt: now,
});

const pushing = (lines: readonly StockLine[], answer: Recorded) => {
  const http = recordedHttp(now, () => answer);
  const access = accessTo(app, http, { shopId: 'lion-city.myshopify.com', extra: { location } });
  return { http, results: stock.push(access, lines) };
};
const payload = (userErrors: readonly unknown[]): Recorded => ({
  body: { data: { inventorySetQuantities: { inventoryAdjustmentGroup: null, userErrors } } },
});
const errorAt = (index: number, code: string) => ({
  code,
  field: ['input', 'quantities', String(index), 'changeFromQuantity'],
  message: code,
});
const variablesOf = (body: unknown) =>
  (JSON.parse(String(body)) as { variables: { key: string; input: { quantities: unknown[] } } }).variables;

describe('setting stock at Shopify (shopify.md 2, 3.2)', () => {
  it('compares with what was read, under the key of the attempt', async () => {
    const { http, results } = pushing([line(43, 7)], payload([]));
    expect(await results).toEqual([{ outcome: 'ok' }]);
    expect(http.requests[0]?.url).toBe('https://lion-city.myshopify.com/admin/api/2026-10/graphql.json');
    expect(variablesOf(http.requests[0]?.body)).toMatchObject({
      key: 'key-43',
      input: {
        name: 'available',
        quantities: [
          {
            inventoryItemId: 'gid://shopify/InventoryItem/43',
            locationId: location,
            quantity: 7,
            changeFromQuantity: 9,
          },
        ],
      },
    });
  });

  it('sends the comparison also where there is none: the field must be there', async () => {
    const { http, results } = pushing([line(43, 7, null)], payload([]));
    await results;
    expect(variablesOf(http.requests[0]?.body).input.quantities[0]).toHaveProperty(
      'changeFromQuantity',
      null,
    );
  });

  it('has one key for the same lines again, another for other lines', async () => {
    const keyOf = async (lines: readonly StockLine[]) => {
      const { http, results } = pushing(lines, payload([]));
      await results;
      return variablesOf(http.requests[0]?.body).key;
    };
    const pair = [line(43, 7), line(44, 7)];
    expect(await keyOf(pair)).toBe(await keyOf(pair));
    expect(await keyOf(pair)).not.toBe(await keyOf([line(43, 7), line(45, 7)]));
  });

  it('says which line is stale; the others go again, since nothing was set', async () => {
    const { results } = pushing(
      [line(43, 7), line(44, 7)],
      payload([errorAt(1, 'CHANGE_FROM_QUANTITY_STALE')]),
    );
    expect(await results).toEqual([{ outcome: 'retry', afterSeconds: 0 }, { outcome: 'stale' }]);
  });

  it.each([
    ['IDEMPOTENCY_CONCURRENT_REQUEST', 'retry'],
    ['IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED', 'retry'],
    ['INVALID_INVENTORY_ITEM', 'rejected'],
    ['NON_MUTABLE_INVENTORY_ITEM', 'rejected'],
  ])('%s of the whole call is %s', async (code, outcome) => {
    const [result] = await pushing([line(43, 7)], payload([{ code, field: null, message: code }])).results;
    expect(result?.outcome).toBe(outcome);
  });

  it.each([
    [
      {
        body: {
          errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
          extensions: {
            cost: {
              requestedQueryCost: 752,
              actualQueryCost: null,
              throttleStatus: { maximumAvailable: 2000.0, currentlyAvailable: 116, restoreRate: 100.0 },
            },
          },
        },
      },
      { kind: 'throttled', afterSeconds: 7 },
    ],
    [
      { status: 429, body: '', headers: { 'retry-after': '2' } },
      { kind: 'throttled', afterSeconds: 2 },
    ],
    [{ status: 401, body: { errors: '[API] Invalid API key or access token' } }, { kind: 'unauthorised' }],
    [{ status: 402, body: { errors: 'Unavailable Shop' } }, { kind: 'rejected' }],
    [{ status: 503, body: '<html></html>' }, { kind: 'unavailable' }],
    [{ status: 200, body: '<html></html>' }, { kind: 'unexpected' }],
    [{ status: 200, body: '{"data":{"inventory' }, { kind: 'unexpected' }],
    [
      { body: { data: null, errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] } },
      { kind: 'unavailable' },
    ],
    [
      {
        body: {
          errors: [{ message: 'x', extensions: { code: 'ACCESS_DENIED' }, path: ['inventorySetQuantities'] }],
        },
      },
      { kind: 'rejected' },
    ],
    [
      { body: { errors: [{ message: 'directive', extensions: { code: 'BAD_REQUEST' } }] } },
      { kind: 'unexpected' },
    ],
  ])('%j is a fault of the whole call', async (answer, fault) => {
    const failed: unknown = await pushing([line(43, 7)], answer).results.catch((error: unknown) => error);
    expect(failed instanceof ChannelError ? failed.fault : failed).toMatchObject(fault);
  });
});
