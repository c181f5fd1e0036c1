import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { barriers, demoStore, overflows, visit } from '../browser.ts';
import { control } from '../control.ts';
import { buyAt } from '../to-ship.ts';
import { until } from '../until.ts';

/* How many clicks lead from an order to its label. */

interface Clicks {
  count: number;
  readonly on: (what: Locator) => Promise<void>;
}

function counting(): Clicks {
  const clicks: Clicks = {
    count: 0,
    async on(what) {
      clicks.count += 1;
      await what.click();
    },
  };
  return clicks;
}

/** The first bytes of the file that a link opens. */
async function startOf(page: Page, link: Locator): Promise<string> {
  const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
  const answer = await page.request.get(address);
  return (await answer.body()).subarray(0, 5).toString();
}

const isToShip = ({ actions }: { readonly actions: readonly string[] }) => actions.includes('ship');

it('an own order is shipped and its label open within six clicks of the sign-in page', async () => {
  const number = await buyAt('lazada', isToShip);
  const { page, faults, close } = await visit({}, true);
  const clicks = counting();
  await page.goto('/');
  // The owner has more stores once other journeys have opened theirs.
  await clicks.on(page.getByRole('button', { name: 'Admin', exact: true }));
  await page.waitForURL(`**${demoStore}/summary`);
  await clicks.on(page.getByRole('link', { name: 'Orders', exact: true }));
  await clicks.on(page.getByRole('row').filter({ hasText: number }).getByText(number));
  await clicks.on(page.getByRole('button', { name: 'Ship', exact: true }));
  const dialog = page.getByRole('dialog', { name: `Ship order ${number}` });
  await clicks.on(dialog.getByRole('button', { name: 'Ship and print label' }));
  const label = page.getByRole('dialog', { name: `Label of ${number}` });
  const opens = label.getByRole('link', { name: 'Open the label' });
  await opens.waitFor();
  expect(await startOf(page, opens)).toBe('%PDF-');
  expect(clicks.count).toBeLessThanOrEqual(6);
  expect(faults).toEqual([]);
  await close();
});

const numbers: string[] = [];
beforeAll(async () => {
  const shops = z
    .array(z.object({ channel: z.string(), shop: z.string() }))
    .parse(await control('GET', '/shops'));
  const shop = shops.find(({ channel }) => channel === 'lazada')?.shop ?? '';
  const listings = z
    .array(z.object({ sku: z.string(), quantity: z.number() }))
    .parse(await control('GET', `/lazada/${shop}/listings`));
  const sku = listings.toSorted((one, other) => other.quantity - one.quantity)[0]?.sku;
  const placed = await control('POST', `/lazada/${shop}/orders`, {
    lines: [{ sku, quantity: 1 }],
    count: 20,
  });
  numbers.push(...z.object({ numbers: z.array(z.string()) }).parse(placed).numbers);
});
afterAll(() => {
  numbers.length = 0;
});

it('twenty orders are shipped and their labels open within four clicks of the list', async () => {
  const { page, faults, close } = await visit({}, true);
  const clicks = counting();
  await page.goto('/');
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await page.waitForURL(`**${demoStore}/summary`);
  // Several numbers in the search box: the list is of these orders alone.
  const found = encodeURIComponent(numbers.join(','));
  const list = `${demoStore}/orders?per_page=20&reference_number_cont=${found}`;
  await page.goto(list);
  const rows = page.locator('tbody tr.ant-table-row');
  await until(async () => {
    if ((await rows.count()) < numbers.length) await page.reload();
    return rows.count();
  }, numbers.length);
  await clicks.on(page.getByRole('checkbox', { name: 'Select all' }).first());
  await clicks.on(page.getByRole('button', { name: 'Ship 20 and print labels' }));
  const dialog = page.getByRole('dialog', { name: 'Ship orders and print labels' });
  await clicks.on(dialog.getByRole('button', { name: 'Ship 20 and print labels' }));
  const result = page.getByRole('dialog', { name: 'Orders shipped successfully' });
  const opens = result.getByRole('link', { name: 'Print 20 labels' });
  await opens.waitFor();
  expect(await startOf(page, opens)).toBe('%PDF-');
  const opened = page.waitForEvent('popup');
  await clicks.on(opens);
  await (await opened).close();
  expect(clicks.count).toBeLessThanOrEqual(4);
  expect(await barriers(page)).toEqual([]);

  // The outcome has an address, and is there after a reload.
  await page.reload();
  await opens.waitFor();
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await overflows(page)).toBe(false);
  await result.getByRole('button', { name: 'Pick List' }).waitFor();
  await opens.click();
  await result.getByRole('button', { name: 'Confirm printed' }).click();
  await page.getByText('20 orders recorded as printed').waitFor();
  expect(faults).toEqual([]);
  await close();
});
