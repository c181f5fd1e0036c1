import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, demoStore, enter, overflows, visit, widthOf } from '../browser.ts';
import { control } from '../control.ts';
import { whileLocked } from '../database.ts';
import { shops } from '../market.ts';
import { buyToShip, buyUntil } from '../to-ship.ts';
import { until } from '../until.ts';

/* One action on orders that are chosen in the list. */

const bar = (page: Page) => page.locator('.es-bulk-bar');

async function chooseFromMore(page: Page, name: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function pick(page: Page, label: string, row: number, option: number): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).nth(row).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(option).click();
}

describe('one action on chosen orders', () => {
  it('ships those that wait with the answers of the first, and names the one that is left out, which stays selected', async () => {
    const one = await buyToShip('pickup');
    const other = await buyToShip('pickup');
    const gone = await buyUntil(({ state }) => state === 'failed_orders', ['cancel']);
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders?tab=all`);
    for (const number of [one, other, gone]) {
      await page.getByRole('row', { name: number }).getByRole('checkbox').check();
    }
    await chooseFromMore(page, 'Cancel Orders');
    const cancelling = page.getByRole('dialog', { name: 'Cancel orders' });
    await until(() => widthOf(cancelling), 960);
    await cancelling.getByRole('button', { name: 'Close' }).last().click();
    await chooseFromMore(page, 'Ship');
    const dialog = page.getByRole('dialog', { name: 'Ship orders' });
    await dialog.getByText('1 order is left out').waitFor();
    await dialog.getByText('The order does not wait to be shipped', { exact: false }).waitFor();
    await dialog.getByRole('link', { name: one }).waitFor();
    await dialog.getByRole('button', { name: 'Ship 2 orders' }).click();
    await dialog.getByText('2 orders are missing details.').waitFor();
    await dialog.getByText('Address is required').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await pick(page, 'Address', 0, 0);
    await pick(page, 'Pickup Time', 0, 0);
    await dialog.getByText('1 order is missing details.').waitFor();
    await dialog.getByRole('button', { name: 'Use for the other order' }).click();
    await whileLocked([one, other], async () => {
      await dialog.getByRole('button', { name: 'Ship 2 orders' }).click();
      await page
        .getByRole('dialog')
        .getByRole('status')
        .filter({ hasText: /\d of 2/ })
        .waitFor();
    });
    const result = page.getByRole('dialog', { name: 'Ship orders' });
    await result.getByText(other).waitFor();
    await result.getByText('Left out').waitFor();
    await result.getByRole('button', { name: 'Print 2 labels' }).waitFor();
    await page.reload();
    const leftOut = result.getByRole('listitem').filter({ hasText: gone });
    await leftOut.getByText('The order does not wait to be shipped', { exact: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await result.getByRole('button', { name: 'Close' }).last().click();
    await bar(page).getByText('1 selected').waitFor();
    expect(page.url()).not.toContain('operation=');
    expect(faults).toEqual([]);
    await close();
  });

  it('cancels some on a phone, and says which were not cancelled', async () => {
    const number = await buyToShip('dropoff');
    const { page, faults, close } = await visit({ width: 375 });
    await enter(page, `${demoStore}/orders`);
    await page.getByLabel(`Select ${number}`).check();
    await chooseFromMore(page, 'Cancel Orders');
    const dialog = page.getByRole('dialog', { name: 'Cancel orders' });
    await dialog.getByRole('combobox').waitFor();
    expect(await overflows(page)).toBe(false);
    await dialog.getByRole('combobox').click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    // Its courier is quicker: what was still offered is refused.
    await control('POST', `/shopee/${shops.shopee}/orders/${number}/ship`, {});
    await dialog.getByRole('button', { name: 'Cancel 1 order' }).click();
    const result = page.getByRole('dialog', { name: 'Orders not cancelled' });
    const row = result.getByRole('listitem').filter({ hasText: number });
    await row.getByText(/cancel/).waitFor();
    const again = page.waitForResponse((response) => response.url().endsWith('/retry.json'));
    await result.getByRole('button', { name: 'Retry', exact: true }).click();
    expect((await again).status()).toBe(200);
    expect(faults).toEqual([]);
    await close();
  });
});
