import { listMarketplaces } from '@evenstock/contract/marketplaces/marketplaces';
import { listProductListings } from '@evenstock/contract/catalog/product-listings';
import { pullMarketplace } from '@evenstock/contract/pulls/pulls';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { expect, it } from 'vitest';
import { newAccount } from '../accounts.ts';
import { enter, everyLook, flaws, visit } from '../browser.ts';
import { control } from '../control.ts';
import { statement } from '../database.ts';
import { connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

it('a listing shows its SKUs that are delisted on demand; a SKU and a product without a listing show a text', async () => {
  const owner = await newAccount('delisted-skus');
  const storeId = await newStore(owner, 'Delisted SKUs');
  const params = { storeId };
  const shop = newShopId();
  await connectShop(owner, storeId, { channel: 'shopify', shop, listings: 1 });
  const variants = ['Red', 'Green'].map((colour) => ({
    sku: `MUG-${colour}`,
    options: [colour],
    quantity: 5,
  }));
  await control('POST', `/shopify/${shop}/listings`, {
    items: [{ name: 'Two mugs', option_names: ['Colour'], variants }],
  });
  const { marketplaces } = await owner.call(listMarketplaces, { params });
  const marketplaceId = marketplaces[0]?.slug ?? '';
  await owner.call(pullMarketplace, { params: { storeId, marketplaceId } });
  const skus = async () =>
    (await owner.call(listVariants, { params, query: { q: { name_or_sku_cont: 'MUG-' } } })).variants;
  await until(async () => (await skus()).length, 2);
  const [first] = await skus();
  const { product_listings: listings } = await owner.call(listProductListings, { params });
  const listing = listings.find(({ name }) => name === 'Two mugs');

  const { page, faults, close } = await visit();
  // A seller cannot delist one variant of an item in this sandbox, so its shop is not pulled any more: a pull would undo this.
  await statement('update marketplaces set deactivated_at = now() where slug = $1', [marketplaceId]);
  // A pull or job that has begun may still write what it reads.
  const underWay = async () =>
    (await statement(
      `select from marketplace_pulls p join marketplaces m on m.id = p.marketplace_id where m.slug = $1 and p.state = 'running'`,
      [marketplaceId],
    )) +
    (await statement(
      `select from graphile_worker._private_jobs j where j.locked_at is not null and exists (
         select from product_listings l join marketplaces m on m.id = l.marketplace_id
         where m.slug = $1 and (j.payload ->> 'marketplaceId' = m.id::text or j.payload ->> 'productListingId' = l.id::text))`,
      [marketplaceId],
    ));
  await until(underWay, 0);
  await statement(`update variant_listings set state = 'inactive' where id = $1`, [
    first?.variant_listings[0]?.id,
  ]);
  await enter(page, `/stores/${storeId}/product_listings/${listing?.slug ?? ''}`, owner);
  const rows = page.locator('tbody').getByText(/^MUG-/);
  await until(() => rows.count(), 1);
  await page.getByText('1 delisted or deleted').waitFor();
  await page.getByRole('button', { name: 'show', exact: true }).click();
  await until(() => rows.count(), 2);
  await page.getByRole('button', { name: 'hide', exact: true }).click();
  await until(() => rows.count(), 1);

  expect(await flaws(page, everyLook)).toEqual([]);

  const product = `/stores/${storeId}/products/${first?.product.slug ?? ''}`;
  await statement('update variant_listings set deleted_at = now() where product_listing_id = $1', [
    listing?.id,
  ]);
  await page.goto(`${product}/variants/${first?.slug ?? ''}`);
  await page.getByText('No Variant Listings found').waitFor();
  const elsewhere = listings.find(({ id }) => id !== listing?.id)?.id;
  await statement(
    `update product_listings set product_id = (select product_id from product_listings where id = $2) where id = $1`,
    [listing?.id, elsewhere],
  );
  await page.goto(product);
  await page.getByText('No Product Listing found').waitFor();
  expect(faults).toEqual([]);
  await close();
});
