import { showOrder } from '@evenstock/contract/orders/orders';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, demoStore, enter, overflows, ownerCaller, visit } from '../browser.ts';
import { buyAt } from '../to-ship.ts';
import { until } from '../until.ts';

/* Buyers who wait for an answer come first, and nothing is shipped past them by mistake. */

const asked = { events: ['request_cancellation'] };
const canReject = ({ actions }: { readonly actions: readonly string[] }) =>
  actions.includes('reject_cancellation');
const view = (page: Page, name: string) =>
  page.locator('.es-order-segments').getByText(name, { exact: true });

describe('a buyer who asks to cancel', () => {
  it('is found under To answer, and Ship is behind a tick', async () => {
    const number = await buyAt('lazada', canReject, asked);
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders?tab=outstanding_issues&per_page=100`);
    await view(page, 'Awaiting payment').click();
    await page.waitForURL('**awaiting_payment=true**');
    await view(page, 'To answer').click();
    await page.waitForURL('**request_eq=any**');
    expect(page.url()).toContain('s=answer_by+asc');
    await page.getByRole('columnheader', { name: 'Answer by' }).waitFor();
    // The rows of the view before are shown until those of this one are there.
    await until(() => page.getByRole('row').filter({ hasText: 'Awaiting payment' }).count(), 0);
    await page.getByRole('row').filter({ hasText: number }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('row').filter({ hasText: number }).getByText(number).click();
    await page.waitForURL(`**/orders/${number}**`);
    await page.getByText('The buyer asks to cancel this order.').waitFor();
    await page.getByRole('button', { name: 'Accept Cancellation' }).waitFor();
    await page.getByRole('button', { name: 'Reject Cancellation' }).waitFor();
    expect(await page.getByRole('button', { name: 'Ship', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Ship', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Ship order ${number}` });
    const ship = dialog.getByRole('button', { name: 'Ship', exact: true });
    await dialog.getByText('The buyer asked to cancel this order.', { exact: false }).waitFor();
    expect(await ship.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'Ship it all the same' }).check();
    expect(await ship.isDisabled()).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await overflows(page)).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  it('is answered with others at once', async () => {
    const numbers = [
      await buyAt('lazada', canReject, asked),
      await buyAt('shopee', ({ actions }) => actions.includes('accept_cancellation'), asked),
    ];
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders?tab=outstanding_issues&request_eq=any&per_page=100`);
    for (const number of numbers) {
      await page.getByRole('row', { name: number }).getByRole('checkbox').check();
    }
    await page.getByRole('button', { name: 'Accept Cancellations' }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept cancellations' });
    await dialog.getByText('This cannot be taken back.', { exact: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Accept 2 cancellations' }).click();
    await page.getByText('Cancellations accepted successfully').waitFor();
    const { call } = await ownerCaller();
    for (const referenceNumber of numbers) {
      const params = { storeId: 'demo-store', referenceNumber };
      await until(async () => (await call(showOrder, { params })).order.state, 'failed_orders');
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('is left out of a shipment of many, with the reason', async () => {
    const number = await buyAt('lazada', canReject, asked);
    const other = await buyAt('lazada', ({ actions }) => actions.includes('ship'));
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders?tab=all`);
    for (const each of [number, other]) {
      await page.getByRole('row', { name: each }).getByRole('checkbox').check();
    }
    await page.locator('.es-bulk-bar').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Ship', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Ship orders' });
    await dialog.getByText('1 order is left out').waitFor();
    await dialog.getByRole('link', { name: number }).waitFor();
    await dialog.getByRole('button', { name: 'Ship 1 order' }).click();
    const left = page.getByRole('dialog').getByRole('listitem').filter({ hasText: number });
    await left.getByText(/asks to cancel/).waitFor();
    await page.getByRole('button', { name: 'Print 1 label' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
