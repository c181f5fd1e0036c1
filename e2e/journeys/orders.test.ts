import { listOrders } from '@evenstock/contract/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStore, enter, ownerCaller, visit } from '../browser.ts';
import { openScreen, type Screen } from '../screen.ts';

/* The list of orders and the page of one, in the demo store. */

let screen: Screen;
let page: Screen['page'];
beforeAll(async () => {
  screen = await openScreen();
  page = screen.page;
});
afterAll(async () => {
  await screen.close();
});

describe('orders', () => {
  it('lists Staff To Process, and says how many each tab has', async () => {
    const call = screen.asked(`${demoStore}/orders.json`);
    await screen.open(`${demoStore}/orders`);
    const query = decodeURIComponent((await call).url());
    expect(query).toContain('scope=staff_to_process');
    expect(query).toMatch(/q\[source_created_at_dategteq\]=\d{4}-\d\d-\d\d/);
    expect(query).toContain('q[s]=source_created_at+desc');
    expect(query).toContain('per_page=10');
    for (const tab of [
      'Staff to Process',
      'Buyer Self Collect',
      'Shipped',
      'Complete',
      'Outstanding Issues',
      'Failed Orders',
      'All Except Failed Orders',
      'All',
    ]) {
      await page.getByRole('tab', { name: new RegExp(`^${tab} \\([\\d,]+\\)$`) }).waitFor();
    }
    expect(await screen.columns()).toEqual([
      'Order Date',
      'Marketplace',
      'Order Number',
      'Qty x SKU',
      'Order Total',
      'Order State',
      'Marketplace State',
      'Ship by',
      'Notes',
      'Action',
    ]);
    await screen.shows(['PICKUP ARRANGED', 'Have notes', 'Product']);
    const view = page.getByRole('link', { name: /^View order .* in a new tab$/ }).first();
    expect(await view.getAttribute('target')).toBe('_blank');
    expect(await page.getByRole('checkbox').count()).toBeGreaterThan(10);
  });

  it('another tab is put into the address, without filters and on page 1', async () => {
    await screen.open(`${demoStore}/orders?notes_present=true&page=2`);
    const complete = page.getByRole('tab', { name: /^Complete \(/ });
    const count = await complete.innerText();
    await complete.click();
    await page.waitForURL(`**${demoStore}/orders?tab=complete`);
    await page.locator('tbody .es-tag-green').first().waitFor();
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe(count);
  });

  it.each([
    ['complete', 'Completed', 'green'],
    ['failed_orders', 'Failed Orders', 'red'],
    ['shipped', 'Shipped', 'blue'],
    ['outstanding_issues', 'Outstanding Issues', 'yellow'],
    ['staff_to_process', 'Staff To Process', 'orange'],
  ])('in the tab %s the state reads %s, in %s', async (tab, state, colour) => {
    await screen.open(`${demoStore}/orders?tab=${tab}`);
    await page.locator(`tbody .es-tag-${colour}`).filter({ hasText: state }).first().waitFor();
  });

  it('shows a message without orders, and imports on demand, once for two clicks', async () => {
    let asked = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/orders/pull_orders.json')) asked += 1;
    });
    await screen.open(`${demoStore}/orders?reference_number_cont=no-such-number`);
    await page.getByText('No Orders found').waitFor();
    await page.getByRole('button', { name: 'Import Orders' }).dblclick();
    await page.getByText('We are importing your Orders').waitFor();
    expect(asked).toBe(1);
  });

  it.each(['Shopee', 'Lazada', 'Shopify', 'Tiktok', 'Tokopedia', 'Qoo10', 'AmazonSg'])(
    'an order of %s opens whole',
    async (channel) => {
      const { call } = await ownerCaller();
      const { orders } = await call(listOrders, {
        params: { storeId: 'demo-store' },
        query: { scope: 'all', per_page: 100 },
      });
      const order = orders.find(({ type }) => type === `${channel}Order`);
      if (order === undefined) throw new Error(`the demo store has orders of ${channel}`);
      await screen.open(`${demoStore}/orders/${encodeURIComponent(order.reference_number)}`);
      await page.getByRole('heading', { level: 1, name: order.reference_number }).waitFor();
      await page.getByRole('tab', { name: 'Order', exact: true }).waitFor();
      await screen.shows([order.evenstock_state, 'Order State', 'Marketplace State', 'Shipping type']);
      await screen.shows(['Shipping method', 'Remarks', 'Notes', 'Total amount']);
      // What the marketplace does not report is no line of its own.
      expect(
        await page
          .getByRole('region', { name: 'Amounts' })
          .locator('.es-sums > div:not(.es-sum)')
          .getByText('–', { exact: true })
          .count(),
      ).toBe(0);
      await screen.shows([
        'Variant',
        'SKU',
        'Quantity',
        'Unit price',
        'Total',
        'Shipment provider',
        'Tracking code',
      ]);
      await page.getByRole('button', { name: 'Sync from marketplace' }).waitFor();
    },
  );

  it('an unknown order shows a message', async () => {
    await screen.open(`${demoStore}/orders`);
    await page.goto(`${demoStore}/orders/no-such-order`);
    await page.getByRole('heading', { level: 1, name: 'Order not found' }).waitFor();
  });
});

it('orders are selected on a phone, too, and read from their marketplaces', async () => {
  const { page: phone, faults, close } = await visit({ width: 375 });
  await enter(phone, `${demoStore}/orders?tab=all`);
  const rows = phone.getByRole('list', { name: 'Orders' }).getByRole('listitem');
  const boxes = rows.getByRole('checkbox');
  // An order that comes in meanwhile moves the others down.
  const [first, second] = await Promise.all(
    [0, 1].map(async (place) => {
      const address = await rows.nth(place).getByRole('link').first().getAttribute('href');
      return rows.filter({ has: phone.locator(`a[href="${address ?? ''}"]`) }).getByRole('checkbox');
    }),
  );
  if (first === undefined || second === undefined) throw new Error('There are no orders.');
  await first.check();
  await second.check();
  await phone.getByText('2 selected').waitFor();
  await first.uncheck();
  await phone.getByText('1 selected').waitFor();
  await phone.getByLabel('Select all on this page').check();
  await phone.getByText('10 selected').waitFor();
  await phone.getByRole('button', { name: 'Clear selection' }).click();
  await boxes.nth(1).check();
  await phone.getByRole('button', { name: 'Sync from marketplace' }).click();
  await phone.getByRole('dialog').getByRole('heading', { name: 'Done' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});
