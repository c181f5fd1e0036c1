import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { barriers, demoStore, enter, overflows, visit, widthOf } from '../browser.ts';
import { refuse, says } from '../refusals.ts';
import { buyAt } from '../to-ship.ts';
import { until } from '../until.ts';

/* Orders that their buyers collect: set ready, then picked up, on their pages and many at once. */

const state = (page: Page) => page.locator('.es-page-heading .es-tag').innerText();
const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click();
const coupon = { number: '123456789', auth: '0042' };

let shopee: readonly string[];
let qoo10: readonly string[];
beforeAll(async () => {
  const buy = (channel: 'shopee' | 'qoo10') =>
    buyAt(channel, ({ actions }) => actions.includes('ready_to_collect'), { selfCollect: true });
  const [one, two, three, four] = await Promise.all([
    buy('shopee'),
    buy('shopee'),
    buy('qoo10'),
    buy('qoo10'),
  ]);
  shopee = [one, two];
  qoo10 = [three, four];
});

describe('an order that its buyer collects', () => {
  it('is set ready at its marketplace, and its pickup authorised', async () => {
    const [number = ''] = shopee;
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders/${number}`);
    await press(page, 'Set Ready to Collect');
    const ready = page.getByRole('dialog', { name: `Set order ${number} ready to collect` });
    await ready.getByText('Shopee needs to know nothing else.').waitFor();
    expect(await barriers(page)).toEqual([]);
    const allowed = await refuse(page, `orders/${number}/*`);
    await press(ready, 'Set Ready to Collect');
    await says(page, 'Failed to set Order to Ready to Collect : ');
    await allowed();
    await press(ready, 'Set Ready to Collect');
    await page.getByText('Order set to Ready to Collect successfully').waitFor();
    await until(() => state(page), 'Buyer Self Collect');
    await press(page, 'Authorise Pickup');
    const pickup = page.getByRole('dialog', { name: `Authorise pickup of order ${number}` });
    await pickup.getByText('Recorded in Evenstock only.').waitFor();
    const allowedAgain = await refuse(page, `orders/${number}/*`);
    await press(pickup, 'Authorise Pickup');
    await says(page, 'Failed to confirm Order pickup: ');
    await allowedAgain();
    await press(pickup, 'Authorise Pickup');
    await page.getByText('Order Pickup confirmed successfully').waitFor();
    await until(() => state(page), 'Outstanding Issues');
    await page.getByText('Buyer has collected the order. Awaiting buyer to confirm.').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('is set ready here alone at Qoo10, and its coupon asked for, on a phone', async () => {
    const [number = ''] = qoo10;
    const { page, faults, close } = await visit({ width: 375 });
    await enter(page, `${demoStore}/orders/${number}`);
    await press(page, 'Set Ready to Collect');
    const ready = page.getByRole('dialog', { name: `Set order ${number} ready to collect` });
    await ready.getByText('Recorded in Evenstock only.').waitFor();
    await press(ready, 'Set Ready to Collect');
    await page.getByText('Order set to Ready to Collect successfully').waitFor();
    await press(page, 'Confirm Pickup');
    const pickup = page.getByRole('dialog', { name: `Confirm pickup of order ${number}` });
    await press(pickup, 'Confirm Pickup');
    for (const words of ['Coupon number required', 'Auth number required'])
      await pickup.getByText(words, { exact: true }).waitFor();
    await pickup.getByLabel('Coupon number').fill('12345678');
    await pickup.getByLabel('Auth number').fill('12a4');
    await pickup.getByText('Coupon number must be exactly 9 digits').waitFor();
    await pickup.getByText('Auth number must be exactly 4 digits').waitFor();
    expect(await overflows(page)).toBe(false);
    await pickup.getByLabel('Coupon number').fill(coupon.number);
    await pickup.getByLabel('Auth number').fill(coupon.auth);
    await press(pickup, 'Confirm Pickup');
    await page.getByText('Order Pickup confirmed successfully').waitFor();
    await until(() => state(page), 'Outstanding Issues');
    expect(faults).toEqual([]);
    await close();
  });

  it('is set ready and picked up with others of the list', async () => {
    const numbers = [shopee[1] ?? '', qoo10[1] ?? ''];
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders?tab=all`);
    await choose(page, numbers, 'Set Ready to Collect');
    const ready = page.getByRole('dialog', { name: 'Set orders ready to collect' });
    await ready.getByText('Recorded in Evenstock only: Qoo10').waitFor();
    await until(() => widthOf(ready), 960);
    await press(ready, 'Set 2 orders ready');
    await ends(page, 'Orders set to Ready to Collect successfully', numbers);
    await choose(page, numbers, 'Confirm Pickup');
    const pickup = page.getByRole('dialog', { name: 'Confirm pickups' });
    await pickup.getByText('Recorded in Evenstock only: ', { exact: false }).waitFor();
    await pickup.getByLabel('Coupon number').fill(coupon.number);
    await pickup.getByLabel('Auth number').fill(coupon.auth);
    expect(await barriers(page)).toEqual([]);
    await press(pickup, 'Confirm 2 pickups');
    await ends(page, 'Orders Pickup confirmed successfully', numbers);
    expect(faults).toEqual([]);
    await close();
  });
});

async function choose(page: Page, numbers: readonly string[], action: string): Promise<void> {
  for (const number of numbers) await page.getByRole('row', { name: number }).getByRole('checkbox').check();
  await page.locator('.es-bulk-bar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Waits for the result of a mass action, and closes it. */
async function ends(page: Page, title: string, numbers: readonly string[]): Promise<void> {
  const result = page.getByRole('dialog', { name: title });
  for (const number of numbers) await result.getByText(number).waitFor();
  await result.getByRole('button', { name: 'Close' }).last().click();
  await page.locator('.es-bulk-bar').waitFor({ state: 'detached' });
}
