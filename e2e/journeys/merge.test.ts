import { expect, it } from 'vitest';
import { barriers, demoStore, enter, owner, visit } from '../browser.ts';
import { everywhere, openSku, quantityOf } from '../market.ts';
import { until } from '../until.ts';

/* The only journey that merges or unmerges SKUs of the demo store: it counts all of the store's SKUs. */

it('automerge previews, merges and reports the three shops’ listings', async () => {
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/products/merge`);
  await page.getByRole('tab', { name: 'Automatic' }).waitFor();
  const heading = page.getByRole('heading', { name: /^\d+ SKUs can be merged$/ });
  const count = Number.parseInt(await heading.innerText(), 10);
  expect(count).toBeGreaterThan(5);

  // The preview shows each listing's quantity and the merged one, for each choice.
  const group = page.locator('tbody').filter({ hasText: 'BEANS-1000' });
  const quantities = (await group.locator('td:nth-last-child(1), td:nth-last-child(2)').allInnerTexts())
    .map(Number)
    .filter((number) => Number.isFinite(number));
  const becomes = group.locator('.es-merge-becomes');
  const highest = Math.max(...quantities);
  expect(Number(await becomes.innerText())).toBe(highest);
  const choice = page.getByRole('switch', { name: 'Use the highest quantity' });
  expect(await choice.getAttribute('aria-checked')).toBe('true');
  await choice.click();
  expect(Number(await becomes.innerText())).toBeLessThan(highest);
  await choice.click();
  expect(Number(await becomes.innerText())).toBe(highest);
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('button', { name: `Merge ${count} SKUs` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`Merge ${count} SKUs?`).last().waitFor();
  await dialog.getByRole('button', { name: `Merge ${count} SKUs` }).click();
  await page.getByText('We will send you an email when the merging is complete').waitFor();
  await page.getByText('Merged successfully').waitFor();
  await page.getByText(`${count} of ${count} SKUs were joined`).waitFor();
  await page.getByText('No two SKUs carry the same code. There is nothing to merge.').waitFor();

  await openSku(page, 'BEANS-1000');
  expect(await quantityOf(page)).toBe(highest);
  const listings = page.getByRole('table', { name: 'Listings' });
  for (const name of ['Shopee SG', 'Lazada SG', 'Shopify SG']) await listings.getByText(name).waitFor();
  await everywhere('BEANS-1000', highest);
  expect(faults).toEqual([]);

  await page.goto('/dev/mail');
  const mails = page.getByRole('row').filter({ hasText: owner.email });
  await mails.getByRole('link', { name: /merg/i }).first().click();
  await page
    .getByText(new RegExp(String(count)))
    .first()
    .waitFor();
  await close();
}, 400_000);

it('unmerging a listing splits the quantity, and both numbers add up to it', async () => {
  const sku = 'KOPI-O-100';
  const { page, faults, close } = await visit();
  await openSku(page, sku);
  const shared = await quantityOf(page);
  await everywhere(sku, shared);

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

  await until(() => quantityOf(page), shared - 9);
  await page.getByRole('table', { name: 'Listings' }).getByText('Lazada SG').waitFor({ state: 'detached' });
  await everywhere(sku, shared - 9, ['shopee', 'shopify']);
  await everywhere(sku, 9, ['lazada']);
  await page.goBack();
  await until(() => page.getByRole('row').filter({ hasText: sku }).count(), 2);
  expect(faults).toEqual([]);
  await close();
}, 400_000);
