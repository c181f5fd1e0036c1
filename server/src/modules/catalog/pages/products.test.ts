import { automergePreview, unmergeFromVariant } from '@evenstock/contract/catalog/merges';
import { showProduct } from '@evenstock/contract/catalog/products';
import { listVariants, showVariant, type Variant } from '@evenstock/contract/catalog/variants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { adjustQuantity } from '../../stock/changes/adjust-quantity.ts';
import { addMember, addPopulatedStore, addUser, openSession } from '../../../testing/world.ts';

let market: Market;
let server: TestServer;
let token: string;
let path: string;

beforeAll(async () => {
  market = await createMarket({ skus: { TEE: 10, MUG: 4, CAP: 0 } });
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function get(place: string): Promise<unknown> {
  const answer = await server.call('GET', `${path}/${place}`, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const list = async (query: string) =>
  listVariants.reply.parse(await get(`variants/products_page.json?${query}`));
const show = async (id: number | string, query = ''): Promise<Variant> =>
  showVariant.reply.parse(await get(`variants/${String(id)}.json${query}`)).variant;
const send = (method: 'POST' | 'PATCH', place: string, body?: unknown) =>
  server.call(method, `${path}/${place}`, { token, ...(body === undefined ? {} : { body }) });

it('a product whose item shares another product shows where its SKUs are sold', async () => {
  const [one, other] = (await list('q[sku_eq]=CAP')).variants;
  const listings = async (slug: string) =>
    showProduct.reply.parse(await get(`products/${slug}.json`)).product.product_listings.map(({ id }) => id);
  const slug = one?.product.slug ?? '';
  const before = await listings(slug);
  expect(before).toHaveLength(1);
  const { db } = market.ctx;
  const move = (productId: number) =>
    db.updateTable('product_listings').set({ product_id: productId }).where('id', 'in', before).execute();
  await move(other?.product.id ?? 0);
  expect(await listings(slug)).toEqual(before);
  await move(one?.product.id ?? 0);
});

describe('the products list', () => {
  it('lists SKUs with their listings, and finds them by name and code', async () => {
    const page = await list('');
    expect(page.total_count).toBe(9);
    expect(page.merged_count).toBe(0);
    expect(page.variants[0]?.variant_listings).toHaveLength(1);
    expect((await list('q[name_or_sku_cont]=tee')).total_count).toBe(3);
    expect((await list('q[sku_eq]=MUG')).total_count).toBe(3);
    expect((await list('q[filter_status]=no_stock')).variants.map(({ sku }) => sku)).toEqual([
      'CAP',
      'CAP',
      'CAP',
    ]);
    expect(
      (await list(`q[marketplace_id_eq]=${String(market.shop('lazada').marketplaceId)}`)).total_count,
    ).toBe(3);
    expect((await list('q[is_pinned_eq]=true')).total_count).toBe(0);
  });

  it('sorts by quantity, and refuses an unknown sort', async () => {
    const page = await list('q[s]=quantity desc&per_page=3');
    expect(page.variants.map(({ quantity }) => quantity)).toEqual([10, 10, 10]);
    const refused = await server.call('GET', `${path}/variants/products_page.json?q[s]=price`, { token });
    expect(refused.status).toBe(422);
  });

  it('shows nothing of another store, under whatever id', async () => {
    const other = await addPopulatedStore(market.ctx);
    expect((await list('q[filter_status]=all&q[name_or_sku_cont]=MUG-RED')).total_count).toBe(0);
    for (const place of [
      `variants/${String(other.variantId)}.json`,
      `products/${String(other.productId)}.json`,
    ]) {
      expect((await server.call('GET', `${path}/${place}`, { token })).status).toBe(404);
    }
    const adjusted = await send('PATCH', `variants/${String(other.variantId)}.json`, {
      variant: { adjustment: 5 },
    });
    expect(adjusted.status).toBe(404);
    const unmerged = await send(
      'POST',
      `variant_listings/${String(other.variantListingId)}/unmerge_from_variant.json`,
    );
    expect(unmerged.status).toBe(404);
  });
});

describe('a SKU', () => {
  it('takes an adjustment once for each request, and refuses half units', async () => {
    const [mug] = (await list('q[sku_eq]=MUG')).variants;
    const place = `variants/${String(mug?.id)}.json`;
    const press = { variant: { adjustment: 3, adjustment_key: '6a0e8ad0-6a5f-4a53-9d0b-0c8d4e4c3a11' } };
    expect(showVariant.reply.parse((await send('PATCH', place, press)).body).variant.quantity).toBe(7);
    expect(showVariant.reply.parse((await send('PATCH', place, press)).body).variant.quantity).toBe(7);
    const half = await send('PATCH', place, { variant: { adjustment: 0.5 } });
    expect(half.status).toBe(422);
    expect(half.body).toMatchObject({ errors: { adjustment: ['Adjustment must be a whole number'] } });
    await market.ctx.runJobs();
    const [listing] = (await show(mug?.id ?? 0)).variant_listings;
    expect(listing?.sync).toMatchObject({ state: 'in_step', target: 7, sent: 7, acknowledged: 7 });
    expect(listing?.quantity).toBe(7);
  });

  it('keeps its settings, and says since when nothing is given back', async () => {
    const [cap] = (await list('q[sku_eq]=CAP')).variants;
    const place = `variants/${String(cap?.id)}.json`;
    const body = { variant: { disable_restock: true, has_maximum_quantity: true, name: 'Cap, renamed' } };
    const { variant } = showVariant.reply.parse((await send('PATCH', place, body)).body);
    expect(variant).toMatchObject({
      disable_restock: true,
      has_maximum_quantity: true,
      name: 'Cap, renamed',
    });
    expect((await list('q[name_or_sku_cont]=renamed')).total_count).toBe(1);
    const since = await market.ctx.db
      .selectFrom('variants')
      .select('disable_restock_since')
      .where('id', '=', variant.id)
      .executeTakeFirstOrThrow();
    expect(since.disable_restock_since).toEqual(market.clock.now());
    expect((await send('PATCH', place, { variant: { name: ' ' } })).body).toMatchObject({
      errors: { name: ['Name is required'] },
    });
  });

  it('is read from its marketplaces when asked', async () => {
    const [cap] = (await list('q[sku_eq]=CAP')).variants;
    const shop = market.shops.find(
      ({ marketplaceId }) => marketplaceId === cap?.variant_listings[0]?.marketplace.id,
    );
    if (shop === undefined || cap === undefined) throw new Error('The cap is listed nowhere.');
    const [there] = market.sandbox.control
      .listings(shop.channel, shop.shop)
      .filter(({ sku }) => sku === 'CAP');
    market.sandbox.control.editListing(shop.channel, shop.shop, there?.variant_id ?? '', { quantity: 9 });
    const pulled = showVariant.reply.parse(
      (await send('POST', `variants/${String(cap.id)}/pull_variant.json`)).body,
    );
    expect(pulled.variant.variant_listings[0]?.sync.read_back).toBe(9);
    expect(pulled.variant.is_out_of_sync).toBe(true);
    const asked = market.ctx.db.selectFrom('activities').select('extras').where('key', '=', 'variant.pull');
    expect(await asked.execute()).toEqual([{ extras: { pulled_count: cap.variant_listings.length } }]);
    market.sandbox.control.setFaults([{ channel: shop.channel, kind: 'error_500', rate: 1 }]);
    const failed = await send('POST', `variants/${String(cap.id)}/pull_variant.json`);
    market.sandbox.control.setFaults([]);
    expect(failed.status).toBe(422);
    expect(failed.body).toMatchObject({
      errors: { product: [expect.stringContaining('could not be read')] },
    });
  });

  it('leads to its product', async () => {
    const [tee] = (await list('q[sku_eq]=TEE')).variants;
    const { product } = showProduct.reply.parse(await get(`products/${tee?.product.slug ?? ''}.json`));
    expect(product.variants.map(({ id }) => id)).toEqual([tee?.id]);
    expect(product.product_listings).toHaveLength(1);
  });
});

describe('merging by code', () => {
  it('shows the preview, merges in the background, mails the requester, and can be undone', async () => {
    const preview = automergePreview.parse(await get('variants/automerge_preview.json'));
    expect(preview).toMatchObject({ groups_count: 3, listings_count: 9, last_run: null });

    expect((await send('POST', 'variants/automerge.json', { is_using_highest_qty: true })).status).toBe(200);
    await market.ctx.runJobs();
    const after = automergePreview.parse(await get('variants/automerge_preview.json'));
    expect(after).toMatchObject({
      groups_count: 0,
      last_run: { state: 'done', done: 3, failed: 0, total: 3 },
    });
    expect(market.ctx.mails.map(({ subject }) => subject)).toEqual(['Merging in Market is complete']);

    const page = await list('q[filter_status]=linked');
    expect(page).toMatchObject({ total_count: 3, merged_count: 9 });
    const mug = page.variants.find(({ sku }) => sku === 'MUG');
    const { variant_listings: listings } = await show(mug?.id ?? 0);
    expect(listings.map(({ is_merged, sync }) => [is_merged, sync.target])).toEqual([
      [true, 7],
      [true, 7],
      [true, 7],
    ]);
    const leaving = listings[1];
    expect(leaving?.unmerge_quantity).toBe(4);
    const door = `variant_listings/${String(leaving?.id)}/unmerge_from_variant.json`;
    for (const numbers of [
      { quantity: 400, shared_quantity: -393 },
      { quantity: 9999 },
      { quantity: -1, shared_quantity: 8 },
      { shared_quantity: 8 },
    ]) {
      const refused = await send('POST', door, { variant_listing: numbers });
      expect(refused, JSON.stringify(numbers)).toMatchObject({
        status: 422,
        body: { errors: { quantity: ['Between 0 and 7 units can go with the listing.'] } },
      });
    }
    const differs = await send('POST', door, { variant_listing: { quantity: 3, shared_quantity: 3 } });
    expect(differs.status).toBe(409);
    expect((await show(mug?.id ?? 0)).quantity).toBe(7);
    const unmerged = await send('POST', door, { variant_listing: { quantity: 2, shared_quantity: 5 } });
    const { variant_listing: alone } = unmergeFromVariant.reply.parse(unmerged.body);
    expect(alone).toMatchObject({ is_merged: false, unmerge_quantity: null });
    expect((await show(alone.variant_slug)).quantity).toBe(2);
    expect((await show(mug?.id ?? 0)).quantity).toBe(5);
  });

  it('owed units stay owed: the listing that leaves gets 0, and nothing below it', async () => {
    const { ctx, storeId } = market;
    const listed = (await list('q[filter_status]=linked')).variants;
    const mug = listed.find(({ sku }) => sku === 'MUG');
    const variantId = mug?.id ?? 0;
    await adjustQuantity(ctx, { storeId, variantId, userId: await addUser(ctx), units: -20 });
    const [leaving] = (await show(variantId)).variant_listings;
    expect(leaving?.unmerge_quantity).toBe(0);
    const door = `variant_listings/${String(leaving?.id)}/unmerge_from_variant.json`;
    const refused = await send('POST', door, { variant_listing: { quantity: -15, shared_quantity: 0 } });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { quantity: ['There are no units to divide, so 0 go with the listing.'] } },
    });
    const answer = await send('POST', door);
    const { variant_listing: alone } = unmergeFromVariant.reply.parse(answer.body);
    expect((await show(alone.variant_slug)).quantity).toBe(0);
    expect((await show(variantId)).quantity).toBe(-15);
  });

  it('a product listing leaves its product with the requested numbers, beneath the product’s path too', async () => {
    const tee = (await list('q[sku_eq]=TEE')).variants[0];
    const { product } = showProduct.reply.parse(await get(`products/${tee?.product.slug ?? ''}.json`));
    expect(product.product_listings).toHaveLength(3);
    const leaving = product.product_listings.find(({ marketplace }) => marketplace.channel === 'lazada');
    const offered = (await show(tee?.id ?? 0)).variant_listings.find(
      ({ marketplace }) => marketplace.channel === 'lazada',
    );
    const place = `products/${product.slug}/product_listings/${String(leaving?.id)}/unmerge_from_product.json`;
    const { unmerge_offers: offers } = product;
    expect(offers.map((offer) => offer.unmerge_quantity)).toContain(offered?.unmerge_quantity);
    const own = offers.find(({ product_listing_id: id }) => id === leaving?.id);
    const wish = (quantity: number) => ({
      product_listing: { divisions: [{ variant_listing_id: own?.variant_listing_id, quantity }] },
    });
    const tooMany = await send('POST', place, wish((tee?.quantity ?? 0) + 1));
    expect(tooMany.status).toBe(422);
    const answer = await send('POST', place, wish(1));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const after = (await list('q[sku_eq]=TEE')).variants.map(({ id, quantity }) => ({ id, quantity }));
    expect(after).toHaveLength(2);
    expect(after.find(({ id }) => id !== tee?.id)?.quantity).toBe(1);
    expect(after.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(tee?.quantity);
    const left = showProduct.reply.parse(await get(`products/${product.slug}.json`)).product;
    expect(left.product_listings).toHaveLength(2);
    expect((await send('POST', place)).status).toBe(422);
  });

  it('answers for a SKU that was merged away with the one that it became', async () => {
    const gone = await market.ctx.db
      .selectFrom('variants')
      .select(['id', 'slug', 'merged_into_id'])
      .where('merged_into_id', 'is not', null)
      .executeTakeFirstOrThrow();
    expect((await show(gone.slug)).id).toBe(gone.merged_into_id);
    expect((await show(gone.id)).id).toBe(gone.merged_into_id);
  });

  it('is refused while the store does not sync quantities, as adjusting is', async () => {
    await market.ctx.db
      .updateTable('stores')
      .set({ can_sync_quantity: false })
      .where('id', '=', market.storeId)
      .execute();
    const refused = await send('POST', 'variants/automerge.json', {});
    const tee = (await list('q[sku_eq]=TEE')).variants[0];
    const adjusted = await send('PATCH', `variants/${String(tee?.id)}.json`, { variant: { adjustment: 1 } });
    expect((await show(tee?.id ?? 0)).quantity).toBe(tee?.quantity);
    await market.ctx.db
      .updateTable('stores')
      .set({ can_sync_quantity: true })
      .where('id', '=', market.storeId)
      .execute();
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      errors: { store: [expect.stringContaining('Inventory Sync is off')] },
    });
    expect(adjusted).toMatchObject({
      status: 422,
      body: { errors: { adjustment: [expect.stringContaining('Inventory sync is off')] } },
    });
  });
});
