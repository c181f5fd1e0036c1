import { showOrder } from '@evenstock/contract/orders/orders';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { barriers, demoStore, enter, overflows, ownerCaller, visit } from '../browser.ts';
import { control } from '../control.ts';
import { shops } from '../market.ts';
import { refuseNext } from '../refusals.ts';
import { until } from '../until.ts';

/* Answers the returns of buyers on the pages of their orders. */

const placedOrder = z.object({ number: z.string() });

/** An order of the Shopee shop whose buyer asks to return it, once it can be answered here. */
async function returned(): Promise<string> {
  const { call } = await ownerCaller();
  const orders = `/shopee/${shops.shopee}/orders`;
  const lines = [{ sku: 'KOPI-O-50', quantity: 1 }];
  const { number } = placedOrder.parse(await control('POST', orders, { lines }));
  for (const event of ['ship', 'deliver', 'request_return']) {
    await control('POST', `${orders}/${number}/${event}`, {});
  }
  const params = { storeId: 'demo-store', referenceNumber: number };
  const canAnswer = () =>
    call(showOrder, { params }).then(
      ({ order }) => order.actions.includes('accept_return'),
      () => false,
    );
  await until(canAnswer, true);
  return number;
}

const state = (page: Page) => page.locator('.es-page-heading .es-tag').innerText();

const isDrawn = `document.querySelector('.es-return-pictures img').naturalWidth > 0`;

/** A picture of one pixel. */
const picture = {
  name: 'parcel.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

describe('the return of an order', () => {
  it('is shown with its refund and due date, and accepted', async () => {
    const number = await returned();
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders/${number}`);
    const panel = page.getByRole('region', { name: 'Return' });
    for (const words of ['Return number', 'Waits for your answer', 'Answer by', 'Refund'])
      await panel.getByText(words, { exact: true }).waitFor();
    expect(await state(page)).toBe('Outstanding Issues');
    const shown = panel.getByRole('img', { name: 'Picture 1 of the buyer' });
    await shown.waitFor();
    await until(() => page.evaluate<boolean>(isDrawn), true);
    expect(await shown.getAttribute('referrerpolicy')).toBe('no-referrer');

    await page.getByRole('button', { name: 'Accept return' }).click();
    const dialog = page.getByRole('dialog', { name: `Accept the return of order ${number}?` });
    expect(await barriers(page)).toEqual([]);
    await refuseNext(page, `${number}/confirm_return.json`, 'its time is over');
    await dialog.getByRole('button', { name: 'Accept return' }).click();
    await dialog.getByText('Failed to confirm return: Its time is over', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Accept return' }).click();
    await page.getByText('Return confirmed successfully').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByText('Accepted', { exact: true }).waitFor();
    expect(await panel.getByText('Answer by', { exact: true }).count()).toBe(0);
    await until(() => state(page), 'Completed');
    await page.getByText('Returned', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Accept return' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('is disputed with a picture, on a phone; a file that is no image is refused', async () => {
    const number = await returned();
    const { page, faults, close } = await visit({ width: 375 });
    await enter(page, `${demoStore}/orders/${number}`);
    const panel = page.getByRole('region', { name: 'Return' });
    await page.getByRole('button', { name: 'Dispute return' }).click();
    const dialog = page.getByRole('dialog', { name: `Dispute the return of order ${number}` });
    const submit = () => dialog.getByRole('button', { name: 'Dispute return' }).click();
    await dialog.getByLabel('Details').waitFor();
    expect(await overflows(page)).toBe(false);

    await submit();
    for (const words of ['Reason is required', 'Image is required', 'Details required', 'Email is required'])
      await dialog.getByText(words, { exact: true }).waitFor();
    const chosen = dialog.locator('input[type=file]');
    await chosen.setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no image'),
    });
    await page.getByText('notes.txt is no image.', { exact: false }).waitFor();
    // A text that is called an image is refused by the server.
    await chosen.setInputFiles({ ...picture, name: 'fake.png', buffer: Buffer.from('no image') });
    await page.getByText(/^fake\.png could not be uploaded: /).waitFor();
    await dialog.getByRole('button', { name: 'Remove file' }).click();
    await chosen.setInputFiles(picture);
    await dialog.getByRole('img', { name: 'parcel.png' }).waitFor();

    await dialog.getByRole('combobox', { name: 'Reason' }).click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(2).click();
    await dialog.getByLabel('Details').fill('It was whole when it left.');
    await dialog.getByLabel('Email').fill('nobody');
    await submit();
    await dialog.getByText('Email is invalid', { exact: true }).waitFor();
    await dialog.getByLabel('Email').fill('seller@kopi.test');
    await refuseNext(page, `${number}/dispute_return.json`, 'its time is over');
    await submit();
    await dialog.getByText('Failed to dispute return: Its time is over', { exact: true }).waitFor();
    await submit();
    await page.getByText('Return disputed successfully').waitFor();
    await panel.getByText('Disputed', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Dispute return' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});
