import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, demoStore, enter, overflows, visit } from '../browser.ts';
import { control } from '../control.ts';
import { shops } from '../market.ts';
import { buyToShip } from '../to-ship.ts';
import { until } from '../until.ts';

/* Ships an order of a Shopee shop on its page. */

/** The page of an order, with the shipping dialog. */
async function openShipment(page: Page, number: string): Promise<Locator> {
  await enter(page, `${demoStore}/orders/${number}`);
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Ship order ${number}` });
  await dialog.getByRole('table').waitFor();
  return dialog;
}

const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Ship', exact: true }).click();

async function choose(page: Page, dialog: Locator, label: string, index: number): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(index).click();
}

const state = (page: Page) => page.locator('.es-page-heading .es-tag').innerText();

describe('shipping an order', () => {
  it('by pickup: a missing field is marked; then the order is shipped and its state changes', async () => {
    const number = await buyToShip('pickup');
    const { page, faults, close } = await visit();
    const dialog = await openShipment(page, number);
    expect(page.url()).toContain('open=ship');
    await dialog.getByRole('radio', { name: 'Pickup' }).waitFor();
    const item = dialog.getByRole('checkbox').first();
    expect([await item.isChecked(), await item.isDisabled()]).toEqual([true, true]);

    await submit(dialog);
    await dialog.getByText('Address is required').waitFor();
    await dialog.getByText('Pickup Time is required').waitFor();
    expect(await barriers(page)).toEqual([]);
    await choose(page, dialog, 'Address', 0);
    await choose(page, dialog, 'Pickup Time', 0);
    await choose(page, dialog, 'Address', 1);
    await submit(dialog);
    await dialog.getByText('Pickup Time is required').waitFor();
    await choose(page, dialog, 'Pickup Time', 1);
    await submit(dialog);
    await page.getByText(`Order ${number} shipped successfully`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Ship', exact: true }).count()).toBe(0);
    await until(() => state(page), 'Shipped');
    expect(faults).toEqual([]);
    await close();
  });

  it('by dropoff, on a phone: the sender’s name is kept for the next time', async () => {
    const number = await buyToShip('dropoff');
    const { page, faults, close } = await visit({ width: 375 });
    const dialog = await openShipment(page, number);
    await dialog.getByLabel('Sender Real Name').waitFor();
    expect(await overflows(page)).toBe(false);
    // Another journey may have left a name.
    await dialog.getByLabel('Sender Real Name').fill('');
    await submit(dialog);
    await dialog.getByText('Sender Real Name is required').waitFor();
    await choose(page, dialog, 'Branch', 0);
    await dialog.getByLabel('Sender Real Name').fill('Tan Ah Kow');
    await submit(dialog);
    await page.getByText(`Order ${number} shipped successfully`).waitFor();
    await until(() => state(page), 'Shipped');

    const next = await openShipment(page, await buyToShip('dropoff'));
    expect(await next.getByLabel('Sender Real Name').inputValue()).toBe('Tan Ah Kow');
    expect(faults).toEqual([]);
    await close();
  });

  it('the dialog shows the marketplace’s refusal, and keeps the input', async () => {
    const number = await buyToShip('dropoff');
    const { page, faults, close } = await visit();
    const dialog = await openShipment(page, number);
    await choose(page, dialog, 'Branch', 1);
    await dialog.getByLabel('Sender Real Name').fill('Lim');
    // The buyer cancels meanwhile.
    await control('POST', `/shopee/${shops.shopee}/orders/${number}/request_cancellation`, {});
    await submit(dialog);
    await dialog.getByText(/^Failed to ship order: /).waitFor();
    expect(await dialog.getByLabel('Sender Real Name').inputValue()).toBe('Lim');
    await until(() => state(page), 'Outstanding Issues');
    expect(faults).toEqual([]);
    await close();
  });
});
