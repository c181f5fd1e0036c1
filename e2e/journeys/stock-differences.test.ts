import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { barriers, demoStore, enter, flaws, phone, visit } from '../browser.ts';
import { editByHand, everywhere, openSku, quantityOf } from '../market.ts';
import { until } from '../until.ts';

/* A difference that no order explains, settled by a member. */

/** Lazada lists orders up to two minutes late: a difference there waits for that time, unless a member settles it. */
async function differs(page: Page, sku: string, by: number): Promise<number> {
  await openSku(page, sku);
  const before = await quantityOf(page);
  await everywhere(sku, before);
  const market = await page.context().newPage();
  await editByHand(market, 'lazada', sku, before + by);
  await market.close();
  await page.getByRole('button', { name: 'Count it now' }).waitFor();
  return before;
}

it('a difference is put back at once, and another is counted at once, with an activity that says who did it', async () => {
  const sku = 'BEANS-250';
  const { page, faults, close } = await visit();
  const before = await differs(page, sku, 4);
  await page.getByRole('button', { name: `Put back to ${String(before)}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText(`Put Lazada SG back to ${String(before)}?`)
    .last()
    .waitFor();
  await dialog.getByRole('button', { name: 'Put it back' }).click();
  await page.getByText('Lazada SG is put back', { exact: true }).waitFor();
  await everywhere(sku, before);
  await page.getByRole('button', { name: 'Count it now' }).waitFor({ state: 'detached' });
  expect(await quantityOf(page)).toBe(before);

  await differs(page, sku, -3);
  const kept = page.locator('small').filter({ hasText: '3 kept back: Lazada SG shows fewer than expected.' });
  await kept.getByText(/Settles by itself in \d+ (second|minute)/).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Count it now' }).click();
  await dialog
    .getByText(`Change the quantity to ${String(before - 3)}?`)
    .last()
    .waitFor();
  expect(await flaws(page, [phone, {}])).toEqual([]);
  await dialog.getByRole('button', { name: 'Count it now' }).click();
  await page.getByText('Difference counted', { exact: true }).waitFor();
  await until(() => quantityOf(page), before - 3);
  await everywhere(sku, before - 3);
  await page.getByRole('button', { name: 'Count it now' }).waitFor({ state: 'detached' });
  await enter(page, `${demoStore}/activities`);
  const settled = page.getByRole('row').filter({ hasText: 'Difference settled' }).first();
  await settled.getByText('owner@demo.evenstock.test').waitFor();
  expect(faults).toEqual([]);
  await close();
});
