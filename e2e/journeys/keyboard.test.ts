import { expect, it } from 'vitest';
import { barriers, demoStore, enter, flaws, everyLook, overflows, visit } from '../browser.ts';

/* Keys of every screen of a store. */

it('goes to anything by the palette, and through lists by keys', { timeout: 240_000 }, async () => {
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/orders`);
  await page.locator('tbody tr.ant-table-row').first().waitFor();

  await page.keyboard.press('j');
  const focusedRow = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('tbody tr.ant-table-row')];
      return rows.findIndex((row) => row.contains(document.activeElement));
    });
  expect(await focusedRow()).toBe(0);
  await page.keyboard.press('j');
  expect(await focusedRow()).toBe(1);
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('k');
  expect(await focusedRow()).toBe(0);
  await page.keyboard.press('/');
  await page.keyboard.type('gs?');
  expect(await page.locator('input[type="search"]').first().inputValue()).toBe('gs?');

  await page.locator('h1').click();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await help.getByText('Next row').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });

  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.waitForURL(`**${demoStore}/products`);

  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to, or do' });
  const field = palette.getByRole('combobox');
  // One types at once.
  await field.waitFor();
  await page.keyboard.type('kopi');
  await palette.getByRole('option', { name: /KOPI/i }).first().waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(await flaws(page, everyLook)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await overflows(page)).toBe(false);
  await field.fill('stock mov');
  await palette.getByRole('option', { selected: true, name: /Stock Movements/ }).waitFor();
  await field.press('Enter');
  await page.waitForURL(`**${demoStore}/products/stock_movements`);
  await palette.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await field.fill('add a mem');
  await palette.getByRole('option', { selected: true, name: 'Add a member Action' }).waitFor();
  await field.press('Enter');
  await page.getByRole('dialog', { name: 'Add user to store' }).getByLabel('Email').waitFor();
  expect(faults).toEqual([]);
  await close();
});
