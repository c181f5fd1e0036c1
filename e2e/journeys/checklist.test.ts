import { listVariants } from '@evenstock/contract/catalog';
import { listOrders } from '@evenstock/contract/orders';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStore, enter, openBrowser, visit, web, type Visit } from '../browser.ts';

/* Every screen of the demo store once, by the words on it. */

let browser: Browser;
let there: Visit;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  there = await visit(browser);
  page = there.page;
});
afterAll(async () => {
  expect(there.faults).toEqual([]);
  await there.close();
  await browser.close();
});

async function open(place: string): Promise<void> {
  await enter(page, place);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Waits for every one of the words on the page. */
async function shows(words: readonly (string | RegExp)[]): Promise<void> {
  for (const word of words) await page.getByText(word, { exact: true }).first().waitFor();
}

async function headings(): Promise<string[]> {
  await page.locator('tbody tr.ant-table-row').first().waitFor();
  const titles = await page.locator('.ant-table-thead').first().locator('th').allInnerTexts();
  return titles.map((title) => title.trim()).filter((title) => title !== '');
}

/** Reads an API of the store as the person who is signed in. */
async function api(path: string): Promise<unknown> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'evenstock-token')?.value ?? '';
  const answer = await fetch(`${web}/api${demoStore}${path}`, { headers: { 'Authentication-Token': token } });
  expect(answer.status).toBe(200);
  return answer.json();
}

const asked = (path: string) =>
  page.waitForRequest((request) => request.url().includes(path) && request.method() === 'GET');

it('the account of a person: a new store’s fields and defaults', async () => {
  await open('/stores');
  await page.getByRole('button', { name: /^add Store/ }).click();
  const dialog = page.getByRole('dialog');
  for (const label of [
    'Name',
    'Company Name',
    'Address',
    'Send email notifications',
    'Send stock update failure notifications to email',
  ]) {
    await dialog.getByLabel(label, { exact: true }).waitFor();
  }
  await dialog.getByText('Singapore').waitFor();
  const states = await dialog
    .getByRole('switch')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-checked')));
  expect(states).toEqual(['true', 'false']);
  await dialog.getByLabel('Country').click();
  for (const country of ['Vietnam', 'Indonesia', 'Malaysia']) {
    await page.locator('.ant-select-item-option').filter({ hasText: country }).waitFor();
  }
});

it('the menu of a store: every entry and where it leads', async () => {
  await open(`${demoStore}/marketplaces`);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  expect(await menu.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe(`${demoStore}/orders`);
  await menu.getByText('Products', { exact: true }).hover();
  for (const [name, path] of [
    ['Manage Products', '/products'],
    ['Merge Inventory', '/products/merge'],
    ['Stock Movements', '/products/stock_movements'],
  ] as const) {
    expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(demoStore + path);
  }
  await menu.getByText('Misc', { exact: true }).hover();
  for (const [name, href] of [
    ['Summary', `${demoStore}/summary`],
    ['Store Settings', `${demoStore}/settings`],
    ['Privacy Policy', '/privacy-policy'],
    [/^FAQ/, '/faq'],
  ] as const) {
    expect(await page.getByRole('link', { name }).first().getAttribute('href')).toBe(href);
  }
  expect(await page.locator('header').getByRole('link').first().getAttribute('href')).toBe(demoStore);
});

describe('marketplaces', () => {
  it('lists name, channel, status and what was pulled, with when', async () => {
    await open(`${demoStore}/marketplaces`);
    expect(await headings()).toEqual(['Name', 'Channel', 'Status', 'Total Pulled', 'Action']);
    await page.getByText(/^Expires \d{4}-\d\d-\d\d \d\d:\d\d \(in 30 days\)$/).waitFor();
    const row = page.getByRole('row', { name: /Shopee SG/ });
    await row.getByText(/^[\d,]+ orders$/).hover();
    await page.getByText(/^Orders pulled since \d{4}-\d\d-\d\d \d\d:\d\d$/).waitFor();
    await row.getByText(/^[\d,]+ product listings$/).hover();
    await page.getByText(/^Products last pulled \d{4}-\d\d-\d\d \d\d:\d\d$/).waitFor();
    // The list asks of itself as well, when something moves: this is the request of the click.
    const sorted = page.waitForRequest((request) =>
      decodeURIComponent(request.url()).includes('q[s]=name+asc'),
    );
    await page.getByRole('columnheader', { name: 'Name' }).click();
    await sorted;
    await page.getByRole('link', { name: 'View Lazada SG' }).click();
    await page.waitForURL(`**${demoStore}/marketplaces/lazada-sg`);
  });

  it('#setup opens the dialog and leaves the address', async () => {
    await open(`${demoStore}/marketplaces#setup`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('New marketplace').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await dialog.getByLabel('Channel').click();
    for (const channel of ['Lazada', 'Shopee', 'Shopify']) {
      await page.locator('.ant-select-item-option').filter({ hasText: channel }).last().waitFor();
    }
    await page.locator('.ant-select-item-option').filter({ hasText: 'Shopify' }).last().click();
    await dialog.getByText(/^Taken from the sub-domain of the store URL/).waitFor();
  });

  it.each([
    ['shopee-sg', ['Shop ID', 'Shop name', 'Country', 'Description', 'Images', 'Videos']],
    ['lazada-sg', ['Seller ID', 'Email', 'Company name', 'Logo', 'Short code']],
    ['shopify-sg', ['Shop name']],
  ])('%s shows how it stands and its account', async (slug, account) => {
    await open(`${demoStore}/marketplaces/${slug}`);
    await shows(['Marketplace', 'Name', 'Channel', 'Status', 'Last order imported', 'Last product imported']);
    await shows(account);
    const imported = page.locator('.es-facts div').filter({ hasText: /^Last order imported/ });
    await imported.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/).waitFor();
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Verify|Extend Expiry)$/ }).count()).toBe(0);
    expect(await page.getByText('Can push to marketplace?').count()).toBe(0);
  });

  it('one that is not there says so', async () => {
    await open(`${demoStore}/marketplaces`);
    await page.goto(`${demoStore}/marketplaces/no-such-shop`);
    await page.getByRole('heading', { level: 1, name: 'This marketplace is not here' }).waitFor();
    expect(await page.getByRole('link', { name: 'Back to marketplaces' }).getAttribute('href')).toBe(
      `${demoStore}/marketplaces`,
    );
  });

  it('an unknown tab becomes the first one', async () => {
    await open(`${demoStore}/marketplaces/shopee-sg`);
    await page.goto(`${demoStore}/marketplaces/shopee-sg/nonsense`);
    await page.waitForURL(`**${demoStore}/marketplaces/shopee-sg`);
  });
});

describe('products', () => {
  it('lists SKUs at the store’s root too, live ones first asked for', async () => {
    const call = asked('products_page.json');
    await open(demoStore);
    expect(decodeURIComponent((await call).url())).toContain('q[filter_status]=live');
    expect(await headings()).toEqual([
      'Image',
      'Product / Variant name',
      'SKU',
      'Quantity',
      '30 Days Sales',
      'Days till out of stock',
      'Marketplaces',
      'Pinned',
      'View',
    ]);
    await page.getByText(/^[\d,]+ merged listings$/).waitFor();
    await page.getByRole('tab', { name: /^Live \(\d+\)$/ }).waitFor();
    for (const tab of ['All', 'Inactive', 'Linked', 'Not linked', 'In stock', 'No stock']) {
      await page.getByRole('tab', { name: tab, exact: true }).waitFor();
    }
  });

  it.each(['/variants', '/products'])('%s is the same list', async (place) => {
    await open(demoStore + place);
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  });

  it('a SKU with its figures, its listings and its ledger', async () => {
    const merged = await api('/variants/products_page.json?q[filter_status]=linked&per_page=1');
    const [variant] = listVariants.reply.parse(merged).variants;
    if (variant === undefined) throw new Error('the demo store has merged SKUs');
    const address = `${demoStore}/products/${variant.product.slug}/variants/${variant.slug}`;
    await open(`${demoStore}/variants/${variant.slug}`);
    await page.getByRole('heading', { level: 1, name: variant.full_product_name }).waitFor();
    await shows(['Quantity', '30 Days Sales', 'Days till out of stock', 'Has deleted listings', 'Sold']);
    await shows(['Price', 'State', 'Target', 'Sent', 'Confirmed', 'Read back', /^\d+ reserved$/]);
    await shows([/^\d+ in 30 days$/]);
    await page.getByRole('link', { name: variant.product.name }).first().waitFor();

    await page.getByRole('button', { name: 'Adjust quantity' }).click();
    const settings = page.getByRole('dialog');
    for (const label of ['Adjustment', 'Name', 'Marketplace Qty Limited', 'Disable restock']) {
      await settings.getByLabel(label).waitFor();
    }
    await settings.getByLabel('Adjustment').fill('');
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByText('Adjustment is required').waitFor();
    await settings.getByLabel('Adjustment').fill('-999999');
    await settings.getByText(/^At least -?\d+: no more units/).waitFor();
    await settings.getByRole('button', { name: 'Cancel' }).click();

    await page.goto(`${address}?open=stock_movements`);
    const movements = page.locator('.ant-modal').filter({ hasText: /^Stock movements of/ });
    await movements.waitFor();
    expect((await movements.boundingBox())?.width).toBe(1080);
  });

  it('a product id leads from /variants to its product', async () => {
    await open(`${demoStore}/products`);
    await page.goto(`${demoStore}/variants/99999999`);
    await page.waitForURL(`**${demoStore}/products/99999999`);
    await page.getByRole('heading', { level: 1, name: 'This is not here' }).waitFor();
  });

  it('reads a SKU from its marketplaces and says so', async () => {
    const list = await api('/variants/products_page.json?q[filter_status]=linked&per_page=1');
    const slug = listVariants.reply.parse(list).variants[0]?.slug ?? '';
    await open(`${demoStore}/variants/${slug}`);
    await page.getByRole('button', { name: 'Sync from marketplace' }).click();
    await page.getByText('Successfully pulled').waitFor();
  });

  it('merging offers the highest quantity', async () => {
    await open(`${demoStore}/products/merge`);
    await page.getByRole('tab', { name: 'Automatic' }).waitFor();
    const highest = page.getByRole('switch', { name: /Use the highest quantity/ });
    expect(await highest.getAttribute('aria-checked')).toBe('true');
  });
});

it('stock movements of the last month, newest first', async () => {
  const call = asked('stock_movements.json');
  await open(`${demoStore}/products/stock_movements`);
  const query = decodeURIComponent((await call).url());
  expect(query).toMatch(/q\[created_at_dategteq\]=\d{4}-\d\d-\d\d/);
  expect(query).toContain('q[s]=created_at+desc');
  expect(await headings()).toEqual([
    'Created',
    'Product / Variant',
    'Action',
    'Source',
    'Adjustment',
    'Final quantity',
    'Sent to',
  ]);
  await page.goto(`${demoStore}/products/stock_movements?variant_product_name=no-such-thing`);
  await page.getByText('No Item found').waitFor();
});

describe('orders', () => {
  it('lists what the staff has to do, with its count', async () => {
    const call = asked('orders.json');
    await open(`${demoStore}/orders`);
    const query = decodeURIComponent((await call).url());
    expect(query).toContain('scope=staff_to_process');
    expect(query).toMatch(/q\[source_created_at_dategteq\]=\d{4}-\d\d-\d\d/);
    expect(query).toContain('q[s]=source_created_at+desc');
    expect(query).toContain('per_page=10');
    await page.getByRole('tab', { name: /^Staff to Process \(\d+\)$/ }).waitFor();
    for (const tab of [
      'Buyer Self Collect',
      'Shipped',
      'Complete',
      'Outstanding Issues',
      'Failed Orders',
      'All Except Failed Orders',
      'All',
    ]) {
      await page.getByRole('tab', { name: tab, exact: true }).waitFor();
    }
    expect(await headings()).toEqual([
      'Order Date',
      'Marketplace',
      'Order Number',
      'Qty x SKU',
      'Order Total',
      'Order State',
      'Marketplace State',
      'Notes',
      'Action',
    ]);
    await shows(['PICKUP ARRANGED', 'Have notes', 'Product']);
    const view = page.getByRole('link', { name: /^View order .* in a new tab$/ }).first();
    expect(await view.getAttribute('target')).toBe('_blank');
    expect(await page.getByRole('checkbox').count()).toBeGreaterThan(10);
  });

  it('another tab stands in the address, starts with no filter, and on page 1', async () => {
    await open(`${demoStore}/orders?notes_present=true&page=2`);
    await page.getByRole('tab', { name: 'Complete', exact: true }).click();
    await page.waitForURL(`**${demoStore}/orders?tab=complete`);
    await page.getByRole('tab', { name: /^Complete \(\d+\)$/ }).waitFor();
  });

  it.each([
    ['complete', 'Completed', 'green'],
    ['failed_orders', 'Failed Orders', 'red'],
    ['shipped', 'Shipped', 'blue'],
    ['outstanding_issues', 'Outstanding Issues', 'yellow'],
    ['staff_to_process', 'Staff To Process', 'orange'],
  ])('in the tab %s the state reads %s, in %s', async (tab, state, colour) => {
    await open(`${demoStore}/orders?tab=${tab}`);
    await page.locator(`tbody .es-tag-${colour}`).filter({ hasText: state }).first().waitFor();
  });

  it('says when there is none, and imports on demand', async () => {
    await open(`${demoStore}/orders?reference_number_cont=no-such-number`);
    await page.getByText('No Orders found').waitFor();
    await page.getByRole('button', { name: 'Import Orders' }).click();
    await page.getByText('We are importing your Orders').waitFor();
  });

  it.each(['Shopee', 'Lazada', 'Shopify', 'Tiktok', 'Tokopedia', 'Qoo10', 'AmazonSg'])(
    'an order of %s opens whole',
    async (channel) => {
      const all = listOrders.reply.parse(await api('/orders.json?scope=all&per_page=100')).orders;
      const order = all.find(({ type }) => type === `${channel}Order`);
      if (order === undefined) throw new Error(`the demo store has orders of ${channel}`);
      await open(`${demoStore}/orders/${encodeURIComponent(order.reference_number)}`);
      await page.getByRole('heading', { level: 1, name: order.reference_number }).waitFor();
      await page.getByRole('tab', { name: 'Order', exact: true }).waitFor();
      await shows([order.evenstock_state, 'Order State', 'Marketplace State', 'Shipping type']);
      await shows(['Shipping method', 'Remarks', 'Notes', 'Subtotal', 'Shipping fee', 'Voucher', 'Coin']);
      await shows(['Credit card promotion', 'Seller discount', 'Cart discount', 'Discount', 'Total amount']);
      await shows([
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

  it('an order that is not there says so', async () => {
    await open(`${demoStore}/orders`);
    await page.goto(`${demoStore}/orders/no-such-order`);
    await page.getByRole('heading', { level: 1, name: 'This order is not here' }).waitFor();
  });
});

it('times are shown in the store’s zone, which its settings name', async () => {
  await open(`${demoStore}/settings`);
  await shows(['Asia/Singapore', 'SG', 'Inventory Sync', 'Merging requires inventory sync to be allowed.']);
});
