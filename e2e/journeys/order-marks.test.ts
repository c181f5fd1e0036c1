import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../api.ts';
import { barriers, demoStore, enter, owner, visit } from '../browser.ts';
import { buyAt, buyUntil } from '../to-ship.ts';
import { refuseNext } from '../refusals.ts';
import { until } from '../until.ts';

/* Refuses a buyer's request to cancel, moves orders to Completed, adds one by its number, and reads its raw answer. */

const state = (page: Page) => page.locator('.es-page-heading .es-tag').innerText();
const openMenu = (page: Page) => page.getByRole('button', { name: 'More actions' }).click();
const choose = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click();
const asked = { events: ['request_cancellation'] };

describe('a buyer who asks to cancel', () => {
  it('is refused, and the order waits to be shipped again', async () => {
    const number = await buyAt('shopee', ({ actions }) => actions.includes('reject_cancellation'), asked);
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders/${number}`);
    await page.getByRole('button', { name: 'Reject Cancellation' }).click();
    const dialog = page.getByRole('dialog');
    await refuseNext(page, `${number}/reject_cancellation.json`, 'it was withdrawn');
    await dialog.getByRole('button', { name: 'Reject Cancellation' }).click();
    await dialog
      .getByText(`Failed to reject cancellation of Order ${number}: It was withdrawn`, { exact: true })
      .waitFor();
    await dialog.getByRole('button', { name: 'Reject Cancellation' }).click();
    await page.getByText(`Cancellation of Order ${number} rejected`).waitFor();
    await until(() => state(page), 'Staff To Process');
    expect(faults).toEqual([]);
    await close();
  });

  it('cannot be refused at a channel without a call for it: the menu says why, with all other reasons', async () => {
    const number = await buyAt('qoo10', ({ actions }) => actions.includes('accept_cancellation'), asked);
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders/${number}`);
    await openMenu(page);
    const withheld = page.locator('.ant-dropdown-menu-item-disabled');
    const refused = withheld.filter({ hasText: 'Reject Cancellation' });
    await refused.getByText('Qoo10 lets a request to cancel be refused only in its seller centre.').waitFor();
    await withheld.filter({ hasText: 'Accept return' }).waitFor();
    await withheld.filter({ hasText: 'Move to Completed' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a shipped order', () => {
  it('is moved to Completed on its page, and with another in the list', async () => {
    const ship = () => buyUntil(({ actions }) => actions.includes('move_to_completed'), ['ship']);
    const [first, ...others] = await Promise.all([ship(), ship(), ship()]);
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders/${first}`);
    await openMenu(page);
    await choose(page, 'Move to Completed');
    const dialog = page.getByRole('dialog', { name: `Move order ${first} to Completed` });
    await dialog.getByRole('button', { name: 'Move to Completed' }).click();
    await page.getByText(`Order ${first} moved to Completed`).waitFor();
    await until(() => state(page), 'Completed');

    await enter(page, `${demoStore}/orders?tab=shipped`);
    for (const number of others) await page.getByRole('row', { name: number }).getByRole('checkbox').check();
    await page.locator('.es-bulk-bar').getByRole('button', { name: 'Move to Completed' }).click();
    const confirm = page.getByRole('dialog', { name: 'Move 2 orders to Completed?' });
    await confirm.getByText('Nothing is sent to their marketplaces.').waitFor();
    await refuseNext(page, 'orders/set_print_shipping_label_at.json', null);
    await confirm.getByRole('button', { name: 'Move to Completed' }).click();
    await page.getByText('Failed to update Orders', { exact: true }).waitFor();
    await page.locator('.es-bulk-bar').getByRole('button', { name: 'Move to Completed' }).click();
    await confirm.getByRole('button', { name: 'Move to Completed' }).click();
    await page.getByText('2 orders moved to Completed').waitFor();
    for (const number of others) await page.getByRole('row', { name: number }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a platform admin', () => {
  it('adds an order by its number, and reads its raw answer', async () => {
    const number = await buyUntil(({ actions }) => actions.includes('ship'));
    const { page, faults, close } = await visit();
    await enter(
      page,
      `${demoStore}/orders`,
      await callerOf({ ...owner, email: 'platform@demo.evenstock.test' }),
    );
    await page.getByRole('button', { name: 'Add new' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add new order' });
    const fetchIt = () => dialog.getByRole('button', { name: 'Fetch order' }).click();
    await fetchIt();
    for (const words of ['Marketplace is required', 'Order Number is required'])
      await dialog.getByText(words, { exact: true }).waitFor();
    await dialog.getByRole('combobox', { name: 'Marketplace' }).fill('Shopee');
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    await dialog.getByLabel('Order Number').fill('2411NOTTHERE00');
    await fetchIt();
    await dialog.getByText(/^Failed to create Order: ./).waitFor();
    await dialog.getByLabel('Order Number').fill(number);
    await fetchIt();
    await page.getByText(`New Order ${number} created successfully`).waitFor();
    await until(() => page.locator('.es-page-heading h1').innerText(), number);

    const logged = page.waitForEvent('console', (entry) => entry.type() === 'log');
    await openMenu(page);
    await choose(page, 'Dev: Get Order Detail');
    const [answers] = await Promise.all((await logged).args().map((value) => value.jsonValue()));
    expect(JSON.stringify(answers)).toContain(number);
    expect(faults).toEqual([]);
    await close();
  });
});
