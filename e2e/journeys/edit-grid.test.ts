import { expect, it } from 'vitest';
import { demoStore, enter, everyLook, flaws, ownerCaller, visit } from '../browser.ts';
import { openSku, quantityOf } from '../market.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* The grid in which prices and quantities of chosen SKUs are edited. */

it('edits quantities and prices in a grid: pasted, marked, saved once', async () => {
  const sku = 'TOTE-NAVY';
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/products?name_or_sku_cont=${sku}`);
  await page.getByRole('row').filter({ hasText: sku }).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Edit prices and quantities' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit prices and quantities' });
  const cell = dialog.getByRole('textbox', { name: `Quantity of ${sku}` });
  const before = Number(await cell.inputValue());

  await cell.fill('1.5');
  await dialog.getByText('1 cell cannot be saved').waitFor();
  expect(await cell.getAttribute('data-changed')).toBe('true');
  expect(await dialog.locator('[data-changed="true"]').count()).toBe(1);
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  const price = dialog.getByRole('textbox', { name: /^Price at / }).first();
  await cell.evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    `${String(before + 4)}\t23.50\n`,
  );
  await dialog.getByText('2 changes', { exact: true }).waitFor();
  expect(await price.inputValue()).toBe('23.50');
  expect(await dialog.locator('[data-changed="true"]').count()).toBe(2);
  expect(await flaws(page, everyLook)).toEqual([]);
  await dialog.getByRole('button', { name: 'Review 2 changes' }).dblclick();
  const quantities = dialog.getByRole('group', { name: '1 quantity changes' });
  await quantities
    .getByText(String(before + 4), { exact: true })
    .first()
    .waitFor();
  await dialog.getByRole('group', { name: '1 price changes' }).getByText('$23.50').waitFor();
  expect(await flaws(page, everyLook)).toEqual([]);
  await dialog.getByRole('button', { name: 'Back to editing' }).click();
  expect(await price.inputValue()).toBe('23.50');
  await dialog.getByRole('button', { name: 'Review 2 changes' }).click();
  await quantities.waitFor();
  await dialog.getByRole('button', { name: 'Save 2 changes' }).dblclick();
  // The dialog of the progress has the same name as the grid's.
  await quantities.waitFor({ state: 'detached' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSku(page, sku);
  await until(() => quantityOf(page), before + 4);
  expect(faults).toEqual([]);
  await close();
});

it('names the marketplaces that take no prices, each with its reason', async () => {
  const owner = await ownerCaller();
  const slug = 'no-prices';
  await newStore(owner, 'No prices');
  await allowSync(owner, slug);
  for (const channel of ['shopee', 'tokopedia'] as const)
    await connectShop(owner, slug, {
      channel,
      shop: newShopId(),
      listings: [{ sku: `CUP-${channel}`, name: `Cup at ${channel}`, quantity: 5 }],
    });
  const { page, faults, close } = await visit();
  await enter(page, `/stores/${slug}/products`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Edit prices and quantities' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit prices and quantities' });
  const skipped = dialog.getByRole('listitem').filter({ hasText: /tokopedia/i });
  await skipped
    .getByText('Tokopedia does not let other programs do this. Do it in its seller centre.')
    .waitFor();
  expect(await dialog.getByRole('textbox', { name: /^Price at / }).count()).toBe(1);
  expect(await dialog.getByRole('textbox', { name: /^Quantity of / }).count()).toBe(2);
  expect(faults).toEqual([]);
  await close();
});
