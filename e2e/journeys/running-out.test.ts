import { listVariants } from '@evenstock/contract/catalog/variants';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAccount } from '../accounts.ts';
import { enter, everyLook, flaws, visit } from '../browser.ts';
import { control } from '../control.ts';
import { connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/** Holds the first change that is sent to an address back. @returns what lets it go */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    address,
    async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    },
    { times: 1 },
  );
  return release;
}

it('a merchant switches on what is running out, opens it from the to-do list, and sets a reorder point', async () => {
  const owner = await newAccount('low');
  const storeId = await newStore(owner, 'Low Shelf');
  const shop = newShopId();
  const listings = [
    { sku: 'TIN-LOW', name: 'Low tin', quantity: 4 },
    { sku: 'TIN-FULL', name: 'Full tin', quantity: 200 },
    { sku: 'TIN-IDLE', name: 'Idle tin', quantity: 0 },
  ];
  await connectShop(owner, storeId, { channel: 'shopee', shop, listings });
  await control('POST', `/shopee/${shop}/orders`, { lines: [{ sku: 'TIN-LOW', quantity: 3 }] });
  const query = { q: { sku_eq: 'TIN-LOW' } };
  const sold = async () => {
    const { variants } = await owner.call(listVariants, { params: { storeId }, query });
    return variants.map((variant) => variant.past_30_days_sales_count);
  };
  await until(sold, [3]);

  const { page, faults, close } = await visit();
  /** Checks the page in every look, then continues at desktop size. */
  const seesNoFlaws = async () => {
    expect(await flaws(page, everyLook)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const products = `/stores/${storeId}/products`;
  await enter(page, `${products}?filter_status=running_out`, owner);
  await page.getByRole('tab', { name: 'Live (3)', selected: true }).waitFor();
  const view = page.getByRole('tab', { name: /^Running out/ });
  expect(await view.count()).toBe(0);
  await enter(page, `/stores/${storeId}/settings`, owner);
  const shown = page.getByRole('switch', { name: 'Show which SKUs are running out' });
  // The switch is still being saved when the number is typed in and sent: neither is lost.
  const release = await hold(page, `**/api/stores/${storeId}.json`);
  await shown.click();
  const days = page.getByRole('spinbutton', { name: 'Days of cover' });
  await days.waitFor();
  expect(await days.inputValue()).toBe('14');
  await days.fill('60');
  await page.getByRole('button', { name: 'Save days' }).click();
  release();
  await page.getByRole('button', { name: 'Save days', disabled: true }).waitFor();
  await page.reload();
  expect(await days.inputValue()).toBe('60');
  await seesNoFlaws();

  await enter(page, `/stores/${storeId}/summary`, owner);
  const todo = page.getByRole('region', { name: 'To do' });
  await todo.getByRole('link', { name: '1 SKU is running out' }).click();
  await page.waitForURL(`**${products}?filter_status=running_out`);
  await page.getByRole('tab', { name: 'Running out (1)', selected: true }).waitFor();
  const row = page.getByRole('row', { name: /Low tin/ });
  // 3 in 30 days are 0.1 a day. 4 last 40 days; 1 lasts 10: whether the order came before the first count is not known yet.
  await row.getByRole('cell', { name: '0.1', exact: true }).waitFor();
  await row.getByRole('cell', { name: /^(40|10)$/ }).waitFor();
  await seesNoFlaws();
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByText(/^Days of cover: (40|10) · Sold a day: 0.1$/).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });

  await row.getByRole('link', { name: 'View' }).click();
  await page.getByText('at 60 days of cover').waitFor();
  const setPoint = async (units: string) => {
    await page.getByRole('button', { name: 'Change reorder point' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('spinbutton', { name: 'Reorder point' }).fill(units);
    await seesNoFlaws();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await setPoint('0');
  await seesNoFlaws();
  await page.goBack();
  await page.getByText('No SKU lasts 60 days or less, and none is at its reorder point.').waitFor();
  await page.getByRole('tab', { name: 'Live (3)' }).click();
  await page
    .getByRole('row', { name: /Full tin/ })
    .getByRole('link', { name: 'View' })
    .click();
  await page.waitForURL('**/variants/**');
  await setPoint('200');
  await page.goto(`${products}?filter_status=running_out`);
  await page.getByRole('tab', { name: 'Running out (1)', selected: true }).waitFor();
  await page.getByRole('row', { name: /Full tin/ }).waitFor();
  await page.getByRole('columnheader', { name: 'Days of cover' }).click();
  await page.waitForURL('**/products?filter_status=running_out&s=days_of_cover+desc');
  await page.getByRole('tab', { name: 'Live (3)' }).click();
  await page.getByRole('row', { name: /Idle tin/ }).waitFor();

  await enter(page, `/stores/${storeId}/settings`, owner);
  await shown.click();
  await days.waitFor({ state: 'detached' });
  await enter(page, products, owner);
  await page.getByRole('tab', { name: 'Live (3)', selected: true }).waitFor();
  expect(await view.count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
