import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStore, pointAt } from '../browser.ts';
import { openScreen, type Screen } from '../screen.ts';

/* The list of marketplaces and the page of one, in the demo store. */

let screen: Screen;
let page: Screen['page'];
beforeAll(async () => {
  screen = await openScreen();
  page = screen.page;
});
afterAll(async () => {
  await screen.close();
});

describe('marketplaces', () => {
  it('lists name, channel, status, and what was pulled when', async () => {
    await screen.open(`${demoStore}/marketplaces`);
    expect(await screen.columns()).toEqual(['Name', 'Channel', 'Status', 'Total Pulled', 'Action']);
    await page.getByText(/^Expires \d{4}-\d\d-\d\d \d\d:\d\d \(in 30 days\)$/).waitFor();
    const row = page.getByRole('row', { name: /Shopee SG/ });
    const orders = page.getByText(/^Orders pulled since \d{4}-\d\d-\d\d \d\d:\d\d$/);
    await pointAt(row.getByText(/^[\d,]+ orders$/), orders);
    const products = page.getByText(/^Products last pulled \d{4}-\d\d-\d\d \d\d:\d\d$/);
    await pointAt(row.getByText(/^[\d,]+ product listings$/), products);
    // The list also reloads without a click; this is the request of the click.
    const sorted = page.waitForRequest((request) =>
      decodeURIComponent(request.url()).includes('q[s]=name+asc'),
    );
    await page.getByRole('columnheader', { name: 'Name' }).click();
    await sorted;
    await page.getByRole('link', { name: 'View Lazada SG' }).click();
    await page.waitForURL(`**${demoStore}/marketplaces/lazada-sg`);
  });

  it('#setup opens the dialog and disappears from the address', async () => {
    await screen.open(`${demoStore}/marketplaces#setup`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('New marketplace').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await dialog.getByLabel('Channel').click();
    const options = page.locator('.ant-select-item-option');
    await expect
      .poll(async () => (await options.allInnerTexts()).map((text) => text.split('\n').at(-1)))
      .toEqual(['Lazada', 'Shopee', 'Shopify', 'Tiktok', 'Tokopedia', 'Qoo10', 'Amazon SG']);
    await options.filter({ hasText: 'Shopify' }).last().click();
    await dialog.getByText(/^Taken from the sub-domain of the store URL/).waitFor();
    expect(await dialog.getByRole('switch').count()).toBe(0);
    await dialog.getByLabel('Channel').click();
    await options.filter({ hasText: 'Tiktok' }).last().click();
    await dialog.getByRole('switch', { name: 'Tokopedia (Tiktok Indonesia)' }).waitFor();
  });

  it.each([
    ['shopee-sg', ['Shop ID', 'Shop name', 'Country', 'Description', 'Images', 'Videos']],
    ['lazada-sg', ['Seller ID', 'Email', 'Company name', 'Logo', 'Short code']],
    ['shopify-sg', ['Shop name']],
  ])('%s shows its state and its account', async (slug, account) => {
    await screen.open(`${demoStore}/marketplaces/${slug}`);
    await screen.shows([
      'Marketplace',
      'Name',
      'Channel',
      'Status',
      'Last order imported',
      'Last product imported',
    ]);
    await screen.shows(account);
    const imported = page.locator('.es-facts div').filter({ hasText: /^Last order imported/ });
    await imported.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/).waitFor();
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Verify|Extend Expiry)$/ }).count()).toBe(0);
    expect(await page.getByText('Can push to marketplace?').count()).toBe(0);
  });

  it('a shop that refuses a quantity shows which, why, and what happens next', async () => {
    await screen.open(`${demoStore}/marketplaces/shopee-sg`);
    const refused = page.getByRole('region', { name: 'Refused quantities' });
    await refused.getByText('1 listing does not show your quantity, and may oversell.').waitFor();
    await refused.getByText(/Shopee won’t change the quantity.*We retry every 15 minutes/).waitFor();
    const all = await refused.getByRole('link', { name: 'See all' }).getAttribute('href');
    expect(all).toMatch(/\/products\?filter_status=discrepancy&marketplace_id_eq=\d+$/);
    await refused.getByRole('link', { name: 'LOCKED-PROMO' }).click();
    await page.getByRole('heading', { level: 1, name: /Starter Bundle/ }).waitFor();
    await screen.open(`${demoStore}/marketplaces/shopify-sg`);
    await screen.shows(['Last product imported']);
    expect(await page.getByRole('region', { name: 'Refused quantities' }).count()).toBe(0);
  });

  it('an unknown id shows a message', async () => {
    await screen.open(`${demoStore}/marketplaces`);
    await page.goto(`${demoStore}/marketplaces/no-such-shop`);
    await page.getByRole('heading', { level: 1, name: 'Marketplace not found' }).waitFor();
    expect(await page.getByRole('link', { name: 'Back to marketplaces' }).getAttribute('href')).toBe(
      `${demoStore}/marketplaces`,
    );
  });

  it('an unknown tab becomes the first one', async () => {
    await screen.open(`${demoStore}/marketplaces/shopee-sg`);
    await page.goto(`${demoStore}/marketplaces/shopee-sg/nonsense`);
    await page.waitForURL(`**${demoStore}/marketplaces/shopee-sg`);
  });
});
