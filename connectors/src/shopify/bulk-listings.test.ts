import { describe, expect, it } from 'vitest';
import { listings } from './listings.ts';
import { location, recordedShop } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const operation = 'gid://shopify/BulkOperation/1';
const file = 'https://storage.example/bulk.jsonl?signature=x';
const manyProducts: Answer = () => ({
  products: { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'c' } },
  productsCount: { count: 600 },
});
const started: Answer = () => ({
  bulkOperationRunQuery: { bulkOperation: { id: operation, status: 'CREATED' }, userErrors: [] },
});
const state = {
  id: operation,
  errorCode: null,
  createdAt: '2026-11-20T03:50:00Z',
  completedAt: '2026-11-20T03:55:00Z',
  rootObjectCount: '600',
  url: file,
};
const inState =
  (...states: readonly string[]): Answer =>
  (_variables, count) => ({
    bulkOperation: { ...state, status: states[Math.min(count, states.length - 1)] },
  });
const productLine = (no: number) => ({
  id: `gid://shopify/Product/${no}`,
  title: `Tote ${no}`,
  status: 'ACTIVE',
  updatedAt: '2026-11-20T02:00:00Z',
});
const variantLine = (no: number, parent: number) => ({
  id: `gid://shopify/ProductVariant/${no}`,
  title: 'Red',
  sku: `SKU-${no}`,
  price: '39.90',
  compareAtPrice: null,
  requiresComponents: false,
  inventoryItem: {
    id: `gid://shopify/InventoryItem/${no}`,
    tracked: true,
    inventoryLevel: { isActive: true, quantities: [{ name: 'available', quantity: no }] },
  },
  __parentId: `gid://shopify/Product/${parent}`,
});
const jsonl = (records: readonly object[]) =>
  `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;

describe('a long list of products at Shopify (shopify.md 3.3)', () => {
  it('is started as one operation, with the shop’s location in its text', async () => {
    const shop = recordedShop({ Products: manyProducts, StartBulk: started });
    expect(await listings.page(shop.access, null, null)).toMatchObject({
      listings: [],
      next: { operation, offset: 0 },
      waitSeconds: 5,
      total: 600,
    });
    expect(String(shop.asked('StartBulk')[0]?.['query'])).toContain(
      `inventoryLevel(locationId: "${location}")`,
    );
  });

  it('is waited for while it is made', async () => {
    const shop = recordedShop({ Bulk: inState('CREATED', 'RUNNING') });
    const page = await listings.page(shop.access, { operation, offset: 0 }, null);
    expect(page).toMatchObject({ listings: [], next: { operation, offset: 0 }, waitSeconds: 5 });
    expect((await listings.page(shop.access, page.next, null)).waitSeconds).toBe(5);
  });

  it('is read from its file, whose address is not given our token; children need not follow their parent', async () => {
    const lines = [
      productLine(1),
      productLine(2),
      variantLine(21, 2),
      variantLine(11, 1),
      variantLine(12, 1),
    ];
    const two: Answer = () => ({ bulkOperation: { ...state, status: 'COMPLETED', rootObjectCount: '2' } });
    const shop = recordedShop({ Bulk: two }, { [file]: jsonl(lines) });
    const page = await listings.page(shop.access, { operation, offset: 0 }, null);
    expect(page).toMatchObject({
      unreadable: [],
      next: null,
      waitSeconds: 0,
      interval: { began: new Date('2026-11-20T03:50:00Z'), ended: new Date('2026-11-20T03:55:00Z') },
      listings: [
        {
          itemId: '1',
          variants: [
            { variantId: '11', measure: 11 },
            { variantId: '12', price: 3990 },
          ],
        },
        { itemId: '2', variants: [{ variantId: '21', sku: 'SKU-21' }] },
      ],
    });
    const fetched = shop.http.requests.find(({ url }) => url === file);
    expect(fetched).toMatchObject({ method: 'GET', group: 'files' });
    expect(fetched?.headers).toBeUndefined();
  });

  it('is read in pieces', async () => {
    const lines = Array.from({ length: 600 }, (_, no) => [
      productLine(no + 1),
      variantLine(no + 1, no + 1),
    ]).flat();
    const shop = recordedShop({ Bulk: inState('COMPLETED') }, { [file]: jsonl(lines) });
    const page = await listings.page(shop.access, { operation, offset: 0 }, null);
    expect(page.listings).toHaveLength(500);
    const last = await listings.page(shop.access, page.next, null);
    expect(last.listings.map(({ itemId }) => itemId).at(-1)).toBe('600');
    expect(last.next).toBeNull();
  });

  it('is paged where its file is lacking, or has fewer products than were counted', async () => {
    const counted: Answer = () => ({ bulkOperation: { ...state, status: 'COMPLETED' } });
    const short = recordedShop({ Bulk: counted }, { [file]: jsonl([productLine(1)]) });
    const page = await listings.page(short.access, { operation, offset: 0 }, null);
    expect(page).toMatchObject({ listings: [], next: { after: null } });
    const none: Answer = () => ({ bulkOperation: { ...state, status: 'COMPLETED', url: null } });
    const lacking = await listings.page(recordedShop({ Bulk: none }).access, { operation, offset: 0 }, null);
    expect(lacking).toMatchObject({ listings: [], next: { after: null } });
  });

  it('of which nothing matched has no file, and is paged: its products were counted', async () => {
    const empty: Answer = () => ({
      bulkOperation: { ...state, status: 'COMPLETED', url: null, rootObjectCount: '0' },
    });
    const page = await listings.page(recordedShop({ Bulk: empty }).access, { operation, offset: 0 }, null);
    expect(page).toMatchObject({ listings: [], next: { after: null } });
  });

  it.each(['FAILED', 'CANCELED', 'EXPIRED'])('is paged where the operation is %s', async (status) => {
    const shop = recordedShop({ Bulk: inState(status), Products: manyProducts });
    const page = await listings.page(shop.access, { operation, offset: 0 }, null);
    expect(page.next).toEqual({ after: null });
    expect((await listings.page(shop.access, page.next, null)).next).toMatchObject({ after: 'c' });
    expect(shop.asked('StartBulk')).toEqual([]);
  });

  it('is paged where Shopify runs no operation now, and where only changes are asked for', async () => {
    const busy: Answer = () => ({
      bulkOperationRunQuery: {
        bulkOperation: null,
        userErrors: [{ code: 'OPERATION_IN_PROGRESS', field: null, message: 'in progress' }],
      },
    });
    const shop = recordedShop({ Products: manyProducts, StartBulk: busy });
    expect((await listings.page(shop.access, null, null)).next).toMatchObject({ after: 'c' });
    await listings.page(shop.access, null, new Date(0));
    expect(shop.asked('StartBulk')).toHaveLength(1);
  });

  it('that breaks off is not taken for whole, and is paged', async () => {
    const shop = recordedShop({ Bulk: inState('COMPLETED') }, { [file]: '{"id":"gid://shopify/Prod' });
    const page = await listings.page(shop.access, { operation, offset: 0 }, null);
    expect(page).toMatchObject({ listings: [], next: { after: null } });
  });
});
