import { listProductListings } from '@evenstock/contract/catalog/product-listings';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../api.ts';
import { barriers, demoStore, enter, everyLook, flaws, ownerCaller, visit } from '../browser.ts';

/* The page of a product. */

/** The address of the product that has this SKU. */
async function pageOf(sku: string): Promise<string> {
  const { call } = await ownerCaller();
  const { variants } = await call(listVariants, {
    params: { storeId: 'demo-store' },
    query: { q: { sku_eq: sku } },
  });
  return `${demoStore}/products/${variants[0]?.product.slug ?? ''}`;
}

describe('the page of a product', () => {
  it('renames it; who leaves with another name typed in is asked first', async () => {
    const address = await pageOf('APRON-01');
    const { page, faults, close } = await visit();
    await enter(page, address);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    const name = await heading.innerText();
    await page.getByRole('button', { name: 'Edit name' }).click();
    const field = page.getByLabel('Name', { exact: true });
    await field.fill('An apron of another name');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('navigation').getByRole('link', { name: 'Products' }).last().click();
    const question = page.getByRole('dialog').filter({ hasText: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await field.inputValue()).toBe('An apron of another name');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'An apron of another name' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'An apron of another name' }).waitFor();
    await page.getByRole('button', { name: 'Edit name' }).click();
    await field.fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows its listings in every look, reads them again, and has tabs with addresses', async () => {
    const address = await pageOf('APRON-01');
    const { page, faults, close } = await visit();
    await enter(page, address);
    const table = page.getByRole('table', { name: 'Product listings' });
    await table.waitFor();
    const heads = await table.getByRole('columnheader').allInnerTexts();
    expect(heads).toEqual(expect.arrayContaining(['Image', 'Name', 'Marketplace', 'Last Updated']));
    expect(heads).not.toContain('Marketplace Item Id');
    await page.getByRole('button', { name: 'Sync from marketplace' }).click();
    await page.getByText('Successfully pulled').first().waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('tab', { name: 'Reports' }).click();
    await page.waitForURL(`**${address}/reports`);
    await page.getByRole('tab', { name: 'Activities' }).click();
    await page.waitForURL(`**${address}/activities*`);
    await page.goBack();
    await page.waitForURL(`**${address}/reports`);
    expect(faults).toEqual([]);
    await close();
  });

  it('names the marketplace’s item ids to platform admins', async () => {
    const platform = { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' };
    const { page, close } = await visit();
    await enter(page, await pageOf('APRON-01'), await callerOf(platform));
    await page.getByRole('columnheader', { name: 'Marketplace Item Id' }).waitFor();
    await close();
  });

  it('names the ids of SKUs and listings in suggestions to platform admins', async () => {
    const platform = { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' };
    const { page, close } = await visit();
    await enter(page, `${demoStore}/products/merge?tab=suggested`, await callerOf(platform));
    await page
      .getByText(/Variant id \d+ · Listing ids \d+/)
      .first()
      .waitFor();
    await close();
  });

  it('leads from a listing to its page in the seller centre', async () => {
    const { call } = await ownerCaller();
    const params = { storeId: 'demo-store' };
    const { product_listings: listings } = await call(listProductListings, {
      params,
      query: { per_page: 100 },
    });
    const listing = listings.find(({ edit_url: address }) => address !== null);
    if (listing === undefined) throw new Error('No listing of the demo has a page of its seller.');
    const { page, close } = await visit();
    await enter(page, `${demoStore}/product_listings/${listing.slug}`);
    const edit = page.getByRole('link', { name: 'Edit', exact: true });
    expect(await edit.getAttribute('href')).toBe(listing.edit_url);
    expect(listing.edit_url).toContain(listing.marketplace_item_id);
    await close();
  });
});
