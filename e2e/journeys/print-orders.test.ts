import { listOrders } from '@evenstock/contract/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { web } from '../addresses.ts';
import { barriers, demoStore, enter, overflows, ownerCaller, visit } from '../browser.ts';
import { control } from '../control.ts';
import { refuseNext } from '../refusals.ts';
import { until } from '../until.ts';

/* Prints labels of several marketplaces, invoices and the pick list. */

/** Ready to be printed at Lazada (a PDF) and Tokopedia (a page), and one of Shopify, which gives no labels. */
let numbers: readonly [lazada: string, tokopedia: string, shopify: string];
beforeAll(async () => {
  numbers = [await place('lazada', true), await place('tokopedia', true), await place('shopify', false)];
  const { call } = await ownerCaller();
  for (const number of numbers) {
    const query = { scope: 'all' as const, q: { reference_number_cont: number } };
    // A number may be a part of another one's.
    const isListed = () =>
      call(listOrders, { params: { storeId: 'demo-store' }, query }).then(({ orders }) =>
        orders.some(({ reference_number: found }) => found === number),
      );
    await until(isListed, true);
  }
});

const shopList = z.array(z.object({ channel: z.string(), shop: z.string() }).loose());
const listings = z.array(z.object({ sku: z.string(), quantity: z.number() }).loose());
const placedOrder = z.object({ number: z.string() });

async function place(channel: string, isPacked: boolean): Promise<string> {
  const shops = shopList.parse(await control('GET', '/shops'));
  const shop = shops.find((each) => each.channel === channel)?.shop ?? '';
  const rows = listings.parse(await control('GET', `/${channel}/${shop}/listings`));
  const sku = rows.find(({ quantity }) => quantity > 0)?.sku ?? '';
  const lines = [{ sku, quantity: 1 }];
  const { number } = placedOrder.parse(await control('POST', `/${channel}/${shop}/orders`, { lines }));
  if (isPacked) {
    await control('POST', `/${channel}/${shop}/orders/${encodeURIComponent(number)}/pack`, { by: 'seller' });
  }
  return number;
}

async function chooseOrders(page: Page): Promise<void> {
  await enter(page, `${demoStore}/orders?tab=all`);
  for (const number of numbers) {
    const row = page.getByRole('row').filter({ has: page.getByText(number, { exact: true }) });
    await row.getByRole('checkbox').check();
  }
  await page.getByText('3 selected').waitFor();
}

async function print(page: Page, entry: string, choice?: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Print (3)' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: entry, exact: true });
  if (choice !== undefined) await dialog.getByRole('radio', { name: choice }).check();
  await dialog.getByRole('button', { name: 'Prepare' }).click();
  return dialog;
}

/** The address that a button opens. */
const leadsTo = async (button: Locator): Promise<string> =>
  new URL((await button.getAttribute('href')) ?? '', web).toString();

describe('printing', () => {
  it('labels: one fails and says why, the others are printed and confirmed; later it warns', async () => {
    const { page, faults, close } = await visit();
    await chooseOrders(page);
    await refuseNext(page, 'orders/get_shipping_labels.json', 'too many at once');
    const dialog = await print(page, 'Shipping labels');
    await page.getByText('Failed to get shipping label: Too many at once', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Prepare' }).click();
    // The run is left, and found again.
    await dialog
      .getByText(/^Labels: \d of 3/)
      .or(dialog.getByText('1 order cannot be printed'))
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Print (3)' }).click();
    await page.getByRole('menuitem', { name: /of 3/ }).first().click();
    await dialog.getByText('1 order cannot be printed').waitFor();
    await dialog.getByText(numbers[2]).waitFor();
    await dialog.getByText(/gives no labels/).waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Continue to Print' }).click();
    await dialog.getByRole('status').getByText('2 orders are ready to print.').waitFor();
    // What cannot be printed stays below, also on the page of labels.
    const failed = { name: '1 order cannot be printed' };
    await dialog.getByRole('region', failed).getByText(numbers[2]).waitFor();
    const pdf = await fetch(await leadsTo(dialog.getByRole('link', { name: 'Open the PDF' })));
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');

    const labels = await page.context().newPage();
    await labels.goto(await leadsTo(dialog.getByRole('link', { name: 'Print 1 label in the browser' })));
    await labels.frameLocator('iframe').getByText(numbers[1]).waitFor();
    await labels.getByRole('region', failed).getByText(numbers[2]).waitFor();
    // Alone on the paper, a label to a page; nothing of the screens around it.
    await labels.emulateMedia({ media: 'print' });
    expect(await labels.getByRole('link', { name: 'Back to orders' }).isVisible()).toBe(false);
    const paper = Buffer.from(await labels.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await labels.close();

    await dialog.getByRole('button', { name: 'Confirm printed' }).click();
    await page.getByText('2 orders recorded as printed').waitFor();
    const again = await print(page, 'Shipping labels', 'A4, four labels on a sheet');
    await again.getByRole('button', { name: 'Continue to Print' }).click();
    await again.getByText('2 orders were printed already').waitFor();
    await again
      .getByText(/\d{4}-\d\d-\d\d \d\d:\d\d/)
      .first()
      .waitFor();
    await again.getByRole('button', { name: 'Print Anyway' }).click();
    const sheet = await fetch(await leadsTo(again.getByRole('link', { name: 'Open the PDF' })));
    expect(Buffer.from(await sheet.arrayBuffer()).toString('latin1')).toMatch(/\/MediaBox \[ ?0 0 595/);
    expect(faults).toEqual([]);
    await close();
  });

  it('the pick list is shown as it will be on paper', async () => {
    const { page, faults, close } = await visit();
    await chooseOrders(page);
    await refuseNext(page, 'orders/pick_list.json', null);
    const dialog = await print(page, 'Pick List');
    await page.getByText('Sorry, something went wrong. Please try again later.', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Prepare' }).click();
    const table = dialog.getByRole('table');
    await table.waitFor();
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Order Number',
      'Item',
      'SKU',
      'Quantity',
    ]);
    expect(await table.getByRole('row').count()).toBe(4);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const bySku = await print(page, 'Pick List', 'By SKU');
    await until(
      () =>
        bySku
          .getByRole('columnheader')
          .allInnerTexts()
          .then((names) => names.join()),
      'Item,SKU,Quantity',
    );
    expect(faults).toEqual([]);
    await close();
  });

  it('an invoice is made on the page of an order, on a phone', async () => {
    const { page, faults, close } = await visit({ width: 375 });
    await enter(page, `${demoStore}/orders/${encodeURIComponent(numbers[2])}`);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Invoices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invoices' });
    await dialog.getByRole('button', { name: 'Prepare' }).click();
    await dialog.getByText('1 order is ready to print.').waitFor();
    expect(await overflows(page)).toBe(false);
    const pdf = await fetch(await leadsTo(dialog.getByRole('link', { name: 'Open the PDF' })));
    expect(pdf.status).toBe(200);
    expect(faults).toEqual([]);
    await close();
  });
});
