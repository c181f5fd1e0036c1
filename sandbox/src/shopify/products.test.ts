import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  runBulk as startBulk,
  bulkRead,
  deleteProduct,
  updateProduct,
  updateVariants,
} from './documents.fixture.ts';
import { Harness } from './harness.fixture.ts';

const harness = new Harness(31);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

describe('editing', () => {
  test('a product is renamed, hidden, shown and archived', async () => {
    const { product } = harness.addListing('KAYA');
    const update = async (fields: object) => (await harness.client.graphql(updateProduct, { product: { id: product, ...fields } })).data; // oxfmt-ignore
    expect(await update({ title: 'Kaya jam' })).toMatchObject({ productUpdate: { product: { title: 'Kaya jam', status: 'ACTIVE' }, userErrors: [] } }); // oxfmt-ignore
    for (const status of ['DRAFT', 'UNLISTED', 'ARCHIVED', 'ACTIVE'])
      expect(await update({ status })).toMatchObject({ productUpdate: { product: { status } } });
    expect(await update({ title: ' ' })).toMatchObject({ productUpdate: { product: null, userErrors: [{ field: ['title'] }] } }); // oxfmt-ignore
    const unknown = { id: 'gid://shopify/Product/1', title: 'x' };
    expect((await harness.client.graphql(updateProduct, { product: unknown })).data).toMatchObject({ productUpdate: { userErrors: [{ field: ['id'], message: 'Product does not exist' }] } }); // oxfmt-ignore
    expect(await update({ status: 'DRAFT' })).toBeDefined();
    expect(() => harness.buy('KAYA', 1)).toThrow('not on sale');
  });

  test('prices of variants are changed, all or none', async () => {
    const one = harness.addListing('ONE', 10, 20);
    const update = async (variants: object[], more: object = {}) =>
      (await harness.client.graphql(updateVariants, { productId: one.product, variants, ...more })).data;
    expect(await update([{ id: one.variant, price: '18.50' }])).toMatchObject({ productVariantsBulkUpdate: { productVariants: [{ price: '18.50', compareAtPrice: null }], userErrors: [] } }); // oxfmt-ignore
    expect(await update([{ id: one.variant, price: '15.00', compareAtPrice: '18.50' }])).toMatchObject({ productVariantsBulkUpdate: { productVariants: [{ price: '15.00', compareAtPrice: '18.50' }] } }); // oxfmt-ignore
    expect(await update([{ id: one.variant, price: '16.00' }])).toMatchObject({ productVariantsBulkUpdate: { productVariants: [{ price: '16.00', compareAtPrice: '18.50' }] } }); // oxfmt-ignore
    const foreign = harness.addListing('TWO');
    expect(await update([{ id: one.variant, price: '1.00' }, { id: foreign.variant, price: '1.00' }, { price: '1' }])).toMatchObject({
      productVariantsBulkUpdate: { productVariants: null, userErrors: [{ code: 'PRODUCT_VARIANT_DOES_NOT_EXIST', field: ['variants', '1', 'id'] }, { code: 'PRODUCT_VARIANT_ID_MISSING' }] },
    }); // oxfmt-ignore
    expect(harness.sandbox.control.listings('shopify', harness.shop)[0]).toMatchObject({ price: 18.5, special_price: 16 }); // oxfmt-ignore
    expect(await update([{ id: one.variant, price: '17.00' }, { price: '1' }], { partly: true })).toMatchObject({ productVariantsBulkUpdate: { productVariants: [{ price: '17.00' }] } }); // oxfmt-ignore
    expect(await update([{ id: one.variant, price: '-1' }])).toMatchObject({ productVariantsBulkUpdate: { userErrors: [{ code: 'GREATER_THAN_OR_EQUAL_TO', field: ['variants', '0', 'price'] }] } }); // oxfmt-ignore
  });

  test('a product is deleted for ever', async () => {
    const { product } = harness.addListing('KAYA');
    const remove = async () => (await harness.client.graphql(deleteProduct, { input: { id: product } })).data;
    expect(await remove()).toMatchObject({ productDelete: { deletedProductId: product, userErrors: [] } });
    expect(await remove()).toMatchObject({ productDelete: { deletedProductId: null, userErrors: [{ message: 'Product does not exist' }] } }); // oxfmt-ignore
    expect((await harness.client.graphql('query($id: ID!) { product(id: $id) { id } }', { id: product })).data).toEqual({ product: null }); // oxfmt-ignore
  });

  test('inventoryActivate needs a key, and cannot set what is stocked already', async () => {
    const { inventoryItem } = harness.addListing('KAYA');
    const locationId = await harness.location();
    const ask = (directive: string, available: string) =>
      harness.client.graphql(`mutation($i: ID!, $l: ID!) { inventoryActivate(inventoryItemId: $i, locationId: $l${available}) ${directive} { inventoryLevel { id } userErrors { field message } } }`, { i: inventoryItem, l: locationId }); // oxfmt-ignore
    expect((await ask('', '')).errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
    expect((await ask('@idempotent(key: "a")', '')).data).toMatchObject({
      inventoryActivate: { userErrors: [] },
    });
    expect((await ask('@idempotent(key: "b")', ', available: 3')).data).toMatchObject({ inventoryActivate: { inventoryLevel: null, userErrors: [{ field: ['available'] }] } }); // oxfmt-ignore
  });
});

describe('bulk operations', () => {
  const read = z.object({
    bulkOperation: z.object({ status: z.string(), objectCount: z.string(), rootObjectCount: z.string(), url: z.string().nullable(), fileSize: z.string().nullable(), errorCode: z.string().nullable() }),
  }); // oxfmt-ignore
  const begun = z.object({
    bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string(), status: z.string() }).nullable(), userErrors: z.array(z.object({ code: z.string(), message: z.string() })) }),
  }); // oxfmt-ignore
  const run = async (query: string) => begun.parse((await harness.client.graphql(startBulk, { query })).data).bulkOperationRunQuery; // oxfmt-ignore
  const state = async (id: string) => read.parse((await harness.client.graphql(bulkRead, { id })).data).bulkOperation; // oxfmt-ignore
  const products = '{ products { edges { node { id title variants { edges { node { id sku } } } } } } }';

  test('begin, run, and leave a file with an object on each line', async () => {
    harness.sandbox.control.addListings('shopify', harness.shop, { count: 300 });
    harness.sandbox.control.addListings('shopify', harness.shop, { name: 'Tee', option_names: ['Size'], variants: [{ sku: 'S', options: ['S'] }, { sku: 'M', options: ['M'] }] }); // oxfmt-ignore
    const { bulkOperation } = await run(products);
    const id = bulkOperation?.id ?? '';
    expect(bulkOperation?.status).toBe('CREATED');
    harness.sandbox.clock.advance(600);
    expect((await state(id)).status).toBe('RUNNING');
    harness.sandbox.clock.advance(2_000);
    const done = await state(id);
    expect(done).toMatchObject({ status: 'COMPLETED', rootObjectCount: '301', objectCount: '603' });
    const file = await (await fetch(done.url ?? '')).text();
    expect(String(Buffer.byteLength(file))).toBe(done.fileSize);
    const lines = file.trimEnd().split('\n').map((line) => z.object({ id: z.string(), __parentId: z.string().optional() }).parse(JSON.parse(line))); // oxfmt-ignore
    expect(lines).toHaveLength(603);
    const parents = new Set(
      lines.filter(({ __parentId }) => __parentId === undefined).map((line) => line.id),
    );
    expect([parents.size, lines.every(({ __parentId }) => __parentId === undefined || parents.has(__parentId))]).toEqual([301, true]); // oxfmt-ignore
    const current = await harness.client.graphql('{ currentBulkOperation { id status } }');
    expect(current.data).toEqual({ currentBulkOperation: { id, status: 'COMPLETED' } });
    harness.sandbox.clock.advance(7 * 86_400_000);
    expect((await fetch(done.url ?? '')).status).toBe(403);
  });

  test('an empty one has no file; one is cancelled; a sixth at a time is refused', async () => {
    const first = await run(products);
    const others = [await run(products), await run(products), await run(products), await run(products)];
    expect((await run(products)).userErrors).toMatchObject([{ code: 'OPERATION_IN_PROGRESS' }]);
    const cancelled = others[0]?.bulkOperation?.id ?? '';
    await harness.client.graphql('mutation($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { message } } }', { id: cancelled }); // oxfmt-ignore
    expect((await state(cancelled)).status).toBe('CANCELING');
    harness.sandbox.clock.advance(3_000);
    expect((await state(cancelled)).status).toBe('CANCELED');
    expect(await state(first.bulkOperation?.id ?? '')).toMatchObject({ status: 'COMPLETED', objectCount: '0', url: null }); // oxfmt-ignore
  });

  test.each([
    ['{ shop { name } }', 'at least one connection'],
    ['{ products { nodes { id } } }', 'not `nodes`'],
    ['{ products { edges { node { title variants { edges { node { sku } } } } } } }', 'must select the `id`'],
    ['{ nodes(ids: []) { id } products { edges { node { id } } } }', 'top level `node`'],
    ['{ nothing }', 'Cannot query field'],
    ['mutation { productDelete(input: {id: "1"}) { shop { id } } }', 'query operations'],
  ])('%s is refused', async (query, why) => {
    const { bulkOperation, userErrors } = await run(query);
    expect([bulkOperation, userErrors[0]?.code]).toEqual([null, 'INVALID']);
    expect(userErrors[0]?.message).toContain(why);
  });
});
