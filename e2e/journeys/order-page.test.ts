import { listOrders } from '@evenstock/contract/orders/orders';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, demoStore, enter, everyLook, flaws, overflows, visit } from '../browser.ts';
import { until } from '../until.ts';

/* Goes through the orders to ship by deadline, from page to page, and reads what happened to them. */

const title = (page: Page) => page.locator('.es-page-heading h1').innerText();
const sortOf = (page: Page) => page.evaluate<string>(`new URLSearchParams(location.search).get('s') ?? ''`);
const turnTo = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('the page of an order', () => {
  it('leads to the next order of the list by deadline, and back to the list as it was', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders`);
    const sorted = page.waitForResponse((response) => response.url().includes('ship_by'));
    await page.getByRole('columnheader', { name: 'Ship by' }).click();
    await until(() => sortOf(page), 'ship_by asc');
    const numbers = listOrders.reply
      .parse(await (await sorted).json())
      .orders.map((order) => order.reference_number);
    const first = page.locator('.ant-table-tbody tr.ant-table-row .es-order-number').first();
    await until(() => first.innerText(), numbers[0] ?? '');
    await first.click();
    await until(() => title(page), numbers[0] ?? '');
    expect(await page.getByRole('button', { name: 'Previous order of the list' }).isDisabled()).toBe(true);
    await turnTo(page, 'Next order of the list');
    await until(() => title(page), numbers[1] ?? '');
    await turnTo(page, 'Previous order of the list');
    await until(() => title(page), numbers[0] ?? '');
    await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).last().click();
    await until(() => sortOf(page), 'ship_by asc');
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the history of its items and its own, in every look', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders`);
    await page.locator('.ant-table-tbody tr.ant-table-row .es-order-number').first().click();
    const items = page.getByRole('region', { name: 'Items' });
    await items.getByRole('heading', { name: /^To ship/ }).waitFor();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Imported').waitFor();
    await timeline.getByText(/^Placed on/).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add notes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Wrap it as a gift');
    await dialog.getByRole('button', { name: 'Save notes' }).click();
    await timeline.getByText('Wrap it as a gift').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await flaws(page, everyLook)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });
});
