import { listVariants } from '@evenstock/contract/catalog/variants';
import { manualMerge } from '@evenstock/contract/catalog/merges';
import { listProductListings, type ListingDetail } from '@evenstock/contract/catalog/product-listings';
import { updateStore } from '@evenstock/contract/stores/stores';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount, PASSWORD } from '../accounts.ts';
import type { Caller } from '../api.ts';
import { enter, visit, type Visit } from '../browser.ts';
import { reason, refuse, says } from '../refusals.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* What a screen says where the server refuses what is done there: the text of the specification, then the reason. */

/** Codes that both shops sell. */
const listings = ['ASH', 'BAY', 'ELM', 'FIR', 'OAK', 'YEW'].map((sku) => ({
  sku,
  name: `The ${sku}`,
  quantity: 5,
}));

let owner: Caller;
let storeId: string;
let store: string;
let merged: ListingDetail;
let listing: ListingDetail;

beforeAll(async () => {
  owner = await newAccount('refused');
  storeId = await newStore(owner, 'Refused');
  store = `/stores/${storeId}`;
  await allowSync(owner, storeId);
  await connectShop(owner, storeId, { channel: 'shopee', shop: newShopId(), listings });
  await connectShop(owner, storeId, { channel: 'lazada', shop: newShopId(), listings });
  const query = { q: { sku_eq: 'YEW' } };
  const { variants } = await owner.call(listVariants, { params: { storeId }, query });
  const both = variants.map(({ id }) => id);
  await owner.call(manualMerge, { params: { storeId }, body: { variant_ids: both } });
  const { product_listings: all } = await owner.call(listProductListings, {
    params: { storeId },
    query: { per_page: 100 },
  });
  const named = (name: string) => {
    const found = all.find((each) => each.name.endsWith(name));
    if (found === undefined) throw new Error(`No listing is named ${name}.`);
    return found;
  };
  merged = named('YEW');
  listing = named('ASH');
});

async function opened(path: string): Promise<Visit> {
  const visited = await visit();
  await enter(visited.page, path, owner);
  return visited;
}

async function ended({ faults, close }: Visit): Promise<void> {
  expect(faults).toEqual([]);
  await close();
}

/** Waits out that a dialog still counts or reads, then presses its button. */
async function press(page: Page, dialog: string | RegExp, button: string | RegExp): Promise<void> {
  const confirm = page
    .getByRole('dialog', { name: dialog })
    .getByRole('button', { name: button, exact: true });
  await until(() => confirm.isEnabled(), true);
  await confirm.click();
}

/** Continues without a card, where a merge asks for one. */
async function withoutCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Not now' }).click();
}

describe('a refusal is said in the words of the specification', () => {
  it('for pinning, unpinning and merging in the list', async () => {
    const visited = await opened(`${store}/products`);
    const { page } = visited;
    for (const place of [0, 1]) {
      await page.getByRole('row').filter({ hasText: 'ASH' }).nth(place).getByRole('checkbox').check();
    }
    await refuse(page, 'mass_pin.json');
    await refuse(page, 'mass_unpin.json');
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await says(page, 'Failed to pin Products: ');
    await page.getByRole('button', { name: 'Unpin', exact: true }).click();
    await says(page, 'Failed to unpin Products: ');
    await refuse(page, 'manual_merge.json');
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await withoutCard(page);
    await press(page, 'Merge 2 products into one SKU', 'Merge');
    await says(page, 'Failed to merge Product Listings: ');
    await ended(visited);
  });

  it('for merging by hand and by suggestion, and for removing suggestions', async () => {
    const visited = await opened(`${store}/products/merge?tab=suggested`);
    const { page } = visited;
    await refuse(page, 'manual_merge.json');
    await page.getByRole('button', { name: 'Merge ELM' }).click();
    await withoutCard(page);
    await press(page, 'Merge 2 products into one SKU', 'Merge');
    await says(page, 'Failed to merge. ');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await refuse(page, 'mass_create.json');
    await page.getByRole('button', { name: 'Remove ELM' }).click();
    await press(page, /./, 'Remove 1 suggestion');
    await says(page, 'Failed to remove suggestions: ');
    await refuse(page, 'merge_variants.json');
    await page.getByRole('row').filter({ hasText: 'OAK' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Merge 1 suggestion' }).click();
    await withoutCard(page);
    await press(page, 'Merge 1 suggestion?', 'Merge 1 suggestion');
    await says(page, 'Failed to merge. ');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Removed (0)').click();
    await page.getByText('No suggestion was removed.').waitFor();
    await ended(visited);
  });

  it('for merging what was picked in the search, which shows nine at a time', async () => {
    const visited = await opened(`${store}/products/merge?tab=manual`);
    const { page } = visited;
    await page.getByRole('button', { name: 'Add product' }).click();
    const search = page.getByRole('dialog', { name: 'Search products' });
    const found = search.getByRole('button', { name: /^Add / });
    await until(() => found.count(), 9);
    await found.nth(0).click();
    await found.nth(1).click();
    await search.getByRole('button', { name: 'Close', exact: true }).click();
    await refuse(page, 'manual_merge.json');
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await withoutCard(page);
    await press(page, 'Merge 2 products into one SKU', 'Merge');
    await says(page, 'Failed to merge: ');
    await page
      .getByRole('dialog', { name: 'Merge 2 products into one SKU' })
      .getByRole('button', { name: 'Cancel' })
      .click();

    // What was picked is asked about before it is lost.
    await page.getByRole('tab', { name: 'Automatic' }).click();
    const leaving = page.getByRole('dialog').filter({ hasText: 'Leave without saving?' });
    await leaving.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByRole('list', { name: 'Selected products' }).getByRole('listitem').count()).toBe(2);
    await page.getByRole('tab', { name: 'Automatic' }).click();
    await leaving.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL((url) => !url.search.includes('manual'));
    await ended(visited);
  });

  it('for pulling a SKU, for bumping and unmerging its listing', async () => {
    const params = { storeId };
    const { variants } = await owner.call(listVariants, { params, query: { q: { sku_eq: 'YEW' } } });
    const sku = variants.find(({ variant_listings: all }) => all.length > 1) ?? variants[0];
    const visited = await opened(`${store}/variants/${sku?.slug ?? ''}`);
    const { page } = visited;
    await refuse(page, 'pull_variant.json');
    await page.getByRole('button', { name: 'Sync from marketplace' }).click();
    await says(page, 'Failed to pull: ');
    const act = async (item: string) => {
      await page.getByRole('button', { name: 'More actions for Our shopee' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await refuse(page, 'variant_listings/*');
    await act('Start Bumping');
    await says(page, 'Failed to bump item: ');
    await act('Unmerge from SKU');
    await press(page, /^Unmerge/, 'Unmerge from SKU');
    await says(page, 'Failed to unmerge Listing: ');
    await ended(visited);
  });

  it('for renaming a product and for unmerging one of its listings, which then leaves it', async () => {
    const visited = await opened(`${store}/products/${merged.product.slug}`);
    const { page } = visited;
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    const name = await heading.innerText();
    await page.getByRole('button', { name: 'Edit name' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Otherwise');
    await refuse(page, `products/${merged.product.slug}.json`);
    await page.getByRole('button', { name: 'Save' }).click();
    await says(page, `Failed to update Product ${name}: `);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();

    const table = page.getByRole('table', { name: 'Product listings' });
    const allowed = await refuse(page, 'unmerge_from_product.json');
    await table.getByRole('button', { name: 'Unmerge' }).first().click();
    await press(page, /^Unmerge .* from this product\?$/, 'Unmerge');
    await says(page, 'Failed to unmerge Product Listing: ');
    await allowed();
    await page.getByLabel('Goes with the listing').fill('2');
    const unmerging = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/unmerge_from_product.json'),
    );
    const unmerged = page.getByText('Product listing unmerged successfully').waitFor();
    await press(page, /^Unmerge .* from this product\?$/, 'Unmerge');
    expect((await unmerging).postDataJSON()).toEqual({
      product_listing: {
        divisions: [{ variant_listing_id: expect.any(Number), quantity: 2, shared_quantity: 3 }],
      },
    });
    await unmerged;
    await until(() => table.getByRole('row').count(), 2);
    await ended(visited);
  });

  it('for editing, syncing, delisting, relisting and deleting a listing', async () => {
    const visited = await opened(`${store}/product_listings/${listing.slug}`);
    const { page } = visited;
    const act = async (item: string, isAsked: boolean) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      if (isAsked) await page.getByRole('button', { name: 'Yes' }).click();
    };
    const edits = '**/variant_listings/*';
    await page.route(edits, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Edit The ASH' }).click();
    const editing = page.getByRole('dialog', { name: /^Edit listing at Our / });
    await editing.getByLabel('Price').fill('19.90');
    await editing.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Failed to update Variant listing', { exact: true }).waitFor();
    await editing.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute(edits);
    const allow = await refuse(page, `product_listings/${String(listing.id)}/*`);
    await page.getByRole('button', { name: 'Sync from marketplace' }).click();
    await says(page, 'Failed to sync: ');
    await act('Delist', true);
    await says(page, 'Failed to delist: ');
    await allow();
    await act('Delist', true);
    await page.getByText('Product listing delisted successfully').waitFor();
    await refuse(page, `product_listings/${String(listing.id)}/*`);
    await act('Relist', false);
    await says(page, 'Failed to relist: ');
    await refuse(page, `product_listings/${String(listing.id)}.json`);
    await act('Delete', true);
    await says(page, 'Failed to delete: ');
    await ended(visited);
  });

  it('for importing and for exporting orders', async () => {
    const visited = await opened(`${store}/orders?tab=all`);
    const { page } = visited;
    await refuse(page, 'pull_orders.json');
    await page.getByRole('button', { name: 'Import Orders' }).click();
    await says(page, 'Failed to import Orders: ');
    await refuse(page, 'orders/download.json');
    await page.getByRole('button', { name: 'Export Orders' }).click();
    await page
      .locator('.ant-dropdown:visible')
      .getByRole('menuitem', { name: 'Orders', exact: true })
      .click();
    await page.getByRole('dialog', { name: 'Failed to download Orders' }).getByText(reason).waitFor();
    await ended(visited);
  });

  it('for forcing many listings to zero, and for the download of stock movements', async () => {
    const visited = await opened(`${store}/products/force_zero_qty`);
    const { page } = visited;
    await refuse(page, 'mass_force_zero_qty.json');
    const { product_listings: listed } = await owner.call(listProductListings, { params: { storeId } });
    await page.getByLabel('Marketplace item ids').fill(listed[0]?.marketplace_item_id ?? '');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove dates of/ })
      .click();
    await says(page, 'Failed to mass update Variant Listings: ');
    await page.getByLabel('Marketplace item ids').fill('');
    await enter(page, `${store}/products/stock_movements`, owner);
    await refuse(page, 'download.json', ['GET']);
    await page.getByRole('button', { name: 'Download stock movements' }).click();
    const failed = page.getByRole('dialog', { name: 'Failed to download stock movements' });
    await failed.getByText(reason).waitFor();
    await ended(visited);
  });

  it('for adjusting a SKU, for allowing the sync, and for signing out', async () => {
    const params = { storeId };
    const { variants } = await owner.call(listVariants, { params, query: { q: { sku_eq: 'BAY' } } });
    const [sku] = variants;
    const address = `${store}/products/${sku?.product.slug ?? ''}/variants/${sku?.slug ?? ''}`;
    const visited = await opened(address);
    const { page } = visited;
    const adjust = async () => {
      await page.getByRole('button', { name: 'Adjust quantity' }).click();
      const dialog = page.getByRole('dialog', { name: 'Adjust quantity' });
      await dialog.getByLabel('Adjustment').fill('1');
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    const allowed = await refuse(page, 'variants/*');
    await adjust();
    await says(page, 'Failed to update Variant: ');
    await allowed();

    await owner.call(updateStore, { params, body: { store: { can_sync_quantity: false } } });
    await page.goto(`${store}/products/merge`);
    const merge = page.getByRole('button', { name: /^Merge \d+ SKU/ });
    await merge.click();
    await refuse(page, `stores/${storeId}.json`);
    await page.getByRole('dialog').getByRole('button', { name: 'Allow inventory sync' }).click();
    await says(page, 'Failed to update Store: ');
    await owner.call(updateStore, { params, body: { store: { can_sync_quantity: true } } });

    await page.goto(store);
    await page.route('**/api/sessions.json*', (route) => route.abort());
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await page.getByText('Failed to Log Out').first().waitFor();
    await page.getByRole('button', { name: /^Account menu/ }).waitFor();
    await visited.close();
  });

  it('for registering', async () => {
    const { page, close } = await visit();
    await page.goto('/');
    await refuse(page, 'accounts.json');
    await refuse(page, 'users.json');
    await page.getByRole('button', { name: 'Sign up' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'SIGN UP' });
    await dialog.getByLabel('Email').fill('refused@people.test');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'SIGN UP' }).click();
    await dialog.getByRole('alert').getByText('Register failed').waitFor();
    await close();
  });
});
