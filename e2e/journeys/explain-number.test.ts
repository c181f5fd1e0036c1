import { listOrders, showOrder } from '@evenstock/contract/orders/orders';
import { listProductListings } from '@evenstock/contract/catalog/product-listings';
import { listVariants, updateVariant } from '@evenstock/contract/catalog/variants';
import { expect, it } from 'vitest';
import { demoStore, enter, flaws, ownerCaller, visit } from '../browser.ts';
import { numberIn, openSku, quantityOf } from '../market.ts';

/** Entries of the ledger on a page of an explanation; even, so that as many are added as taken away. */
const entriesOfPage = 10;
const looks = [{}, { dark: true }, { width: 375 }, { width: 375, dark: true }];

/** Gives a SKU more entries than a page of its ledger shows. Its quantity stays. */
async function fillLedger(sku: string): Promise<void> {
  const { call } = await ownerCaller();
  const params = { storeId: 'demo-store' };
  const { variants } = await call(listVariants, { params, query: { q: { sku_eq: sku } } });
  const variantId = String(variants[0]?.id);
  for (let entry = 0; entry < entriesOfPage; entry += 1) {
    const body = { variant: { adjustment: entry % 2 === 0 ? 1 : -1 } };
    await call(updateVariant, { params: { ...params, variantId }, body });
  }
}

it('explains a number, back to the first entry, and Back closes it', async () => {
  const sku = 'TOTE-RED';
  const { page, faults, close } = await visit();
  await fillLedger(sku);
  await openSku(page, sku);
  const quantity = await quantityOf(page);
  await page.locator('.es-figure-first .es-number-link').click();
  const drawer = page.getByRole('dialog', { name: `Why ${String(quantity)}?` });
  await drawer.getByRole('heading', { name: 'Ledger' }).waitFor();
  const told = await drawer.getByText(/entr(y|ies) adds? up to/).innerText();
  expect(told).toContain(`up to ${String(quantity)}`);
  await drawer.getByRole('region').filter({ hasText: 'Read back' }).first().waitFor();
  // The terms of every listing add up to its target.
  for (const sum of await drawer.locator('.es-sum').all()) {
    const numbers = (await sum.locator('dd').allInnerTexts()).map(numberIn);
    const whole = numbers.pop();
    expect(numbers.reduce((total, units) => total + units, 0)).toBe(whole);
  }
  expect(await drawer.getByText('First count').count()).toBe(0);
  await drawer.locator('.ant-pagination-simple-pager input').fill('999');
  await page.keyboard.press('Enter');
  await drawer.getByText('First count').first().waitFor();
  expect(await flaws(page, looks)).toEqual([]);
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});

const params = { storeId: 'demo-store' };
const places: readonly (readonly [string, () => Promise<string>])[] = [
  ['the products list', () => Promise.resolve(`${demoStore}/products`)],
  ['the movements', () => Promise.resolve(`${demoStore}/products/stock_movements`)],
  [
    'the page of a listing',
    async () => {
      const { call } = await ownerCaller();
      const { product_listings: found } = await call(listProductListings, { params });
      return `${demoStore}/product_listings/${found[0]?.slug ?? ''}`;
    },
  ],
  [
    'a line of an order',
    async () => {
      const { call } = await ownerCaller();
      const { orders } = await call(listOrders, { params, query: { scope: 'all', per_page: 50 } });
      for (const { reference_number: referenceNumber } of orders) {
        const { order } = await call(showOrder, { params: { ...params, referenceNumber } });
        if (order.order_items.some(({ variant }) => variant !== null)) {
          return `${demoStore}/orders/${encodeURIComponent(referenceNumber)}`;
        }
      }
      throw new Error('The demo has an order of a SKU.');
    },
  ],
];

it.each(places)('a number of %s opens its explanation', async (_, addressOf) => {
  const { page, faults, close } = await visit();
  await enter(page, await addressOf());
  await page.locator('.es-number-link').first().click();
  const drawer = page.getByRole('dialog', { name: /^Why [\d,−–-]+\?$/ });
  await drawer.getByRole('heading', { name: 'Ledger' }).waitFor();
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});
