import { listOrderDays, type OrderDay } from '@evenstock/contract/orders/order-days';
import { listOrders } from '@evenstock/contract/orders/orders';
import { describe, expect, it } from 'vitest';
import { barriers, demoStore, enter, overflows, visit } from '../browser.ts';

/* All orders that match are chosen, and whether all orders of the last days are here. */

const verdicts: readonly Partial<OrderDay>[] = [
  { verdict: 'gap', counted_by: 'listing', theirs: 7, ours: 6, fetched: 2, missing: 1 },
  { verdict: 'not_checkable', counted_by: null, theirs: null, ours: 6, fetched: 0, missing: 0 },
];

/** The oldest first: an order that comes in meanwhile does not move the rows of this page. */
const completeOrders = `${demoStore}/orders?tab=complete&per_page=10&s=source_created_at+asc`;

describe('all orders of a list', () => {
  it('are chosen with those of the other pages, to be printed or to be acted on', async () => {
    const { page, faults, close } = await visit();
    await enter(page, completeOrders);
    await page.getByRole('checkbox', { name: 'Select all' }).first().check();
    await page.getByText('10 selected').waitFor();
    await page
      .getByRole('button', { name: /^Print \(10\)$/ })
      .first()
      .waitFor();
    const choose = page.getByRole('button', { name: /^Select all [\d,]+ that match$/ });
    const total = /[\d,]+/.exec(await choose.innerText())?.[0] ?? '';
    await choose.click();
    await page.getByText(`${total} selected`).waitFor();
    await page
      .getByRole('button', { name: `Print (${total})` })
      .first()
      .waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a search that finds more than are counted', () => {
  it.each([{}, { width: 375, dark: true }])(
    'says 10,000+, offers no last page and not all: %j',
    async (look) => {
      const { page, faults, close } = await visit(look);
      await page.route('**/orders.json?*', async (route) => {
        const answer = await route.fetch();
        const list = listOrders.reply.parse(await answer.json());
        await route.fulfill({
          response: answer,
          json: { ...list, total_count: 10_000, total_count_exceeded: true },
        });
      });
      await enter(page, completeOrders);
      await page.getByText('1–10 of 10,000+').waitFor();
      await page.getByRole('tab', { name: 'Complete (10,000+)' }).waitFor();
      expect(await page.getByText('1000', { exact: true }).filter({ visible: true }).count()).toBe(0);
      await page.getByRole('checkbox', { name: 'Select all' }).first().check();
      await page.getByText('More than 10,000 match: narrow the search to select them all').waitFor();
      expect(await page.getByRole('button', { name: /that match$/ }).count()).toBe(0);
      expect(await overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    },
  );
});

describe('the orders of the last days', () => {
  it.each([{}, { width: 375, dark: true }])('are compared with the shop’s on its page: %j', async (look) => {
    const { page, faults, close } = await visit(look);
    await enter(page, `${demoStore}/marketplaces/shopify-sg`);
    const panel = page.getByRole('region', { name: 'Orders by day' });
    await panel
      .getByText(/^\d{4}-\d\d-\d\d$/)
      .first()
      .waitFor();
    expect(await panel.getByText('Complete', { exact: true }).count()).toBe(3);
    await panel
      .getByText(/^The shop counts \d+, \d+ are here\.$/)
      .first()
      .waitFor();
    // One order of a day could not be fetched, and another day is too long ago to be asked for.
    await page.route('**/order_days.json', async (route) => {
      const answer = await route.fetch();
      const { order_days: days } = listOrderDays.reply.parse(await answer.json());
      const json = {
        order_days: days.map((day, place) => ({ ...day, ...verdicts[place % verdicts.length] })),
      };
      await route.fulfill({ response: answer, json });
    });
    await page.reload();
    await panel.getByText('1 missing', { exact: true }).first().waitFor();
    await panel
      .getByText('The shop lists 7, 6 are here. 2 were fetched by the comparison.')
      .first()
      .waitFor();
    await panel.getByText('Not checkable', { exact: true }).first().waitFor();
    await panel.getByText('6 are here. The shop cannot be asked for this day.').first().waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
