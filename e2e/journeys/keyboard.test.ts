import { listOrders } from '@evenstock/contract/orders/orders';
import { expect, it } from 'vitest';
import { callerOf } from '../api.ts';
import { barriers, demoStore, enter, everyLook, flaws, overflows, ownerCaller, visit } from '../browser.ts';

/* Keys of every screen of a store. */

it('goes to anything by the palette, and through lists by keys', async () => {
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/orders`);
  await page.locator('tbody tr.ant-table-row').first().waitFor();

  // By their keys: an order that arrives meanwhile moves rows down.
  const focusedRow = () =>
    page.evaluate(
      () => document.activeElement?.closest('tr.ant-table-row')?.getAttribute('data-row-key') ?? null,
    );
  await page.keyboard.press('j');
  const first = await focusedRow();
  expect(first).not.toBeNull();
  await page.keyboard.press('j');
  const second = await focusedRow();
  expect(second).not.toBeNull();
  expect(second).not.toBe(first);
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('k');
  expect(await focusedRow()).toBe(first);
  await page.keyboard.press('/');
  await page.keyboard.type('gs?');
  expect(await page.locator('input[type="search"]').first().inputValue()).toBe('gs?');
  // In a field too, where every other key is text.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to, or do' }).getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Go to, or do' }).waitFor({ state: 'detached' });

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
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.waitForURL(`**${demoStore}/orders`);

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
  await field.fill('shopee');
  await palette.getByRole('option', { selected: true, name: /^Shopee .*Marketplace$/ }).waitFor();
  await field.press('Enter');
  await page.waitForURL(`**${demoStore}/marketplaces/*`);
  await page.getByRole('heading', { level: 1, name: /^Shopee/ }).waitFor();

  await page.keyboard.press('Control+k');
  await field.fill('add a mem');
  await palette.getByRole('option', { selected: true, name: 'Add a member Action' }).waitFor();
  await field.press('Enter');
  await page.getByRole('dialog', { name: 'Add user to store' }).getByLabel('Email').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Add user to store' }).waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await field.fill('from a sheet');
  await palette
    .getByRole('option', { selected: true, name: 'Import quantities from a sheet Action' })
    .waitFor();
  await field.press('Enter');
  await page.waitForURL(`**${demoStore}/products?open=import`);
  await page.getByRole('dialog', { name: 'Import products' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('the palette finds a part of an order’s number that is older than a month', async () => {
  const { call } = await ownerCaller();
  const day = new Date(Date.now() - 62 * 86_400_000).toISOString().slice(0, 10);
  const { orders } = await call(listOrders, {
    params: { storeId: 'demo-store' },
    query: {
      scope: 'all',
      per_page: 1,
      q: { source_created_at_dategteq: day, s: 'source_created_at asc' },
    },
  });
  const number = orders[0]?.reference_number ?? '';
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/summary`);
  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to, or do' });
  await palette.getByRole('combobox').fill(number.slice(1));
  await palette.getByRole('option', { name: `${number} Order` }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('the palette leads those who run the installation to their pages', async () => {
  const platform = { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' };
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/summary`, await callerOf(platform));
  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to, or do' });
  const field = palette.getByRole('combobox');
  await field.fill('order by its');
  await palette.getByRole('option', { name: 'Add an order by its number Action' }).waitFor();
  await field.fill('dead let');
  await palette.getByRole('option', { selected: true, name: 'Dead letters Screen' }).waitFor();
  await field.press('Enter');
  await page.waitForURL('**/admin/dead_letters');
  expect(faults).toEqual([]);
  await close();
});
