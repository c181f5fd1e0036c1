import { listOrders, showOrder, type OrderAction } from '@evenstock/contract/orders/orders';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { callerOf, type Caller } from '../api.ts';
import { enter, visit } from '../browser.ts';
import { startInstallation, type Installation } from '../installation.ts';
import { startSandbox, type OwnSandbox } from '../own-sandbox.ts';
import { allowSync, connectShop, newStore } from '../stores.ts';
import { until } from '../until.ts';

/*
 * A merchant's day, in a program and with marketplaces of its own: due orders, twenty orders shipped in one run, a cancellation, a
 * return, its units restocked, an export, labels. The program is killed while it ships; the merchant does the other tasks until the
 * lease of the run ends and the run continues.
 */

const shops = { lazada: '10000001', tokopedia: '10000002', shopee: '10000003' } as const;
type Channel = keyof typeof shops;

const sku = 'KOPI-O-50';
/** The names of the two buyers that need other scripts. */
const buyers = ['陳美玲', 'สมชาย ใจดี'];
/** With this many shipped the program is killed. */
const inTheMiddle = 12;

let sandbox: OwnSandbox;
let installation: Installation;
let merchant: Caller;
let storeId: string;
/** The orders to ship. */
let due: { readonly lazada: readonly string[]; readonly tokopedia: readonly string[] };

const placed = z.object({ number: z.string() });
const manyPlaced = z.object({ numbers: z.array(z.string()) });
const shopOrder = z.object({ number: z.string(), id: z.string(), stage: z.string() });
const listing = z.array(z.object({ sku: z.string(), quantity: z.number() }));
const call = z.object({ call: z.string(), body: z.string(), path: z.string() });

const inShop = (channel: Channel, place: string) => `/${channel}/${shops[channel]}/${place}`;

async function buy(channel: Channel, wish: object = {}): Promise<string> {
  const lines = [{ sku, quantity: 1 }];
  return placed.parse(await sandbox.control('POST', inShop(channel, 'orders'), { lines, ...wish })).number;
}

beforeAll(async () => {
  sandbox = await startSandbox();
  installation = await startInstallation({
    ...sandbox.settings,
    EVENSTOCK_ORDER_POLL_SECONDS: '5',
    EVENSTOCK_CHANNEL_TIMEOUT_SECONDS: '5',
  });
  await sandbox.notify(installation.web);
  merchant = await callerOf(await installation.makeAdmin('merchant@corner.test'), installation.web);
  storeId = await newStore(merchant, 'Corner Shop');
  await allowSync(merchant, storeId);
  const listings = [{ sku, name: 'Kopi O, 50 bags', quantity: 100 }];
  for (const channel of ['lazada', 'tokopedia', 'shopee'] as const) {
    await connectShop(merchant, storeId, { channel, shop: shops[channel], listings }, sandbox.control);
  }
  const wish = { lines: [{ sku, quantity: 1 }], count: 18 };
  const { numbers } = manyPlaced.parse(await sandbox.control('POST', inShop('lazada', 'orders'), wish));
  const tokopedia = [await buy('tokopedia', { buyer: 'chinese' }), await buy('tokopedia', { buyer: 'thai' })];
  due = { lazada: numbers, tokopedia };
  await until(() => countIn('staff_to_process'), 20);
});
afterAll(async () => {
  await installation.stop();
  await sandbox.stop();
});

const orders = async (channel: Channel) =>
  z.array(shopOrder).parse(await sandbox.control('GET', inShop(channel, 'orders')));

/** How many of the orders that were due their marketplace knows as shipped, or on the way to it. */
async function countSent(): Promise<number> {
  const known = [...(await orders('lazada')), ...(await orders('tokopedia'))];
  const wanted = new Set([...due.lazada, ...due.tokopedia]);
  return known.filter(({ number, stage }) => wanted.has(number) && stage !== 'ready').length;
}

/** How many orders a tab of the list holds. */
async function countIn(scope: 'staff_to_process' | 'shipped'): Promise<number> {
  const { total_count } = await merchant.call(listOrders, { params: { storeId }, query: { scope } });
  return total_count;
}

/** Waits until Evenstock offers this for an order. */
async function offered(number: string, action: OrderAction): Promise<void> {
  const params = { storeId, referenceNumber: number };
  const isOffered = () =>
    merchant.call(showOrder, { params }).then(
      ({ order }) => order.actions.includes(action),
      () => false,
    );
  await until(isOffered, true);
}

const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click();
const chooseAct = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const state = (page: Page) => page.locator('.es-page-heading .es-tag').innerText();
const openOrder = (page: Page, number: string) =>
  enter(page, `/stores/${storeId}/orders/${encodeURIComponent(number)}`, merchant);

/** From what waits to all that is to be shipped, chosen. */
async function chooseWhatIsDue(page: Page): Promise<void> {
  await enter(page, `/stores/${storeId}/summary`, merchant);
  const todo = page.getByRole('region', { name: 'To do' });
  await todo.getByRole('link', { name: /20 orders to ship/ }).click();
  await page.waitForURL('**/orders?**ship_by**');
  await page.locator('tbody tr.ant-table-row').first().waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await press(page, 'Select all 20 that match');
  await page.getByText('20 selected').waitFor();
}

/** Ships what is chosen, and kills the program when some of it is. */
async function shipThroughACrash(page: Page): Promise<void> {
  // Slow enough that the program dies while a marketplace is asked.
  const slow = { channel: 'lazada', call: '/order/fulfill/pack', kind: 'slow', after: 0.3 };
  await sandbox.control('PUT', '/faults', [slow]);
  await press(page.locator('.es-bulk-bar'), 'Ship');
  const dialog = page.getByRole('dialog', { name: 'Ship orders' });
  await press(dialog, 'Ship 20 orders');
  await dialog.getByText(/^Shipping \d+ of 20…$/).waitFor();
  await until(async () => (await countSent()) >= inTheMiddle, true);
  await installation.crash();
  expect(await countSent()).toBeLessThan(20);
  await sandbox.control('PUT', '/faults', []);
}

async function cancelOne(page: Page): Promise<void> {
  const number = await buy('lazada');
  await offered(number, 'cancel');
  await openOrder(page, number);
  await chooseAct(page, 'Cancel Order');
  const dialog = page.getByRole('dialog', { name: `Cancel order ${number}` });
  await dialog.getByRole('combobox').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await press(dialog, 'Cancel Order');
  await page.getByText(`Order ${number} cancelled successfully`).waitFor();
  await until(() => state(page), 'Failed Orders');
}

async function takeOneBack(page: Page): Promise<void> {
  const number = await buy('shopee');
  for (const event of ['ship', 'deliver', 'request_return']) {
    await sandbox.control('POST', inShop('shopee', `orders/${number}/${event}`), {});
  }
  await offered(number, 'accept_return');
  await openOrder(page, number);
  await press(page, 'Accept return');
  await press(page.getByRole('dialog'), 'Accept return');
  await page.getByText('Return confirmed successfully').waitFor();
  await until(() => state(page), 'Completed');
  expect(await onTheShelf()).toBe(99);
  await chooseAct(page, 'Restock');
  await press(page.getByRole('dialog', { name: `Restock order ${number}` }), 'Restock');
  await page.getByText(`Order ${number} restocked`).waitFor();
  await until(onTheShelf, 100);
}

/** What Shopee's buyers can buy. */
const onTheShelf = async () =>
  listing.parse(await sandbox.control('GET', inShop('shopee', 'listings')))[0]?.quantity;

async function exportOrders(page: Page): Promise<void> {
  await enter(page, `/stores/${storeId}/orders?tab=all`, merchant);
  await press(page, 'Export Orders');
  await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: 'Orders', exact: true }).click();
  await page.getByText('We will send you an email').first().waitFor();
  await page.getByRole('button', { name: /unread/ }).click();
  await page.getByRole('link', { name: 'Your orders of Corner Shop' }).click();
  const arrives = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const file = await readFile(await (await arrives).path());
  expect(file.subarray(0, 2).toString()).toBe('PK');
}

/**
 * The run continued after the start. The order during which the program died may be shown as not confirmed yet; it is shipped
 * without an action of the merchant.
 */
async function seeTheResult(page: Page): Promise<void> {
  const result = page.getByRole('dialog', { name: /^Orders (shipped successfully|not shipped)$/ });
  await result.getByRole('button', { name: 'Close' }).last().click();
  await until(() => countIn('shipped'), 20);
}

/** Each order was handed to its marketplace once, whatever happened in between. */
async function expectShippedOnce(): Promise<void> {
  expect(await countSent()).toBe(20);
  const calls = async (channel: Channel, name: string) =>
    z
      .array(call)
      .parse(await sandbox.control('GET', inShop(channel, 'calls')))
      .filter((each) => each.call.endsWith(name))
      .map(({ path, body }) => decodeURIComponent(`${path} ${body}`));
  const packed = await calls('lazada', '/order/fulfill/pack');
  const fetched = await calls('tokopedia', '/pick-up');
  const times: Record<string, number> = {};
  for (const [asked, channel] of [
    [packed, 'lazada'],
    [fetched, 'tokopedia'],
  ] as const) {
    for (const { number, id } of await orders(channel)) {
      if (due[channel].includes(number)) times[number] = asked.filter((each) => each.includes(id)).length;
    }
  }
  expect(new Set(Object.values(times))).toEqual(new Set([1]));
  expect(Object.keys(times)).toHaveLength(20);
}

async function printLabels(page: Page): Promise<void> {
  await enter(page, `/stores/${storeId}/orders?tab=shipped&per_page=50`, merchant);
  await page.getByRole('row', { name: due.lazada[0] ?? '' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await press(page, 'Print (20)');
  await page.getByRole('menuitem', { name: 'Shipping labels', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Shipping labels', exact: true });
  await press(dialog, 'Prepare');
  await dialog.getByText('20 orders are ready to print.').waitFor();
  const pdf = new URL(
    (await dialog.getByRole('link', { name: 'Open the PDF' }).getAttribute('href')) ?? '',
    installation.web,
  );
  expect((await fetch(pdf)).headers.get('content-type')).toBe('application/pdf');
  const opens = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Print 2 labels in the browser' }).click();
  const labels = await opens;
  const shown = async () => {
    const texts = await Promise.all(labels.frames().map((frame) => frame.locator('body').innerText()));
    return buyers.filter((name) => texts.some((text) => text.includes(name)));
  };
  await until(shown, buyers);
  await labels.close();
  await press(dialog, 'Confirm printed');
  await page.getByText('20 orders recorded as printed').waitFor();
}

it('is done, though the program is killed in its middle', async () => {
  const { page, faults, close } = await visit();
  await chooseWhatIsDue(page);
  await shipThroughACrash(page);
  const other = await page.context().newPage();
  await cancelOne(other);
  await takeOneBack(other);
  await exportOrders(other);
  await seeTheResult(page);
  await expectShippedOnce();
  await printLabels(page);
  expect(faults).toEqual([]);
  await close();
});
