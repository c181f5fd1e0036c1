import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, visit, type Visit } from '../browser.ts';
import { openSku, quantityOf, settled, soon, everywhere } from '../market.ts';

let browser: Browser;
let there: Visit;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  there = await visit(browser);
  page = there.page;
});
afterAll(async () => {
  await there.close();
  await browser.close();
});

it('a quantity is adjusted here: wrong input is explained, a reload in the middle changes nothing, Back leads back', async () => {
  const sku = 'TOTE-RED';
  await openSku(page, sku);
  const before = await quantityOf(page);
  await settled(sku, before);

  await page.getByRole('button', { name: 'Adjust quantity' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Adjustment');
  await field.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Adjustment is required').waitFor();
  for (const wrong of ['five', '1.5', '--3']) {
    await field.fill(wrong);
    await dialog.getByText('Adjustment must be a whole number, such as 12 or -3').waitFor();
  }
  await field.fill('5');
  await dialog.getByText(String(before + 5), { exact: true }).waitFor();
  await page.reload();
  await page.getByText('live', { exact: true }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await quantityOf(page)).toBe(before);

  await page.getByRole('button', { name: 'Adjust quantity' }).click();
  await field.fill('5');
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => quantityOf(page), soon).toBe(before + 5);
  await everywhere(sku, before + 5);
  const movement = page.getByRole('listitem').filter({ hasText: 'Adjustment' }).first();
  await movement.getByText('+5').waitFor();
  await movement.getByText('owner@demo.evenstock.test').waitFor();

  await page.getByRole('link', { name: 'All stock movements' }).click();
  await page.getByRole('dialog').getByText('Stock movements of').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL(`**/products?name_or_sku_cont=${sku}`);
  await page
    .getByRole('row')
    .filter({ hasText: sku })
    .getByText(String(before + 5))
    .first()
    .waitFor();
  expect(there.faults).toEqual([]);
}, 300_000);

it('a listing is unmerged from its SKU; both numbers always add up to what was shared', async () => {
  const sku = 'KOPI-O-100';
  await openSku(page, sku);
  const shared = await quantityOf(page);
  await settled(sku, shared);

  await page.getByRole('button', { name: 'More actions for Lazada SG' }).click();
  await page.getByRole('menuitem', { name: 'Unmerge from SKU' }).click();
  const dialog = page.getByRole('dialog');
  const leaves = dialog.getByLabel('Goes with the listing');
  const stays = dialog.getByLabel('Stays with the others');
  expect(Number(await leaves.inputValue()) + Number(await stays.inputValue())).toBe(shared);
  await leaves.fill('');
  await dialog.getByText('A whole number is needed.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Unmerge from SKU' }).isDisabled()).toBe(true);
  await stays.fill(String(shared - 9));
  expect(await leaves.inputValue()).toBe('9');
  await dialog.getByRole('button', { name: 'Unmerge from SKU' }).click();
  await page.getByText('Listing unmerged from SKU successfully').waitFor();

  await expect.poll(() => quantityOf(page), soon).toBe(shared - 9);
  await page.getByRole('table', { name: 'Listings' }).getByText('Lazada SG').waitFor({ state: 'detached' });
  await everywhere(sku, shared - 9, ['shopee', 'shopify']);
  await everywhere(sku, 9, ['lazada']);
  await page.goBack();
  await expect.poll(() => page.getByRole('row').filter({ hasText: sku }).count(), soon).toBe(2);
  expect(there.faults).toEqual([]);
}, 300_000);
