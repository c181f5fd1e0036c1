import { listActivities } from '@evenstock/contract/journal/activity-log';
import { listMergeable } from '@evenstock/contract/catalog/suggested-merges';
import { updateVariant } from '@evenstock/contract/catalog/variants';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  barriers,
  demoStore,
  desk,
  enter,
  everyLook,
  flaws,
  isLong,
  owner,
  ownerCaller,
  phone,
  visit,
} from '../browser.ts';
import { everywhere, numberIn, openSku, quantityOf } from '../market.ts';
import { until } from '../until.ts';

/* The only journey that merges or unmerges SKUs of the demo store: it counts all of the store's SKUs. */

/** Codes that several SKUs have, except the one that is merged alone below. */
async function suggestedCodes(): Promise<string[]> {
  const { call } = await ownerCaller();
  const { variant_groups: groups } = await call(listMergeable, { params: { storeId: 'demo-store' } });
  return groups.map(({ sku }) => sku).filter((sku) => sku !== 'BEANS-1000');
}

/** The activity of the newest merge. */
async function lastMerge(): Promise<number | undefined> {
  const { call } = await ownerCaller();
  const query = { q: { key: 'variant.merge' as const } };
  return (await call(listActivities, { params: { storeId: 'demo-store' }, query })).activities[0]?.id;
}

/** Adds units to the first SKU of a code, as a colleague would. */
async function add(sku: string, units: number): Promise<void> {
  const { call } = await ownerCaller();
  const params = { storeId: 'demo-store' };
  const { variant_groups: groups } = await call(listMergeable, { params });
  const variantId = groups.find((group) => group.sku === sku)?.variants[0]?.slug ?? '';
  await call(updateVariant, { params: { ...params, variantId }, body: { variant: { adjustment: units } } });
}

const mergeButton = (page: Page) => page.getByRole('button', { name: 'Merge', exact: true });
const numbers = (texts: readonly string[]) => texts.map(numberIn);

it.each([['on a desk', desk] as const, ...(isLong ? [['on a phone', phone] as const] : [])])(
  'merges picked products by hand, and undoes it from the ledger (%s)',
  async (_where, look) => {
    const [code = ''] = await suggestedCodes();
    const { page, faults, close } = await visit(look);
    await enter(page, `${demoStore}/products/merge?tab=manual`);
    await page.getByText('Nothing is selected yet. Add at least two products.').waitFor();
    expect(await mergeButton(page).isDisabled()).toBe(true);

    await page.getByRole('button', { name: 'Add product' }).click();
    const search = page.getByRole('dialog', { name: 'Search products' });
    await search.getByPlaceholder('Name or SKU').fill(code);
    const found = search.getByRole('button', { name: /^Add / });
    // The search has finished once nothing else is listed.
    await until(async () => new Set(await search.locator('.es-code').allInnerTexts()), new Set([code]));
    await found.first().click();
    await page.getByText('Product added').first().waitFor();
    await found.first().click();
    await page.getByText('Product selected already').waitFor();
    await found.nth(1).click();
    await search.getByRole('button', { name: 'Close', exact: true }).click();
    await search.waitFor({ state: 'detached' });
    await until(() => page.getByRole('list', { name: 'Selected products' }).getByRole('listitem').count(), 2);
    expect(await flaws(page, [look])).toEqual([]);

    await mergeButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Merge 2 products into one SKU' });
    const after = dialog.locator('tbody strong');
    await until(() => after.count(), 2);
    const quantity = dialog.getByLabel('Quantity');
    const before = numbers(await dialog.locator('tbody td:nth-child(2)').allInnerTexts());
    expect(Number(await quantity.inputValue())).toBe(Math.min(...before));
    await quantity.fill('5');
    await until(async () => numbers(await after.allInnerTexts()), [5, 5]);
    await dialog.getByLabel('Name', { exact: true }).fill('');
    await dialog.getByText('Name is required').waitFor();
    expect(await dialog.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel('Name', { exact: true }).fill(`Merged ${code}`);
    expect(await flaws(page, [look])).toEqual([]);
    await dialog.getByRole('button', { name: 'Override Inventory' }).click();
    await page.getByText('Merging changes quantities only').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('Merged successfully').waitFor();

    await enter(
      page,
      `${demoStore}/products/stock_movements?variant_product_name=${encodeURIComponent(`Merged ${code}`)}`,
    );
    await page.getByRole('button', { name: 'Undo merge' }).first().click();
    const undo = page.getByRole('dialog', { name: 'Undo this merge?' });
    await undo.getByText('Each SKU has again what it had before the merge.', { exact: false }).waitFor();
    await until(async () => numbers(await undo.locator('.es-undo-sku strong').allInnerTexts()), before);
    expect(await flaws(page, [look])).toEqual([]);
    await undo.getByRole('button', { name: 'Undo merge' }).click();
    await page.getByText('Merge undone').waitFor();
    // Its activity leads to the same dialog, which says now why it cannot be undone.
    await page.goto(`${demoStore}/activities/${String(await lastMerge())}`);
    await page.getByRole('button', { name: 'Undo merge' }).click();
    await page.getByText('This merge was undone already.').waitFor();
    expect(await suggestedCodes()).toContain(code);
    expect(faults).toEqual([]);
    await close();
  },
);

it('removes a suggestion for good, merges it from the removed list, and merges several at once', async () => {
  const [first = '', second = '', third = ''] = await suggestedCodes();
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/products/merge?tab=suggested`);
  // The demo begins with one that its team has removed.
  await page.getByText('Removed (1)').waitFor();
  expect(await flaws(page, [desk, phone])).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: `Remove ${first}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 1 suggestion' }).click();
  await page.getByText('Suggestions removed').waitFor();
  await page.getByRole('button', { name: `Remove ${first}` }).waitFor({ state: 'detached' });
  expect(await suggestedCodes()).not.toContain(first);

  await page.getByText('Removed (2)').click();
  await page.getByRole('button', { name: `Merge ${first}` }).click();
  const dialog = page.getByRole('dialog', { name: /products into one SKU/ });
  await dialog.getByText('The highest quantity is used.').waitFor();
  const merge = dialog.getByRole('button', { name: 'Merge', exact: true });
  await until(() => merge.isEnabled(), true);
  await merge.click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Merge undone').waitFor();
  await page.getByText('Removed (2)').waitFor();
  await page.getByRole('button', { name: `Merge ${first}` }).click();
  await dialog.getByText('The highest quantity is used.').waitFor();
  await until(() => merge.isEnabled(), true);
  await merge.click();
  await page.getByText('Merged successfully').waitFor();
  await page.getByText('Removed (1)').waitFor();
  await page.getByRole('button', { name: `Merge ${first}` }).waitFor({ state: 'detached' });

  await page.getByText('Suggestions', { exact: true }).click();
  for (const code of [second, third]) {
    await page.getByRole('row').filter({ hasText: code }).getByRole('checkbox').check();
  }
  await page.getByRole('button', { name: 'Merge 2 suggestions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge 2 suggestions' }).click();
  await page.getByText('We will send you an email when the merging is complete').waitFor();
  await page.getByText('2 of 2 SKUs were joined').waitFor();
  const left = await suggestedCodes();
  expect(left.filter((code) => [second, third].includes(code))).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('automerge previews, merges and reports the three shops’ listings', async () => {
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/products/merge`);
  await page.getByRole('tab', { name: 'Automatic' }).waitFor();
  const heading = page.getByRole('heading', { name: /^\d+ SKUs can be merged$/ });
  const count = Number.parseInt(await heading.innerText(), 10);
  expect(count).toBeGreaterThan(5);

  // The preview shows each listing's quantity and the merged one, for each choice.
  const group = page.locator('tbody').filter({ hasText: 'BEANS-1000' });
  await group.waitFor();
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
  // It shows the numbers again, and merges none that changed while the member read.
  const first = dialog.locator('tbody').first();
  const sku = await first.locator('.es-code').innerText();
  const one = Number(await first.locator('td.es-right:not(.es-merge-becomes)').first().innerText());
  expect(await flaws(page, everyLook)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const merge = dialog.getByRole('button', { name: `Merge ${count} SKUs` });
  // Changed after the press, because the dialog would show a change before it at once.
  await page.route(
    '**/variants/automerge.json*',
    async (route) => {
      await add(sku, 3);
      await route.continue();
    },
    { times: 1 },
  );
  await merge.click();
  await dialog.getByText('Quantities of these SKUs have changed meanwhile.').waitFor();
  await until(
    async () => numbers(await first.locator('.es-differs, .es-quiet').allInnerTexts()).includes(one + 3),
    true,
  );
  await until(() => merge.isEnabled(), true);
  // The message is shown for six seconds, so the wait for it begins before the press.
  const started = page.getByText('We will send you an email when the merging is complete').waitFor();
  // A press while the numbers are read again does nothing.
  await until(async () => {
    await merge.click({ timeout: 5_000 }).catch(() => undefined);
    return dialog.isVisible();
  }, false);
  await started;
  await page.getByText('Merged successfully').waitFor();
  await page.getByText(`${count} of ${count} SKUs were joined`).waitFor();
  await page.getByText('No two SKUs carry the same code. There is nothing to merge.').waitFor();

  const merged = sku === 'BEANS-1000' ? Math.max(highest, one + 3) : highest;
  await openSku(page, 'BEANS-1000');
  expect(await quantityOf(page)).toBe(merged);
  const listings = page.getByRole('table', { name: 'Listings' });
  for (const name of ['Shopee SG', 'Lazada SG', 'Shopify SG'])
    await listings.getByText(name, { exact: true }).waitFor();
  await everywhere('BEANS-1000', merged);
  expect(faults).toEqual([]);

  await page.goto('/dev/mail');
  const mails = page.getByRole('row').filter({ hasText: owner.email });
  await mails.getByRole('link', { name: /merg/i }).first().click();
  await page
    .getByText(new RegExp(String(count)))
    .first()
    .waitFor();
  await close();
});

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
});
