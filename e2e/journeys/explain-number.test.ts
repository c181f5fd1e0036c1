import { expect, it } from 'vitest';
import { flaws, visit } from '../browser.ts';
import { numberIn, openSku, quantityOf } from '../market.ts';

const looks = [{}, { dark: true }, { width: 375 }, { width: 375, dark: true }];

it('explains a number, back to the first entry, and Back closes it', async () => {
  const sku = 'TOTE-RED';
  const { page, faults, close } = await visit();
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
  const last = drawer.locator('.ant-pagination-item').last();
  if ((await last.count()) > 0) await last.click();
  await drawer.getByText('First count').first().waitFor();
  expect(await flaws(page, looks)).toEqual([]);
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
}, 300_000);
