import { showProduct } from '@evenstock/contract/catalog/products';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addPopulatedStore, addUser, openSession } from '../../../testing/world.ts';

let market: Market;
let server: TestServer;
let token: string;
let slug: string;
const path = '/api/stores/market';

beforeAll(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: { TEE: 10 } });
  await market.merge('TEE');
  await market.ctx.runJobs();
  server = await createTestServer(market.ctx);
  const user = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, user, 'member');
  token = await openSession(market.ctx, user);
  const [tee] = await list('');
  slug = tee?.product.slug ?? '';
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function list(text: string) {
  const query = `products_page.json?q[name_or_sku_cont]=${encodeURIComponent(text)}`;
  const answer = await server.call('GET', `${path}/variants/${query}`, { token });
  return listVariants.reply.parse(answer.body).variants;
}

const rename = (product: object, of = slug) =>
  server.call('PATCH', `${path}/products/${of}.json`, { token, body: { product } });

it('a product is renamed, its SKUs with it; lists find the new name, listings keep theirs', async () => {
  const answer = await rename({ name: ' Linen shirt ' });
  const { product } = showProduct.reply.parse(answer.body);
  expect(product.name).toBe('Linen shirt');
  expect(product.variants.map(({ full_product_name: name }) => name)).toEqual(['Linen shirt']);
  expect(product.product_listings.map(({ name }) => name)).toEqual(['The TEE', 'The TEE']);
  expect(await list('Linen')).toHaveLength(1);
});

it('a save over a newer change is refused with the current name, unless it is intended', async () => {
  const since = market.clock.now().toISOString();
  market.clock.advance(1_000);
  expect((await rename({ name: 'Cotton shirt', if_unchanged_since: since })).status).toBe(200);
  market.clock.advance(1_000);
  const late = await rename({ name: 'Silk shirt', if_unchanged_since: since });
  expect(late).toMatchObject({
    status: 409,
    body: { error: 'Somebody has named it Cotton shirt meanwhile.' },
  });
  expect((await rename({ name: 'Silk shirt' })).status).toBe(200);
});

it('refuses a blank name, and a product of another store', async () => {
  expect(await rename({ name: ' ' })).toMatchObject({
    status: 422,
    body: { errors: { name: ['Name is required'] } },
  });
  const other = await addPopulatedStore(market.ctx);
  expect((await rename({ name: 'Mine' }, String(other.productId))).status).toBe(404);
});

const extrasOf = async (key: string) =>
  (await market.ctx.db.selectFrom('activities').select('extras').where('key', '=', key).execute()).map(
    ({ extras }) => extras,
  );

it('reads all its listings from their marketplaces when asked', async () => {
  for (const { channel, shop } of market.shops) {
    const [there] = market.sandbox.control.listings(channel, shop);
    market.sandbox.control.editListing(channel, shop, there?.variant_id ?? '', { status: 'unlisted' });
  }
  const pull = () => server.call('POST', `${path}/products/${slug}/pull_product.json`, { token });
  const { product } = showProduct.reply.parse((await pull()).body);
  expect(product.product_listings.map(({ state }) => state)).toEqual(['inactive', 'inactive']);
  expect(await extrasOf('product.pull')).toEqual([{ pulled_count: 2 }]);
  market.sandbox.control.setFaults([{ channel: 'shopify', kind: 'error_500', rate: 1 }]);
  const failed = await pull();
  market.sandbox.control.setFaults([]);
  expect(failed).toMatchObject({
    status: 422,
    body: { errors: { product: [expect.stringContaining('could not be read')] } },
  });
});
