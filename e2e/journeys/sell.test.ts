import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { control, demoStore, enter, openBrowser, visit, type Visit } from '../browser.ts';
import {
  buy,
  cancelShownOrder,
  editByHand,
  everywhere,
  openSku,
  quantityOf,
  settled,
  shops,
  shown,
  soon,
} from '../market.ts';

let browser: Browser;
/** The merchant, looking at a SKU or at the orders. */
let merchant: Visit;
/** Buyers and sellers, at the marketplaces themselves. */
let market: Page;

beforeAll(async () => {
  browser = await openBrowser();
  merchant = await visit(browser);
  market = await merchant.page.context().newPage();
});
afterEach(async () => {
  await control('PUT', '/faults', []);
});
afterAll(async () => {
  await merchant.close();
  await browser.close();
});

/** The SKU that is edited by hand; Shopee lists an order up to a minute late, so its difference is adopted after that. */
let edited: { readonly sku: string; readonly page: Page; readonly before: number };

describe('a quantity edited by hand in Shopee’s seller centre', () => {
  it('is shown as out of sync', async () => {
    const sku = 'TOTE-NAVY';
    const page = await merchant.page.context().newPage();
    await openSku(page, sku);
    const before = await quantityOf(page);
    await settled(sku, before);
    edited = { sku, page, before };
    await editByHand(market, 'shopee', sku, before + 7);
    await page.getByText('(Out of Sync)').first().waitFor();
    await page.getByText('The marketplace shows 7 more than its orders explain').waitFor();
  }, 240_000);
});

const orderRow = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });

describe('a buyer buys 2 on Shopee', () => {
  const sku = 'KOPI-O-50';
  let page: Page;
  let list: Page;
  let before: number;
  let number: string;

  afterAll(() => list.close());

  it('while the merchant looks at the SKU and at the orders', async () => {
    ({ page } = merchant);
    await openSku(page, sku);
    before = await quantityOf(page);
    await settled(sku, before);
    list = await page.context().newPage();
    await enter(list, `${demoStore}/orders`);
    await list.getByText('live', { exact: true }).waitFor();
  }, 240_000);

  it('and the order is in the list by itself, and opens in a new tab', async () => {
    number = await buy(market, 'shopee', sku, 2);
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
  });

  it('and the quantity falls by 2 on the screen and in the other stores', async () => {
    await expect.poll(() => quantityOf(page), soon).toBe(before - 2);
    await page.getByRole('heading', { name: `Why ${before - 2}?` }).waitFor();
    await everywhere(sku, before - 2);
    await expect.poll(() => page.getByText('In step', { exact: true }).count(), soon).toBe(3);
  });

  it('and the movement names the order and unfolds into its pushes', async () => {
    await page.getByRole('button', { name: 'Stock movements' }).click();
    const dialog = page.getByRole('dialog');
    const movement = dialog.getByRole('row').filter({ hasText: number });
    await movement.getByText('−2').waitFor();
    await movement.getByText('all confirmed').waitFor();
    await movement.getByRole('button', { name: 'Expand row' }).click();
    for (const marketplace of ['Lazada SG', 'Shopify SG']) {
      const push = dialog.getByRole('listitem').filter({ hasText: marketplace });
      await push.getByText(String(before - 2), { exact: true }).waitFor();
      await push.getByText('Confirmed').waitFor();
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('and cancelling gives the 2 back everywhere', async () => {
    await cancelShownOrder(market);
    await expect.poll(() => quantityOf(page), soon).toBe(before);
    await everywhere(sku, before);
    await orderRow(list, number).waitFor({ state: 'detached' });
    await enter(list, `${demoStore}/orders/${number}`);
    await list.getByText('Failed Orders').first().waitFor();
    await list.getByText('2 cancelled').waitFor();
    expect(merchant.faults).toEqual([]);
  });
});

describe('when Lazada’s notices are lost', () => {
  it('a poll finds the order, and its cancelling', async () => {
    const sku = 'BEANS-500';
    const { page } = merchant;
    await openSku(page, sku);
    const before = await quantityOf(page);
    await settled(sku, before);
    await control('PUT', '/faults', [{ kind: 'drop_webhook', rate: 1 }]);

    const number = await buy(market, 'lazada', sku, 2);
    await page.getByRole('listitem').filter({ hasText: number }).waitFor();
    expect(await quantityOf(page)).toBe(before - 2);
    await everywhere(sku, before - 2);

    await cancelShownOrder(market);
    await expect.poll(() => quantityOf(page), soon).toBe(before);
    await everywhere(sku, before);
  });
});

describe('an order of which something came back', () => {
  it('tags the item as returned', async () => {
    const { page } = merchant;
    const orders = z
      .array(z.object({ number: z.string(), lines: z.array(z.object({ returned: z.number() })) }))
      .parse(await control('GET', `/shopee/${shops.shopee}/orders?limit=1000`));
    const order = orders.find(({ lines }) => lines.some(({ returned }) => returned > 0));
    await enter(page, `${demoStore}/orders/${order?.number ?? ''}`);
    await page.getByText('Returned', { exact: true }).first().waitFor();
  });
});

describe('while the merchant reads the second page of the orders', () => {
  it('rows stay where they are, and new ones wait to be asked for', async () => {
    const { page } = merchant;
    await enter(page, `${demoStore}/orders?tab=all&page=2`);
    await page.getByText('live', { exact: true }).waitFor();
    const rows = page.locator('tbody tr.ant-table-row');
    await rows.first().waitFor();
    const before = await rows.allInnerTexts();
    const number = await buy(market, 'shopify', 'KAYA-GULA', 1);
    await page.getByText('1 more came in.').waitFor();
    expect(await rows.allInnerTexts()).toEqual(before);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL((address) => !address.searchParams.has('page'));
    await orderRow(page, number).waitFor();
  });
});

describe('a quantity edited by hand in Shopee’s seller centre', () => {
  it('is adopted once the orders of that time are known, and reaches the others', async () => {
    const { sku, page, before } = edited;
    await expect.poll(() => quantityOf(page), { timeout: 150_000, interval: 250 }).toBe(before + 7);
    const movement = page.getByRole('listitem').filter({ hasText: 'Changed on the marketplace' }).first();
    await movement.getByText('+7').waitFor();
    await everywhere(sku, before + 7);
    await page.getByText('(Out of Sync)').waitFor({ state: 'detached' });
    expect(await shown(sku)).toEqual({ shopee: before + 7, lazada: before + 7, shopify: before + 7 });
    await page.close();
  }, 200_000);
});
