import { showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { showOrder, type Order } from '@evenstock/contract/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callerOf, type Caller } from '../api.ts';
import { enter, visit } from '../browser.ts';
import { statement } from '../database.ts';
import { startInstallation, type Installation } from '../installation.ts';
import { startSandbox, type OwnSandbox } from '../own-sandbox.ts';
import { connectShop, newStore } from '../stores.ts';
import { until } from '../until.ts';

/*
 * The notice on the page of an order about a shipment without an outcome, in a program and at a marketplace of its own: no other
 * journey feels the fault.
 */

const sku = 'KOPI-O-50';
const shop = '10000004';
const orders = `/shopee/${shop}/orders`;
/** The order is shipped, and the answer of the marketplace is lost. */
const lostAnswer = { channel: 'shopee', call: 'ship_order', kind: 'error_after_commit', count: 1 };

let sandbox: OwnSandbox;
let installation: Installation;
let merchant: Caller;
let storeId: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  installation = await startInstallation({ ...sandbox.settings, EVENSTOCK_ORDER_POLL_SECONDS: '5' });
  await sandbox.notify(installation.web);
  merchant = await callerOf(await installation.makeAdmin('merchant@progress.test'), installation.web);
  storeId = await newStore(merchant, 'Progress Shop');
  const listings = [{ sku, name: 'Kopi O, 50 bags', quantity: 1_000 }];
  await connectShop(merchant, storeId, { channel: 'shopee', shop, listings }, sandbox.control);
});
afterEach(() => sandbox.control('PUT', '/faults', []));
afterAll(async () => {
  await installation.stop();
  await sandbox.stop();
});

const placed = z.object({ number: z.string() });

const progress = (page: Page) => page.locator('.es-progress');
const state = (page: Page) => page.locator('.es-page-heading .es-tag').innerText();
const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Ship', exact: true }).click();
const openOrder = (page: Page, number: string) =>
  enter(page, `/stores/${storeId}/orders/${number}`, merchant);

/** A new order that waits to be shipped by dropoff. */
async function buyToDropOff(): Promise<Order> {
  for (;;) {
    const { number } = placed.parse(await sandbox.control('POST', orders, { lines: [{ sku, quantity: 1 }] }));
    const params = { storeId, referenceNumber: number };
    const read = () =>
      merchant.call(showOrder, { params }).then(
        ({ order }) => order,
        () => null,
      );
    await until(async () => (await read())?.actions.includes('ship'), true);
    const { shipment_form } = await merchant.call(showShipmentForm, { params });
    const order = await read();
    if (order !== null && shipment_form.methods[0]?.key === 'dropoff') return order;
  }
}

/** Opens the shipping dialog on the page of an order, and fills it in. */
async function fillIn(page: Page, number: string): Promise<Locator> {
  await openOrder(page, number);
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Ship order ${number}` });
  await dialog.getByRole('combobox', { name: 'Branch' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await dialog.getByLabel('Sender Real Name').fill('Tan Ah Kow');
  return dialog;
}

describe('the page of an order', () => {
  it('shows that a shipment is not confirmed yet, and its end without a reload', async () => {
    const { reference_number: number } = await buyToDropOff();
    const { page, faults, close } = await visit();
    const dialog = await fillIn(page, number);
    await sandbox.control('PUT', '/faults', [lostAnswer]);
    await submit(dialog);
    await dialog.waitFor({ state: 'detached' });
    await progress(page).getByText('Being shipped').waitFor();
    await progress(page).getByText('Shopee has not confirmed yet. We check and tell you here.').waitFor();
    await until(() => state(page), 'Shipped');
    await progress(page).getByText('Being shipped').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('asks to look there after two minutes, and shows what was refused until it is dismissed', async () => {
    const { reference_number: number } = await buyToDropOff();
    const { page, faults, close } = await visit();
    const dialog = await fillIn(page, number);
    // No call to ship arrives, however often it is sent.
    await sandbox.control('PUT', '/faults', [{ channel: 'shopee', call: 'ship_order', kind: 'timeout' }]);
    await submit(dialog);
    await dialog.waitFor({ state: 'detached' });
    await progress(page).getByText('Shopee has not confirmed yet. We check and tell you here.').waitFor();
    expect(await progress(page).getByRole('button').count()).toBe(0);
    const ofAction = `update marketplace_actions set`;
    await statement(`${ofAction} asked_at = asked_at - interval '2 hours'`, [], installation.database);
    await page.reload();
    await progress(page).getByText('Shopee has not confirmed for two minutes', { exact: false }).waitFor();
    await progress(page).getByRole('button', { name: 'I have looked' }).click();
    await progress(page).getByText('Being shipped').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ship', exact: true }).waitFor();

    await statement(`${ofAction} dismissed_at = null where state = 'refused'`, [], installation.database);
    await page.reload();
    await progress(page).getByText('Not shipped', { exact: true }).waitFor();
    await progress(page).getByRole('button', { name: 'Try again' }).waitFor();
    await progress(page).getByRole('button', { name: 'Dismiss' }).click();
    await progress(page).getByText('Not shipped').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });
});
