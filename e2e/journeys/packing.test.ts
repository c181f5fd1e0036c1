import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { showOrder } from '@evenstock/contract/orders/orders';
import { listOrdersToPack, packOrder } from '@evenstock/contract/orders/packing';
import { demoStore, desk, enter, flaws, ownerCaller, phone, visit } from '../browser.ts';
import { control } from '../control.ts';
import { refuse } from '../refusals.ts';
import { until } from '../until.ts';

/* Packs orders with what a scanner types: the codes, each followed by Enter. No button is clicked. */

const shopList = z.array(z.object({ channel: z.string(), shop: z.string() }).loose());
const listings = z.array(z.object({ sku: z.string(), quantity: z.number() }).loose());
const placedOrder = z.object({ number: z.string() });

interface Placed {
  readonly number: string;
  /** Two SKUs of the order, and one of another. */
  readonly skus: readonly [string, string, string];
  readonly happens: (event: string) => Promise<unknown>;
}

/** An order of the Tokopedia shop, of two units of one SKU and one of another, whose parcel has a label. */
async function place(): Promise<Placed> {
  const shop = shopList
    .parse(await control('GET', '/shops'))
    .find(({ channel }) => channel === 'tokopedia')?.shop;
  const at = `/tokopedia/${String(shop)}`;
  const rows = listings.parse(await control('GET', `${at}/listings`));
  const [one = '', two = '', other = ''] = rows
    .toSorted((a, b) => b.quantity - a.quantity)
    .map(({ sku }) => sku);
  const lines = [
    { sku: one, quantity: 2 },
    { sku: two, quantity: 1 },
  ];
  const { number } = placedOrder.parse(await control('POST', `${at}/orders`, { lines }));
  const happens = (event: string) =>
    control('POST', `${at}/orders/${encodeURIComponent(number)}/${event}`, { by: 'seller' });
  await happens('pack');
  const { call } = await ownerCaller();
  const params = { storeId: 'demo-store', referenceNumber: number };
  const isHere = () =>
    call(showOrder, { params }).then(
      () => true,
      () => false,
    );
  await until(isHere, true);
  return { number, skus: [one, two, other], happens };
}

/** Counts the labels that are sent to the printer: the browser of the tests has none. */
async function countPrints(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`{
    globalThis.prints = 0;
    const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get() {
        const shown = get.call(this);
        if (shown !== null) shown.print = () => { globalThis.prints += 1; };
        return shown;
      },
    });
  }`);
  return () => page.evaluate<number>('prints');
}

const typeCode = async (page: Page, code: string): Promise<void> => {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
};

/** What another member does: packs the order with all its units. */
async function packElsewhere(number: string): Promise<void> {
  const { call } = await ownerCaller();
  const storeId = 'demo-store';
  const { orders: found } = await call(listOrdersToPack, { params: { storeId }, query: { code: number } });
  const [order] = found;
  if (order === undefined) throw new Error(`${number} is not here`);
  const items = order.order_items.map(({ id, quantity }) => ({ id, quantity }));
  await call(packOrder, {
    params: { storeId, referenceNumber: number },
    body: { pack: { packed_at: order.packed_at, order_items: items } },
  });
}

let orders: readonly [Placed, Placed, Placed];
beforeAll(async () => {
  orders = [await place(), await place(), await place()];
});

describe('scan to pack', () => {
  it('refuses a wrong item, prints the label once all are in the parcel, and warns of a second parcel', async () => {
    const [{ number, skus }] = orders;
    const [one, two, other] = skus;
    const { page, faults, close } = await visit();
    const prints = await countPrints(page);
    await enter(page, `${demoStore}/orders`);
    await page.getByRole('link', { name: 'Scan to pack' }).click();
    await page.getByText('No scanner? Type the number or SKU and press Enter.').waitFor();
    expect(await flaws(page, [desk, phone])).toEqual([]);
    const alarm = page.getByRole('alert');

    await typeCode(page, 'no-such-order');
    await alarm.getByText('No order has the number no-such-order').waitFor();
    await typeCode(page, number);
    await page.getByText('0 of 3 units').waitFor();
    await typeCode(page, other);
    await alarm.getByText(`${other} does not belong in this order`).waitFor();
    expect(await flaws(page, [desk, phone])).toEqual([]);
    await typeCode(page, one.toLowerCase());
    await page.getByRole('status').getByText(`${one}: 1 of 2`).waitFor();
    expect(await alarm.count()).toBe(0);
    await typeCode(page, two);
    await typeCode(page, two);
    await alarm.getByText(`${two.toUpperCase()} is complete already`).waitFor();
    // A reload loses no unit, and the scanner types wherever the focus is.
    await page.reload();
    await page.getByText('2 of 3 units').waitFor();
    const allowed = await refuse(page, 'pack.json');
    await page.getByRole('link', { name: 'Open the order' }).focus();
    await typeCode(page, one);
    await alarm.getByText('The order could not be packed').waitFor();
    expect(await prints()).toBe(0);
    await page.reload();
    await alarm.getByText('All its units are in the parcel. Try again to record it as packed.').waitFor();
    expect(await flaws(page, [desk, phone])).toEqual([]);
    await allowed();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByText('The parcel is complete').waitFor();
    await page.getByText('Press Enter when the label is there, or scan the next order.').waitFor();
    await until(prints, 1);
    expect(await flaws(page, [desk, phone])).toEqual([]);
    await page.getByLabel('Next order').press('Enter');
    await page.getByText('No scanner? Type the number or SKU and press Enter.').waitFor();

    const { call } = await ownerCaller();
    const params = { storeId: 'demo-store', referenceNumber: number };
    const isPrinted = () => call(showOrder, { params }).then(({ order }) => order.print_label_at !== null);
    await until(isPrinted, true);
    await typeCode(page, number);
    await alarm.getByText('This order was packed already').waitFor();
    await page.getByRole('button', { name: 'Pack it again' }).press('Enter');
    for (const sku of [one, one, two]) await typeCode(page, sku);
    await page.getByText('Its label was printed already.').waitFor();
    expect(await prints()).toBe(1);
    await enter(page, `${demoStore}/orders/${encodeURIComponent(number)}`);
    await page.getByText('Order packed').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('stops at once if the buyer cancels meanwhile', async () => {
    const [, { number, skus, happens }] = orders;
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/packing?order=${encodeURIComponent(number)}`);
    await page.getByText('0 of 3 units').waitFor();
    await typeCode(page, skus[0]);
    await happens('cancel');
    await page.getByRole('alert').getByText('Do not pack this order').waitFor();
    await page.getByText('This order was cancelled. Do not send it.').waitFor();
    expect(await page.getByRole('button', { name: /^Add a unit/ }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('that could not be recorded is put aside if another member packs it meanwhile', async () => {
    const [, , { number, skus }] = orders;
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/packing?order=${encodeURIComponent(number)}`);
    await page.getByText('0 of 3 units').waitFor();
    await refuse(page, 'pack.json');
    for (const sku of [skus[0], skus[0], skus[1]]) await typeCode(page, sku);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await packElsewhere(number);
    await page.getByRole('alert').getByText('This order was packed already').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});
