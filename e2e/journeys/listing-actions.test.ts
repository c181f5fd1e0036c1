import { listProductListings, type ListingDetail } from '@evenstock/contract/catalog/product-listings';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../api.ts';
import { newAccount } from '../accounts.ts';
import { barriers, enter, everyLook, flaws, overflows, visit } from '../browser.ts';
import { control } from '../control.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* A listing on its page: its price, its name, and whether it is sold. */

const offered = (sku: string) => [{ sku, name: `The ${sku}`, quantity: 4 }];

/** A shop of a new store that sells one thing, as its owner sees it. */
async function sell(
  channel: 'lazada' | 'shopee' | 'shopify',
  shop: string,
  sku: string,
): Promise<{ owner: Caller; storeId: string; listing: ListingDetail; address: string }> {
  const owner = await newAccount(`listing-${channel}-${shop}`);
  const storeId = await newStore(owner, `Listing ${shop}`);
  await connectShop(owner, storeId, { channel, shop, listings: offered(sku) });
  const { product_listings: listings } = await owner.call(listProductListings, { params: { storeId } });
  const [listing] = listings;
  if (listing === undefined) throw new Error('The shop has one listing.');
  return { owner, storeId, listing, address: `/stores/${storeId}/product_listings/${listing.slug}` };
}

const there = z.array(z.object({ sku: z.string(), name: z.string(), price: z.number(), status: z.string() }));

/** What the marketplace itself shows. */
async function shown(channel: string, shop: string) {
  const [listing] = there.parse(await control('GET', `/${channel}/${shop}/listings`));
  return listing;
}

const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('a listing at its marketplace', () => {
  it('is priced and renamed, once inventory sync is allowed', async () => {
    const shop = newShopId();
    const { owner, address } = await sell('lazada', shop, 'PRICED');
    const { page, faults, close } = await visit();
    await enter(page, address, owner);
    await page.getByRole('heading', { name: 'The PRICED' }).waitFor();
    await page.getByRole('button', { name: 'Edit The PRICED' }).click();
    await page.getByRole('dialog', { name: 'Allow inventory sync?' }).waitFor();
    await page.getByRole('button', { name: 'Allow inventory sync' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit listing at Our lazada' });
    await dialog.getByText('130 characters left').waitFor();
    await dialog.getByLabel('Price').fill('0.05');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Price must be at least 0.1').waitFor();
    await dialog.getByLabel('Price').fill('');
    await dialog.getByText('Price is required').waitFor();
    await dialog.getByLabel('Price').fill('19.90');
    await dialog.getByLabel('Listing name').fill('A better name for it');
    await dialog.getByText('120 characters left').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Variant listing updated successfully').waitFor();
    await page.getByRole('heading', { name: 'A better name for it' }).waitFor();
    expect(await shown('lazada', shop)).toMatchObject({ name: 'A better name for it', price: 19.9 });
    // What became of it is still there after a reload.
    await page.reload();
    await page.getByText('Price $19.90').waitFor();
    await page.getByText('Confirmed').first().waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('is delisted and relisted, on a phone', async () => {
    const shop = newShopId();
    const { owner, address } = await sell('shopify', shop, 'SOLD');
    const { page, faults, close } = await visit({ width: 375 });
    await enter(page, address, owner);
    await page.getByRole('heading', { name: 'The SOLD' }).waitFor();
    expect(await overflows(page)).toBe(false);
    await menu(page, 'Delist');
    await page.getByText('Its variant is taken off sale at Our shopify.').waitFor();
    // While the call is on its way, nothing else can be done to the listing.
    const actions = page.getByRole('button', { name: 'More actions' });
    await page.route('**/delist.json', async (route) => {
      await expect.poll(() => actions.isDisabled()).toBe(true);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Product listing delisted successfully').waitFor();
    await expect.poll(() => actions.isDisabled()).toBe(false);
    await page.locator('.es-page-heading .es-tag-red').getByText('Inactive').waitFor();
    await menu(page, 'Relist');
    await page.getByText('Product listing listed successfully').waitFor();
    await page.locator('.es-page-heading .es-tag-green').getByText('Active', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('is refused with the reason, tried again, and deleted', async () => {
    const shop = newShopId();
    const { owner, storeId, listing, address } = await sell('shopee', shop, 'LOCKED');
    await allowSync(owner, storeId);
    const variation = z
      .array(z.object({ variant_id: z.string() }))
      .parse(await control('GET', `/shopee/${shop}/listings`))[0]?.variant_id;
    const lock = (locked: boolean) =>
      control('PATCH', `/shopee/${shop}/listings/${String(variation)}`, { locked });
    await lock(true);
    const { page, faults, close } = await visit();
    // The listing's row on its SKU's page leads here.
    const [sku] = listing.variant_listings;
    await enter(page, `/stores/${storeId}/variants/${sku?.variant_slug ?? ''}`, owner);
    await page.getByRole('table', { name: 'Listings' }).getByRole('link', { name: 'The LOCKED' }).click();
    await page.waitForURL(`**${address}`);
    await menu(page, 'Edit price');
    const dialog = page.getByRole('dialog', { name: 'Edit price at Our shopee' });
    await dialog.getByLabel('Price').fill('12.50');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Failed to update Product listing: /).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const refused = page.locator('.es-works .ant-alert-error');
    await refused.getByText('Price $12.50').waitFor();
    await lock(false);
    await refused.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Confirmed').waitFor();
    await until(async () => (await shown('shopee', shop))?.price, 12.5);
    await menu(page, 'Delete');
    await page.getByText('The listing and its variant are deleted at Our shopee').waitFor();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Product listing deleted successfully').waitFor();
    await page.getByText('DELETED').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('that does not exist shows a message', async () => {
    const shop = newShopId();
    const { owner, storeId } = await sell('lazada', shop, 'ELSEWHERE');
    const { page, close } = await visit();
    await enter(page, `/stores/${storeId}/product_listings/nothing-of-the-kind`, owner);
    await page.getByRole('heading', { name: 'Listing not found' }).waitFor();
    await close();
  });
});
