import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { Harness as Lazada, payload } from '../lazada/harness.fixture.ts';
import { Harness as Shopify } from '../shopify/harness.fixture.ts';
import { setQuantities } from '../shopify/documents.fixture.ts';
import { Harness as Tiktok } from '../tiktok/harness.fixture.ts';
import { listPlaces, makePlace, editPlace } from './places.ts';

const FURTHER = '2';

test('a further place is added, held by hand, sends an order, and is closed over HTTP', async () => {
  const sandbox: Sandbox = createSandbox({ seed: 3, content: 'none' });
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${sandbox.address}/control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const value: unknown = await reply.json();
    return { status: reply.status, value };
  };
  const { shop } = sandbox.control.addShop({ channel: 'shopify', name: 'Placed', shop: 'placed' });
  sandbox.control.addListings('shopify', shop, { sku: 'A', quantity: 5 });
  expect((await call('POST', '/shopify/placed/places', { name: 'Jurong' })).status).toBe(201);
  const [listing] = sandbox.control.listings('shopify', shop);
  const at = `/shopify/placed/listings/${listing?.variant_id ?? ''}`;
  expect(await call('PATCH', at, { places: { [FURTHER]: 2 } })).toMatchObject({
    value: { quantity: 5, places: { [FURTHER]: 2 } },
  });
  expect((await call('PATCH', at, { places: { 9: 2 } })).status).toBe(404);
  const bought = { lines: [{ sku: 'A', quantity: 2 }], place: FURTHER };
  expect((await call('POST', '/shopify/placed/orders', bought)).status).toBe(201);
  expect((await call('POST', '/shopify/placed/orders', bought)).status).toBe(409);
  expect(sandbox.control.listings('shopify', shop)[0]).toMatchObject({
    quantity: 5,
    places: { [FURTHER]: 0 },
  });
  expect(await call('PATCH', '/shopify/placed/places/2', { is_active: false })).toMatchObject({
    value: [{ place: null }, { place: FURTHER, name: 'Jurong', is_active: false }],
  });
  const { shop: other } = sandbox.control.addShop({ channel: 'qoo10', name: 'One' });
  expect((await call('POST', `/qoo10/${other}/places`, { name: 'No' })).status).toBe(409);
  await sandbox.close();
});

describe('Shopify’s locations', () => {
  const harness = new Shopify(41);
  beforeAll(async () => {
    await harness.open();
    await harness.begin();
  });
  afterAll(async () => harness.sandbox.close());

  test('each has its own level; a write at one leaves the other; a closed one is listed when asked for', async () => {
    const { sandbox, shop, client } = harness;
    const ware = harness.addListing('TWO', 7);
    const alone = harness.addListing('ALONE', 7);
    makePlace(sandbox.control, 'shopify', shop, { name: 'Jurong' });
    const [main = '', further = ''] = listPlaces(sandbox.control, 'shopify', shop).map(({ id }) => id);
    const { variant_id: id = '' } = sandbox.control.listings('shopify', shop)[0] ?? {};
    sandbox.control.editListing('shopify', shop, id, { places: { [FURTHER]: 3 } });
    const level = async (item: string, location: string): Promise<number | null> => {
      const text =
        'query($id: ID!, $at: ID!) { inventoryItem(id: $id) { inventoryLevel(locationId: $at) { quantities(names: ["available"]) { quantity } } } }';
      const { data } = await client.graphql(text, { id: item, at: location });
      const { inventoryItem } = z
        .object({
          inventoryItem: z.object({
            inventoryLevel: z.object({ quantities: z.array(z.object({ quantity: z.number() })) }).nullable(),
          }),
        })
        .parse(data);
      return inventoryItem.inventoryLevel?.quantities[0]?.quantity ?? null;
    };
    expect([await level(ware.inventoryItem, main), await level(ware.inventoryItem, further)]).toEqual([7, 3]);
    expect(await level(alone.inventoryItem, further)).toBeNull();
    const set = (item: string, locationId: string, from: number) =>
      client.graphql(setQuantities, {
        key: `${item}${locationId}`,
        input: {
          name: 'available',
          reason: 'correction',
          quantities: [{ inventoryItemId: item, locationId, quantity: 11, changeFromQuantity: from }],
        },
      });
    expect(await set(ware.inventoryItem, further, 3)).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [] } },
    });
    expect([await level(ware.inventoryItem, main), await level(ware.inventoryItem, further)]).toEqual([
      7, 11,
    ]);
    expect(await set(alone.inventoryItem, further, 7)).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [{ code: 'INVALID_LOCATION' }] } },
    });
    editPlace(sandbox.control, 'shopify', shop, { key: FURTHER, edit: { is_active: false } });
    const named = async (includeInactive: boolean) => {
      const text = `{ locations(first: 9, includeInactive: ${String(includeInactive)}) { nodes { id isActive } } }`;
      return (await client.graphql(text)).data;
    };
    expect(await named(false)).toMatchObject({ locations: { nodes: [{ id: main }] } });
    expect(await named(true)).toMatchObject({ locations: { nodes: [{ id: further, isActive: false }, {}] } });
  });
});

describe('Lazada’s warehouses', () => {
  const harness = new Lazada(42);
  beforeAll(async () => {
    await harness.open();
    await harness.begin();
  });
  afterAll(async () => harness.sandbox.close());

  test('are listed; totals count them all; a write names the one that it is for', async () => {
    const { sandbox, shop, client } = harness;
    const { item, sku } = harness.addListing('TWO', 7);
    makePlace(sandbox.control, 'lazada', shop, { name: 'Jurong' });
    sandbox.control.editListing('lazada', shop, sku, { places: { [FURTHER]: 3 } });
    expect(await client.get('/seller/warehouse/get', { addressTypes: '["warehouse"]' })).toMatchObject({
      code: '0',
      result: {
        success: true,
        module: [
          { code: 'dropshipping', defaultAddress: true },
          { code: 'dropshipping-2', name: 'Jurong', defaultAddress: false, status: 'ACTIVE' },
        ],
      },
    });
    const write = { MultiWarehouseInventory: [{ WarehouseCode: 'dropshipping-2', SellableQuantity: '5' }] };
    const sent = payload({ ItemId: item, SkuId: sku, MultiWarehouseInventories: write });
    expect((await client.post('/product/stock/sellable/update', sent)).code).toBe('0');
    expect((await client.get('/product/item/get', { item_id: item })).data).toMatchObject({
      skus: [
        {
          Available: 12,
          multiWarehouseInventories: [
            { warehouseCode: 'dropshipping', sellableQuantity: 7 },
            { warehouseCode: 'dropshipping-2', sellableQuantity: 5 },
          ],
        },
      ],
    });
  });
});

describe('TikTok’s warehouses', () => {
  test('are listed; a write names every warehouse of a SKU, and none besides', async () => {
    const harness = await new Tiktok().begin();
    const { sandbox, shop, client } = harness;
    const { item, sku } = harness.add('TWO', 7);
    makePlace(sandbox.control, 'tiktok', shop, { name: 'Jurong' });
    sandbox.control.editListing('tiktok', shop, sku, { places: { [FURTHER]: 3 } });
    const [main = '', further = ''] = listPlaces(sandbox.control, 'tiktok', shop).map(({ id }) => id);
    const listed = await client.get('/logistics/202309/warehouses');
    expect(listed.data).toMatchObject({
      warehouses: [
        { id: main, is_default: true, type: 'SALES_WAREHOUSE' },
        { id: further, name: 'Jurong', is_default: false },
        { type: 'RETURN_WAREHOUSE' },
      ],
    });
    const write = (...rows: readonly (readonly [string, number])[]) =>
      client.post(`/product/202309/products/${item}/inventory/update`, {
        skus: [{ id: sku, inventory: rows.map(([warehouse_id, quantity]) => ({ warehouse_id, quantity })) }],
      });
    expect((await write([main, 7])).data).toMatchObject({ errors: [{ detail: { sku_id: sku } }] });
    expect((await write([main, 7], [further, 4], ['7', 1])).data).toMatchObject({ errors: [{}] });
    await write([main, 6], [further, 4]);
    expect(sandbox.control.listings('tiktok', shop)[0]).toMatchObject({
      quantity: 6,
      places: { [FURTHER]: 4 },
    });
    await sandbox.close();
  });
});
