import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoStore, enter, visit } from '../browser.ts';
import { control } from '../control.ts';
import { buy, cancelShownOrder, editByHand, everywhere, openSku, quantityOf, shops } from '../market.ts';
import { until } from '../until.ts';

/*
 * Effects of buyers' and sellers' changes at the marketplaces. Each journey has a SKU of its own, and they run in
 * parallel, because some wait until the orders of the last minute are known.
 */

const orderRow = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });

/** The page of a SKU that is in sync everywhere, and a page at the marketplaces. */
async function watch(sku: string) {
  const { page, faults, close } = await visit();
  await openSku(page, sku);
  const before = await quantityOf(page);
  await everywhere(sku, before);
  const market = await page.context().newPage();
  return { page, market, before, faults, close };
}

describe.concurrent('what happens at the marketplaces', () => {
  it('a quantity edited at Shopee is out of sync, and adopted once the orders of that time are known', async () => {
    const sku = 'TOTE-NAVY';
    const { page, market, before, faults, close } = await watch(sku);
    await editByHand(market, 'shopee', sku, before + 7);
    await page.getByText('(Out of Sync)').first().waitFor();
    await page.getByText('The marketplace shows 7 more than expected').waitFor();

    // Shopee lists an order up to a minute late: until then an order may explain the difference.
    await until(() => quantityOf(page), before + 7);
    const movement = page.getByRole('listitem').filter({ hasText: 'Changed on the marketplace' }).first();
    await movement.getByText('+7').waitFor();
    await everywhere(sku, before + 7);
    await page.getByText('(Out of Sync)').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('an order of 2 on Shopee shows in the list, the quantity, the movements and the other shops; cancelling restores the 2', async () => {
    const sku = 'KOPI-O-50';
    const { page, market, before, faults, close } = await watch(sku);
    const list = await page.context().newPage();
    await enter(list, `${demoStore}/orders`);
    await list.getByText('live', { exact: true }).waitFor();

    const number = await buy(market, 'shopee', sku, 2);
    const row = orderRow(list, number);
    await row.waitFor();
    await row.getByText('Staff To Process').waitFor();
    await row.getByText('PICKUP ARRANGED').waitFor();
    const opened = list.context().waitForEvent('page');
    await row.getByRole('link', { name: `View order ${number} in a new tab` }).click();
    const order = await opened;
    await order.getByRole('heading', { level: 1, name: number }).waitFor();
    await order
      .getByRole('row')
      .filter({ hasText: sku })
      .getByRole('cell', { name: '2', exact: true })
      .waitFor();
    await order.close();

    await until(() => quantityOf(page), before - 2);
    await page.getByRole('heading', { name: `Why ${before - 2}?` }).waitFor();
    await everywhere(sku, before - 2);
    await until(() => page.getByText('In step', { exact: true }).count(), 3);
    await seesMovement(page, number, before - 2);

    await cancelShownOrder(market);
    await until(() => quantityOf(page), before);
    await everywhere(sku, before);
    await orderRow(list, number).waitFor({ state: 'detached' });
    await enter(list, `${demoStore}/orders/${number}`);
    await list.getByText('Failed Orders').first().waitFor();
    await list.getByText('2 cancelled').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('when Lazada’s notices are dropped, a poll finds the order and its cancellation', async () => {
    const sku = 'BEANS-500';
    const { page, market, before, close } = await watch(sku);
    const lost = { kind: 'drop_webhook', channel: 'lazada', shop: shops.lazada, rate: 1 };
    await control('PUT', '/faults', [lost]);
    try {
      const number = await buy(market, 'lazada', sku, 2);
      await page.getByRole('listitem').filter({ hasText: number }).waitFor();
      await until(() => quantityOf(page), before - 2);
      await everywhere(sku, before - 2);

      await cancelShownOrder(market);
      await until(() => quantityOf(page), before);
      await everywhere(sku, before);
    } finally {
      await control('PUT', '/faults', []);
    }
    await close();
  });

  it('on the second page of the orders, rows stay in place, and new ones are shown on request', async () => {
    const { page, close } = await visit();
    const market = await page.context().newPage();
    await enter(page, `${demoStore}/orders?tab=all&page=2`);
    await page.getByText('live', { exact: true }).waitFor();
    const rows = page.locator('tbody tr.ant-table-row');
    await rows.first().waitFor();
    // Orders of the other journeys may arrive as well.
    const before = await rows.allInnerTexts();
    const number = await buy(market, 'shopify', 'KAYA-GULA', 1);
    await page.getByText(/^[1-9]\d* more came in\./).waitFor();
    expect(await rows.allInnerTexts()).toEqual(before);
    // Pressed once: it leads to the first page, which shows all that comes in, and is gone from there.
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await orderRow(page, number).waitFor();
    expect(new URL(page.url()).searchParams.has('page')).toBe(false);
    await close();
  });

  it('an order with returned units tags the item as returned', async () => {
    const { page, close } = await visit();
    const orders = z
      .array(z.object({ number: z.string(), lines: z.array(z.object({ returned: z.number() })) }))
      .parse(await control('GET', `/shopee/${shops.shopee}/orders?limit=1000`));
    const order = orders.find(({ lines }) => lines.some(({ returned }) => returned > 0));
    await enter(page, `${demoStore}/orders/${order?.number ?? ''}`);
    await page.getByText('Returned', { exact: true }).first().waitFor();
    await close();
  });
});

/** Expands the movement of an order to its pushes. */
async function seesMovement(page: Page, number: string, quantity: number): Promise<void> {
  await page.getByRole('button', { name: 'Stock movements' }).click();
  const dialog = page.getByRole('dialog');
  const movement = dialog.getByRole('row').filter({ hasText: number });
  await movement.getByText('−2').waitFor();
  await movement.getByText('all confirmed').waitFor();
  await movement.getByRole('button', { name: 'Expand row' }).click();
  for (const marketplace of ['Lazada SG', 'Shopify SG']) {
    const push = dialog.getByRole('listitem').filter({ hasText: marketplace });
    await push.getByText(String(quantity), { exact: true }).waitFor();
    await push.getByText('Confirmed').waitFor();
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}
