import { showOrder, type OrderAction } from '@evenstock/contract/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { barriers, demoStore, enter, overflows, ownerCaller, visit, widthOf } from '../browser.ts';
import { control } from '../control.ts';
import { plentiful, shops } from '../market.ts';
import { refuseNext } from '../refusals.ts';
import { until } from '../until.ts';

/* Works on orders on their pages: cancels, answers a buyer, writes notes. */

const placedOrder = z.object({ number: z.string() });

/** A new order, once this action is offered for it. */
async function buy(
  channel: keyof typeof shops,
  { skus, offers, events = [] }: { skus: readonly string[]; offers: OrderAction; events?: readonly string[] },
): Promise<string> {
  const { call } = await ownerCaller();
  const lines = skus.map((sku) => ({ sku, quantity: 1 }));
  const path = `/${channel}/${shops[channel]}/orders`;
  const { number } = placedOrder.parse(await control('POST', path, { lines }));
  for (const event of events) await control('POST', `${path}/${number}/${event}`, {});
  const params = { storeId: 'demo-store', referenceNumber: number };
  const isOffered = () =>
    call(showOrder, { params }).then(
      ({ order }) => order.actions.includes(offers),
      () => false,
    );
  await until(isOffered, true);
  return number;
}

const openMenu = (page: Page) => page.getByRole('button', { name: 'More actions' }).click();
const chooseAct = (page: Page, name: string) => page.getByRole('menuitem', { name }).click();
const press = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true }).click();
const state = (page: Page) => page.locator('.es-page-heading .es-tag').innerText();

describe('working on an order', () => {
  it('cancels one of its items, with a reason, and says what became of it', async () => {
    const number = await buy('lazada', { skus: await plentiful('lazada', 2), offers: 'cancel' });
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders/${number}`);
    await openMenu(page);
    await chooseAct(page, 'Cancel Order');
    const dialog = page.getByRole('dialog', { name: `Cancel order ${number}` });
    await dialog.getByRole('table').waitFor();
    expect(await widthOf(dialog)).toBe(960);
    await press(dialog, 'Cancel Order');
    await dialog.getByText('Reason is required').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('combobox').click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    await dialog.getByRole('checkbox').nth(1).click();
    await refuseNext(page, `${number}/cancel.json`, 'it is on its way');
    await press(dialog, 'Cancel Order');
    await dialog.getByText('Failed to cancel Order: It is on its way', { exact: true }).waitFor();
    await refuseNext(page, `${number}/cancel.json`, null);
    await press(dialog, 'Cancel Order');
    await dialog.getByText('Failed to cancel Order', { exact: true }).waitFor();
    await press(dialog, 'Cancel Order');
    await page.getByText(`Order ${number} cancelled successfully`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 cancelled').first().waitFor();
    expect(await state(page)).toBe('Staff To Process');
    expect(faults).toEqual([]);
    await close();
  });

  it('accepts a buyer who asks to cancel, on a phone', async () => {
    const number = await buy('shopee', {
      skus: ['KOPI-O-50'],
      offers: 'accept_cancellation',
      events: ['request_cancellation'],
    });
    const { page, faults, close } = await visit({ width: 375 });
    await enter(page, `${demoStore}/orders/${number}`);
    expect(await overflows(page)).toBe(false);
    await page.getByRole('button', { name: 'Accept Cancellation' }).click();
    const dialog = page.getByRole('dialog');
    await refuseNext(page, `${number}/accept_cancellation.json`, 'it was withdrawn');
    await press(dialog, 'Accept Cancellation');
    await dialog
      .getByText(`Failed to accept cancellation of Order ${number}: It was withdrawn`, { exact: true })
      .waitFor();
    await press(dialog, 'Accept Cancellation');
    await page.getByText(`Cancellation of Order ${number} accepted`).waitFor();
    await until(() => state(page), 'Failed Orders');
    expect(faults).toEqual([]);
    await close();
  });

  it('writes notes that are there after a reload; Back closes the dialog', async () => {
    const number = await buy('shopify', { skus: await plentiful('shopify', 1), offers: 'add_notes' });
    const address = encodeURIComponent(number);
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders/${address}`);
    await openMenu(page);
    await chooseAct(page, 'Add notes');
    const dialog = page.getByRole('dialog', { name: `Notes on order ${number}` });
    await press(dialog, 'Save notes');
    await dialog.getByText('Notes is required').waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await page.goForward();
    await dialog.getByLabel('Notes').fill('Gift wrap');
    await refuseNext(page, `${address}/add_notes.json`, null);
    await press(dialog, 'Save notes');
    await dialog.getByText('Failed to add note', { exact: true }).waitFor();
    await press(dialog, 'Save notes');
    await page.getByText(`Added note to Order ${number} successfully`).waitFor();
    await page.reload();
    await page.getByText('Gift wrap').first().waitFor();

    await openMenu(page);
    await chooseAct(page, 'Cancel Order');
    const cancelling = page.getByRole('dialog', { name: `Cancel order ${number}` });
    await cancelling.locator('.ant-select').getByText('Another reason', { exact: true }).waitFor();
    await page.goBack();
    await cancelling.waitFor({ state: 'detached' });

    const sync = page.getByRole('button', { name: 'Sync from marketplace' });
    await refuseNext(page, `${address}/sync.json`, 'it is not there any more');
    await sync.click();
    await page
      .getByText(`Failed to synchronize Order ${number}: It is not there any more`, { exact: true })
      .waitFor();
    await refuseNext(page, `${address}/sync.json`, null);
    await sync.click();
    await page.getByText(`Failed to synchronize Order ${number}`, { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
