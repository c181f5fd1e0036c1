import { listOrders, showOrder } from '@evenstock/contract/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount } from '../accounts.ts';
import type { Caller } from '../api.ts';
import { demoStore, enter, ownerCaller, visit } from '../browser.ts';
import { newStore } from '../stores.ts';
import { until } from '../until.ts';

/* What was typed in is asked about before it is lost, in dialogs and on pages of every kind. */

let owner: Caller;
let store: string;

beforeAll(async () => {
  owner = await newAccount('unsaved');
  store = `/stores/${await newStore(owner, 'Half Written')}`;
});

const leaving = (page: Page): Locator =>
  page.getByRole('dialog').filter({ hasText: 'Leave without saving?' }).last();

/** Tries to lose what is in a field and keeps it, then loses it. */
async function isAskedFor(page: Page, field: Locator, lose: () => Promise<unknown>): Promise<void> {
  const typed = await field.inputValue();
  await lose();
  await leaving(page).getByRole('button', { name: 'Keep editing' }).click();
  await leaving(page).waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe(typed);
  // The focused button keeps the input, and so does Escape.
  for (const key of ['Enter', 'Escape']) {
    await lose();
    await leaving(page).getByRole('button', { name: 'Keep editing' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press(key);
    await leaving(page).waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe(typed);
  }
  await lose();
  await leaving(page).getByRole('button', { name: 'Leave' }).click();
  await field.waitFor({ state: 'detached' });
}

/** An order of the demo whose notes can be written. */
async function orderWithNotes(): Promise<string> {
  const { call } = await ownerCaller();
  const storeId = 'demo-store';
  const { orders } = await call(listOrders, {
    params: { storeId },
    query: { scope: 'staff_to_process', per_page: 50 },
  });
  for (const { reference_number: referenceNumber } of orders) {
    const { order } = await call(showOrder, { params: { storeId, referenceNumber } });
    if (order.actions.includes('add_notes')) return referenceNumber;
  }
  throw new Error('The demo has an order to write notes on.');
}

describe('what was typed in is asked for', () => {
  it('before the tab is closed', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${store}/settings`, owner);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const name = page.getByRole('dialog', { name: 'Edit store' }).getByLabel('Name', { exact: true });
    await name.fill('Typed, not saved');
    await page.close({ runBeforeUnload: true });
    await until(() => Promise.resolve(asked), ['beforeunload']);
    expect(await name.inputValue()).toBe('Typed, not saved');
    expect(faults).toEqual([]);
    page.removeAllListeners('dialog');
    await close();
  });

  it('in the settings: in a dialog and beside a switch', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${store}/settings`, owner);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit store' });
    const name = dialog.getByLabel('Name', { exact: true });
    // Nothing is typed in yet.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await name.fill('Another name');
    await isAskedFor(page, name, () => page.keyboard.press('Escape'));

    await page.getByRole('switch', { name: 'Show which SKUs are running out' }).click();
    const days = page.getByRole('spinbutton', { name: 'Days of cover' });
    await days.fill('33');
    const tab = page.getByRole('tab', { name: 'Developers' });
    await isAskedFor(page, days, () => tab.click());
    expect(faults).toEqual([]);
    await close();
  });

  it('in a dialog that the address names, on Back', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${store}/store_profiles`, owner);
    await page.getByRole('button', { name: 'Add user to store' }).click();
    const email = page.getByRole('dialog').getByLabel('Email');
    await email.fill('half@typed');
    await isAskedFor(page, email, () => page.goBack());
    expect(new URL(page.url()).pathname).toBe(`${store}/store_profiles`);
    expect(faults).toEqual([]);
    await close();
  });

  it('on the page that forces many listings to zero, by a link', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${store}/products/force_zero_qty`, owner);
    const ids = page.getByLabel('Marketplace item ids');
    await ids.fill('1234\n5678');
    const products = page.getByRole('navigation').getByRole('link', { name: 'Products' }).last();
    await isAskedFor(page, ids, () => products.click());
    expect(faults).toEqual([]);
    await close();
  });

  it('in the notes on an order, on Escape and on Back', async () => {
    // Tokopedia's numbers have slashes.
    const order = `${demoStore}/orders/${encodeURIComponent(await orderWithNotes())}`;
    const { page, faults, close } = await visit();
    await enter(page, order);
    for (const lose of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Add notes' }).click();
      const notes = page.getByRole('dialog').getByLabel('Notes');
      await notes.fill('Half a note');
      await isAskedFor(page, notes, lose);
      expect(new URL(page.url()).pathname).toBe(order);
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('in the sheet of an import, the codes of an export, and the password that deletes an account', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/products`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Import Products' });
    const buffer = Buffer.from('Id,Quantity');
    await sheet.locator('input[type=file]').setInputFiles({ name: 'half.csv', mimeType: 'text/csv', buffer });
    const file = sheet.getByRole('button', { name: 'half.csv' });
    await file.waitFor();
    await page.keyboard.press('Escape');
    await leaving(page).getByRole('button', { name: 'Keep editing' }).click();
    await leaving(page).waitFor({ state: 'detached' });
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await leaving(page).getByRole('button', { name: 'Leave' }).click();
    await file.waitFor({ state: 'detached' });

    await page.goto(`${demoStore}/products/export_products`);
    const codes = page.getByLabel('SKUs', { exact: true });
    await codes.fill('BEANS-1000');
    const products = page.getByRole('navigation').getByRole('link', { name: 'Products' }).last();
    await isAskedFor(page, codes, () => products.click());

    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const password = page.getByRole('dialog').getByLabel('Current password');
    await password.fill('half a password');
    await isAskedFor(page, password, () => page.keyboard.press('Escape'));
    expect(faults).toEqual([]);
    await close();
  });

  it('or kept: the name of a view, while its menu is closed', async () => {
    const { page, faults, close } = await visit();
    // The views arrive after the menu is opened.
    let answer = (): void => undefined;
    const isOpened = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/saved_views.json', async (route) => {
      await isOpened;
      await route.fallback();
    });
    await enter(page, `${store}/products?filter_status=no_stock`, owner);
    const menu = page.getByRole('button', { name: 'Saved views' });
    const name = page.getByRole('textbox', { name: 'Name of this view' });
    await menu.click();
    await page.getByRole('region', { name: 'Loading' }).waitFor();
    answer();
    await name.fill('Half a name');
    await page.getByRole('heading', { level: 1 }).click();
    await name.waitFor({ state: 'detached' });
    await menu.click();
    expect(await name.inputValue()).toBe('Half a name');
    await page.getByRole('button', { name: 'Save view' }).dblclick();
    await page.getByRole('link', { name: 'Half a name' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});
