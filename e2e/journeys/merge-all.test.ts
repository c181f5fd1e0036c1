import { showStore, updateStore } from '@evenstock/contract/stores/stores';
import { listVariants, updateVariant } from '@evenstock/contract/catalog/variants';
import { beforeAll, expect, it } from 'vitest';
import { enter, everyLook, flaws, ownerCaller, visit } from '../browser.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* Merging all products, and all suggestions, that a list has on its pages. */

const slug = 'doubles';
const listings = Array.from({ length: 24 }, (_, index) => {
  const number = String(index + 1).padStart(2, '0');
  return { sku: `BOX-${number}`, name: `Tea box ${number}`, quantity: 5 };
});

beforeAll(async () => {
  const owner = await ownerCaller();
  await newStore(owner, 'Doubles');
  await allowSync(owner, slug);
  await connectShop(owner, slug, { channel: 'shopee', shop: newShopId(), listings });
  await connectShop(owner, slug, { channel: 'lazada', shop: newShopId(), listings });
});

async function productCount(): Promise<number> {
  const { call } = await ownerCaller();
  return (await call(listVariants, { params: { storeId: slug } })).total_count;
}

/** Adds units to the first SKU of a code, as a colleague would. */
async function changeQuantity(sku: string, units: number): Promise<void> {
  const { call } = await ownerCaller();
  const { variants } = await call(listVariants, {
    params: { storeId: slug },
    query: { q: { name_or_sku_cont: sku } },
  });
  await call(updateVariant, {
    params: { storeId: slug, variantId: variants[0]?.slug ?? '' },
    body: { variant: { adjustment: units } },
  });
}

it('merges all products that match by SKU, and all suggestions', async () => {
  const { page, faults, close } = await visit();
  // This many merged listings exceed the free number.
  await enter(page, `/stores/${slug}/settings/subscription_history`);
  await page.getByRole('button', { name: 'Add payment method' }).click();
  await page.getByLabel('Card number').waitFor();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('This store has a subscription.').waitFor();
  await page.goto(`/stores/${slug}/products?name_or_sku_cont=BOX-0&per_page=10`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Select all 18 that match' }).click();
  await page.getByText('18 selected').waitFor();
  await page.getByRole('button', { name: 'Merge by SKU' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge by SKU' });
  await dialog.getByText('18 of the chosen products have the same SKU').waitFor();
  expect(await flaws(page, everyLook)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const merge = dialog.getByRole('button', { name: 'Merge 18 products into 9' });
  await dialog.getByRole('row').filter({ hasText: 'BOX-01' }).first().waitFor();
  // A number changes while the member reads.
  await changeQuantity('BOX-09', 3);
  await merge.click();
  await dialog.getByText('Quantities of these SKUs have changed meanwhile.').waitFor();
  const changed = dialog.getByRole('row').filter({ hasText: 'BOX-09' }).first();
  await until(async () => (await changed.getByRole('cell').allInnerTexts()).slice(-2), ['8', '8']);
  await merge.click();
  await page.getByText('BOX-09').first().waitFor();
  await until(productCount, 39);
  // The dialog shows the outcome of each code.
  const outcome = page.getByRole('dialog');
  await outcome.getByText('BOX-01').waitFor();
  await outcome.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.goto(`/stores/${slug}/products/merge?tab=suggested&per_page=10`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Select all 15 that match' }).click();
  await page.getByRole('button', { name: 'Merge 15 suggestions' }).click();
  const all = page.getByRole('dialog', { name: 'Merge 15 suggestions?' });
  await all.getByRole('row').filter({ hasText: 'BOX-10' }).first().waitFor();
  expect(await flaws(page, everyLook)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await all.getByRole('button', { name: 'Merge 15 suggestions' }).click();
  await page.getByText('15 of 15 SKUs were joined').waitFor();
  await until(productCount, 24);
  expect(faults).toEqual([]);
  await close();
});

it('asks for inventory sync before a merge is undone, where that is off', async () => {
  const { call } = await ownerCaller();
  const params = { storeId: slug };
  await call(updateStore, { params, body: { store: { can_sync_quantity: false } } });
  const { page, faults, close } = await visit();
  await enter(page, `/stores/${slug}/products/stock_movements`);
  const undo = page.getByRole('button', { name: 'Undo merge' }).first();
  const question = page.getByRole('dialog', { name: 'Allow inventory sync?' });
  const division = page.getByRole('dialog', { name: 'Undo this merge?' });
  await undo.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await division.count()).toBe(0);
  await undo.click();
  await question.getByRole('button', { name: 'Allow inventory sync' }).click();
  await division.getByText('Each SKU has again what it had before the merge.', { exact: false }).waitFor();
  const { store } = await call(showStore, { params });
  expect(store.can_sync_quantity).toBe(true);
  expect(faults).toEqual([]);
  await close();
});
