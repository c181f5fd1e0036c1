import { listVariants } from '@evenstock/contract/catalog/variants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStore, ownerCaller } from '../browser.ts';
import { openScreen, type Screen } from '../screen.ts';

/* The list of SKUs, the page of one, and the stock movements of the demo store. */

let screen: Screen;
let page: Screen['page'];
beforeAll(async () => {
  screen = await openScreen();
  page = screen.page;
});
afterAll(async () => {
  await screen.close();
});

/** A SKU that several listings share. */
async function linkedSku() {
  const { call } = await ownerCaller();
  const { variants } = await call(listVariants, {
    params: { storeId: 'demo-store' },
    query: { q: { filter_status: 'linked' }, per_page: 1 },
  });
  const [variant] = variants;
  if (variant === undefined) throw new Error('the demo store has merged SKUs');
  return variant;
}

describe('products', () => {
  it('are listed at the store’s root too, live ones first', async () => {
    const call = screen.asked('products_page.json');
    await screen.open(demoStore);
    expect(decodeURIComponent((await call).url())).toContain('q[filter_status]=live');
    expect(await screen.columns()).toEqual([
      'Image',
      'Product / Variant name',
      'SKU',
      'Quantity',
      '30 Days Sales',
      'Days till out of stock',
      'Marketplaces',
      'Pinned',
      'View',
    ]);
    await page.getByText(/^[\d,]+ merged listings$/).waitFor();
    await page.getByRole('tab', { name: /^Live \(\d+\)$/ }).waitFor();
    for (const tab of ['All', 'Inactive', 'Linked', 'Not linked', 'In stock', 'No stock']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab} \\([\\d,]+\\)$`) }).waitFor();
    }
  });

  it.each(['/variants', '/products'])('%s is the same list', async (path) => {
    await screen.open(demoStore + path);
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  });

  it('the picker of marketplaces is searched by typing', async () => {
    await screen.open(`${demoStore}/products`);
    await page.getByRole('button', { name: 'Marketplace', exact: true }).click();
    await page.getByRole('combobox', { name: 'Marketplace' }).fill('lazada');
    const options = page.locator('.ant-select-item-option');
    await expect.poll(() => options.allInnerTexts()).toEqual(['Lazada SG']);
    const asked = screen.asked('marketplace_id_eq');
    await page.keyboard.press('Enter');
    await asked;
    await page.getByRole('button', { name: 'Marketplace: Lazada SG' }).waitFor();
  });

  it('a SKU with its figures, its listings and its ledger', async () => {
    const variant = await linkedSku();
    const address = `${demoStore}/products/${variant.product.slug}/variants/${variant.slug}`;
    await screen.open(`${demoStore}/variants/${variant.slug}`);
    await page.getByRole('heading', { level: 1, name: variant.full_product_name }).waitFor();
    await screen.shows([
      'Quantity',
      '30 Days Sales',
      'Days till out of stock',
      'Has deleted listings',
      'Sold',
    ]);
    await screen.shows(['Price', 'State', 'Target', 'Sent', 'Confirmed', 'Read back', /^\d+ reserved$/]);
    await screen.shows([/^\d+ in 30 days$/]);
    // The marketplace's ids of item and variation.
    await page
      .getByTitle(/^\S+ \/ \S+$/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: variant.product.name }).first().waitFor();

    await page.getByRole('button', { name: 'Adjust quantity' }).click();
    const settings = page.getByRole('dialog');
    for (const label of ['Adjustment', 'Name', 'Marketplace Qty Limited', 'Disable restock']) {
      await settings.getByLabel(label).waitFor();
    }
    await settings.getByLabel('Adjustment').fill('');
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByText('Adjustment is required').waitFor();
    await settings.getByLabel('Adjustment').fill('-999999');
    await settings.getByText(/^At least -?\d+: no more units/).waitFor();
    await settings.getByRole('button', { name: 'Cancel' }).click();

    await page.goto(`${address}?open=stock_movements`);
    const movements = page.locator('.ant-modal').filter({ hasText: /^Stock movements of/ });
    await movements.waitFor();
    expect((await movements.boundingBox())?.width).toBe(1080);
    await movements.getByRole('button', { name: /^Date/ }).waitFor();
    await movements.getByRole('button', { name: 'State', exact: true }).click();
    const failures = screen.asked('listing_stock_movements_state_eq');
    await page.getByText('Failures', { exact: true }).click();
    expect(decodeURIComponent((await failures).url())).toContain('_state_eq]=failed');
    await movements.getByRole('button', { name: 'Download stock movements' }).waitFor();
  });

  it('a product id redirects from /variants to its product', async () => {
    await screen.open(`${demoStore}/products`);
    await page.goto(`${demoStore}/variants/99999999`);
    await page.waitForURL(`**${demoStore}/products/99999999`);
    await page.getByRole('heading', { level: 1, name: 'Product not found' }).waitFor();
  });

  it('pulls a SKU from its marketplaces and reports it', async () => {
    const { slug } = await linkedSku();
    await screen.open(`${demoStore}/variants/${slug}`);
    await page.getByRole('button', { name: 'Sync from marketplace' }).click();
    await page.getByText('Successfully pulled').waitFor();
  });
});

it('stock movements of the last month, newest first', async () => {
  const call = screen.asked(`${demoStore}/stock_movements.json`);
  await screen.open(`${demoStore}/products/stock_movements`);
  const query = decodeURIComponent((await call).url());
  expect(query).toMatch(/q\[created_at_dategteq\]=\d{4}-\d\d-\d\d/);
  expect(query).toContain('q[s]=created_at+desc');
  expect(await screen.columns()).toEqual([
    'Details',
    'Created',
    'Product / Variant',
    'Action',
    'Source',
    'Adjustment',
    'Final quantity',
    'Sent to',
  ]);
  await page.goto(`${demoStore}/products/stock_movements?variant_product_name=no-such-thing`);
  await page.getByText('No Item found').waitFor();
});
