import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { adjustQuantities, productsQuery, setQuantities } from './documents.fixture.ts';
import { Harness, type Ware } from './harness.fixture.ts';

const harness = new Harness(22);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

const page = z.object({
  products: z.object({
    nodes: z.array(z.looseObject({ id: z.string(), updatedAt: z.string() })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});

describe('products', () => {
  test('come page by page, each once', async () => {
    harness.sandbox.control.addListings('shopify', harness.shop, { count: 130 });
    const seen: string[] = [];
    let after: string | null = null;
    for (;;) {
      const { products } = page.parse((await harness.client.graphql(productsQuery, { after })).data);
      seen.push(...products.nodes.map(({ id }) => id));
      after = products.pageInfo.endCursor;
      if (!products.pageInfo.hasNextPage) break;
    }
    expect([seen.length, new Set(seen).size]).toEqual([130, 130]);
  });

  test('are found by what changed since', async () => {
    const old = harness.addListing('OLD');
    harness.sandbox.clock.advance(10_000);
    const since = new Date(harness.sandbox.clock.now()).toISOString();
    harness.sandbox.clock.advance(2_000);
    const fresh = harness.addListing('NEW');
    const found = async (q: string) =>
      page
        .parse((await harness.client.graphql(productsQuery, { q })).data)
        .products.nodes.map(({ id }) => id);
    expect(await found(`updated_at:>='${since}'`)).toEqual([fresh.product]);
    expect(await found(`updated_at:<'${since}' status:active`)).toEqual([old.product]);
    expect(await found('sku:OLD OR sku:NEW')).toEqual([old.product, fresh.product]);
    expect(await found('status:draft')).toEqual([]);
  });

  test('show variants with price, stock and inventory item', async () => {
    const ware = harness.addListing('TOTE-RED', 12);
    const { data } = await harness.client.graphql(productsQuery);
    expect(data).toMatchObject({
      products: {
        nodes: [{
          id: ware.product, handle: 'ware-tote-red', status: 'ACTIVE', totalInventory: 12,
          variants: { nodes: [{ id: ware.variant, sku: 'TOTE-RED', price: '39.90', compareAtPrice: null, inventoryQuantity: 12, inventoryItem: { id: ware.inventoryItem, tracked: true } }] },
        }],
      },
    }); // oxfmt-ignore
    const node = await harness.client.graphql(
      'query($ids: [ID!]!) { nodes(ids: $ids) { id ... on ProductVariant { sku } } }',
      { ids: [ware.variant, ware.product, 'gid://shopify/Product/1'] },
    );
    expect(node.data).toEqual({ nodes: [{ id: ware.variant, sku: 'TOTE-RED' }, { id: ware.product }, null] });
  });
});

describe('inventorySetQuantities', () => {
  test('compares before it sets: what is stale is not written', async () => {
    const ware = harness.addListing('KAYA');
    expect(await harness.set('one', { ware, to: 7, from: 10 })).toMatchObject({
      data: {
        inventorySetQuantities: {
          userErrors: [],
          inventoryAdjustmentGroup: {
            reason: 'correction',
            changes: [
              { name: 'available', delta: -3, quantityAfterChange: null, item: { id: ware.inventoryItem } },
              { name: 'on_hand', delta: -3 },
            ],
          },
        },
      },
    });
    expect(await harness.numbers(ware)).toEqual([7, 7, 0]);
    harness.buy('KAYA', 2);
    expect(await harness.set('two', { ware, to: 6, from: 7 })).toMatchObject({
      data: {
        inventorySetQuantities: {
          inventoryAdjustmentGroup: null,
          userErrors: [
            { code: 'CHANGE_FROM_QUANTITY_STALE', field: ['input', 'quantities', '0', 'changeFromQuantity'] },
          ],
        },
      },
    });
    expect(await harness.numbers(ware)).toEqual([5, 7, 2]);
    await harness.set('three', { ware, to: 20, from: null });
    expect(await harness.numbers(ware)).toEqual([20, 22, 2]);
  });

  test('is whole or not at all, also under the fault that halves batches', async () => {
    const one = harness.addListing('ONE');
    const two = harness.addListing('TWO');
    await harness.set('stale', { ware: one, to: 1, from: 10 }, { ware: two, to: 1, from: 11 });
    expect([await harness.numbers(one), await harness.numbers(two)]).toEqual([
      [10, 10, 0],
      [10, 10, 0],
    ]);
    harness.sandbox.control.setFaults([{ kind: 'half_batch', rate: 1 }]);
    await harness.set('both', { ware: one, to: 1, from: 10 }, { ware: two, to: 1, from: 10 });
    harness.sandbox.control.setFaults([]);
    expect([await harness.numbers(one), await harness.numbers(two)]).toEqual([
      [1, 1, 0],
      [1, 1, 0],
    ]);
  });

  test('the same key does the same operation once', async () => {
    const ware = harness.addListing('KAYA');
    const first = await harness.set('key', { ware, to: 7, from: 10 });
    harness.buy('KAYA', 1);
    const again = await harness.set('key', { ware, to: 7, from: 10 });
    expect(again.data).toEqual(first.data);
    expect(await harness.numbers(ware)).toEqual([6, 7, 1]);
    expect(await harness.set('key', { ware, to: 8, from: 10 })).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [{ code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH' }] } },
    });
    await harness.set('failing', { ware, to: 8, from: 10 });
    expect(await harness.set('failing', { ware, to: 8, from: 10 })).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [{ code: 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED' }] } },
    });
    harness.sandbox.clock.advance(24 * 3_600_000 + 1_000);
    await harness.client.refresh();
    expect(await harness.set('key', { ware, to: 9, from: 6 })).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [] } },
    });
  });

  test('a write whose answer was lost may be sent again under its key', async () => {
    const ware = harness.addListing('KAYA');
    harness.sandbox.control.setFaults([{ kind: 'error_after_commit', rate: 1, count: 1 }]);
    await expect(harness.set('key', { ware, to: 7, from: 10 })).rejects.toThrow('HTTP 500');
    harness.sandbox.control.setFaults([]);
    expect(await harness.set('key', { ware, to: 7, from: 10 })).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [] } },
    });
    expect(await harness.numbers(ware)).toEqual([7, 7, 0]);
  });

  test('needs @idempotent, and changeFromQuantity in each entry', async () => {
    const { inventoryItem } = harness.addListing('KAYA');
    const entry = { inventoryItemId: inventoryItem, locationId: await harness.location(), quantity: 3 };
    const input = { name: 'available', reason: 'correction', quantities: [entry] };
    expect(
      await harness.client.graphql(
        setQuantities.replace(' @idempotent(key: $key)', '').replace(', $key: String!', ''),
        { input },
      ),
    ).toMatchObject({
      data: { inventorySetQuantities: null },
      errors: [
        {
          message: 'The @idempotent directive is required for this mutation but was not provided.',
          path: ['inventorySetQuantities'],
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    });
    expect((await harness.client.graphql(setQuantities, { key: 'k', input })).errors).toMatchObject([
      {
        message: 'InventoryQuantityInput must include the following argument: changeFromQuantity.',
        extensions: { code: 'INVALID_FIELD_ARGUMENTS' },
      },
    ]);
  });

  test('each fault has its code', async () => {
    const ware = harness.addListing('KAYA');
    const ghost: Ware = { ...ware, inventoryItem: 'gid://shopify/InventoryItem/1' };
    const codes = async (key: string, ...entries: Parameters<typeof harness.set>[1][]) => {
      const { data } = await harness.set(key, ...entries);
      const payload = z.object({
        inventorySetQuantities: z.object({ userErrors: z.array(z.object({ code: z.string() })) }),
      });
      return payload.parse(data).inventorySetQuantities.userErrors.map(({ code }) => code);
    };
    expect(await codes('a', { ware: ghost, to: 1, from: null })).toEqual(['INVALID_INVENTORY_ITEM']);
    expect(await codes('b', { ware, to: 2_000_000_000, from: null })).toEqual(['INVALID_QUANTITY_TOO_HIGH']);
    expect(await codes('c', { ware, to: 1, from: null }, { ware, to: 2, from: null })).toEqual([
      'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR',
    ]);
    const run = async (key: string, input: object) =>
      (await harness.client.graphql(setQuantities, { key, input })).data;
    const entry = {
      inventoryItemId: ware.inventoryItem,
      locationId: await harness.location(),
      quantity: -1,
      changeFromQuantity: null,
    };
    expect(await run('d', { name: 'available', reason: 'whim', quantities: [] })).toMatchObject({
      inventorySetQuantities: { userErrors: [{ code: 'INVALID_REASON' }] },
    });
    expect(await run('e', { name: 'sold', reason: 'other', quantities: [] })).toMatchObject({
      inventorySetQuantities: { userErrors: [{ code: 'INVALID_NAME' }] },
    });
    expect(await run('f', { name: 'on_hand', reason: 'other', quantities: [entry] })).toMatchObject({
      inventorySetQuantities: { userErrors: [{ code: 'INVALID_QUANTITY_NEGATIVE' }] },
    });
    const elsewhere = { ...entry, locationId: 'gid://shopify/Location/1' };
    expect(await run('g', { name: 'available', reason: 'other', quantities: [elsewhere] })).toMatchObject({
      inventorySetQuantities: { userErrors: [{ code: 'INVALID_LOCATION' }] },
    });
  });

  test('setting the current number makes no group and no error', async () => {
    const ware = harness.addListing('KAYA');
    expect(await harness.set('same', { ware, to: 10, from: 10 })).toMatchObject({
      data: { inventorySetQuantities: { inventoryAdjustmentGroup: null, userErrors: [] } },
    });
  });
});

test('inventoryAdjustQuantities adds and takes away', async () => {
  const ware = harness.addListing('KAYA');
  const change = {
    inventoryItemId: ware.inventoryItem,
    locationId: await harness.location(),
    delta: -4,
    changeFromQuantity: 10,
  };
  const input = { name: 'available', reason: 'shrinkage', changes: [change] };
  expect(await harness.client.graphql(adjustQuantities, { key: 'k', input })).toMatchObject({
    data: {
      inventoryAdjustQuantities: {
        inventoryAdjustmentGroup: { changes: [{ name: 'available', delta: -4 }, { name: 'on_hand' }] },
        userErrors: [],
      },
    },
  });
  expect(await harness.numbers(ware)).toEqual([6, 6, 0]);
  const { changeFromQuantity: _left, ...bare } = change;
  expect(
    (await harness.client.graphql(adjustQuantities, { key: 'l', input: { ...input, changes: [bare] } }))
      .errors?.[0]?.message,
  ).toContain('InventoryChangeInput must include');
});
