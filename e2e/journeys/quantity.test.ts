import { expect, it } from 'vitest';
import { visit } from '../browser.ts';
import { openSku, quantityOf, everywhere } from '../market.ts';
import { until } from '../until.ts';

it('an adjustment explains wrong input, survives a reload, and Back returns', async () => {
  const sku = 'TOTE-RED';
  const { page, faults, close } = await visit();
  await openSku(page, sku);
  const before = await quantityOf(page);
  await everywhere(sku, before);

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
  await until(() => quantityOf(page), before + 5);
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
  expect(faults).toEqual([]);
  await close();
});
