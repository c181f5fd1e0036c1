import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, demoStore, enter, overflows, pointAt, visit, type Look } from '../browser.ts';
import { openScreen } from '../screen.ts';

async function addStore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^add Store/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create store' }).click();
  await dialog.getByText('Name is required').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create store' }).click();
  await page.getByText(`New Store ${name} created successfully`).waitFor();
}

describe('the stores of a person', () => {
  it('lists them with the role, and opens one', async () => {
    const { page, faults, close } = await visit();
    await enter(page, '/stores');
    const card = page.getByRole('link', { name: /Demo Store/ });
    await card.getByText('Owner').waitFor();
    await card.click();
    await page.waitForURL(`**${demoStore}`);
    expect(faults).toEqual([]);
    await close();
  });

  it('asks for a new store’s name, country and mails, with defaults', async () => {
    const { page, faults, close } = await visit();
    await enter(page, '/stores');
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
    expect(faults).toEqual([]);
    await close();
  });

  it('adds one, which starts without orders and products in its menu', async () => {
    const { page, faults, close } = await visit();
    await enter(page, '/stores');
    await addStore(page, 'Menu Store');
    await page.waitForURL('**/stores/menu-store/marketplaces');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByText('Marketplaces').waitFor();
    expect(await menu.getByText('Orders').count()).toBe(0);
    expect(await menu.getByText('Products').count()).toBe(0);
    await page.getByText('No Marketplace found').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('redirects from a store of others, with the reason', async () => {
    const { page, close } = await visit();
    await enter(page, '/stores');
    await page.goto('/stores/somebody-elses/marketplaces');
    await page.waitForURL('**/stores');
    await page.getByText('This store was not found, or it is not yours.').waitFor();
    await page.getByRole('heading', { name: 'Your stores' }).waitFor();
    await close();
  });

  it('keeps the address of a store that does not answer, and loads it on a click, or once it answers', async () => {
    const { page, close } = await visit();
    await enter(page, '/stores');
    const address = `${demoStore}/marketplaces`;
    const store = `**/api${demoStore}.json`;
    await page.route(store, (route) => route.fulfill({ status: 503, body: '' }));
    // The screen would mend itself once the server answers this; here the button does.
    await page.route('**/api/account.json', (route) => route.abort());
    await page.goto(address);
    const failed = page.getByRole('alert');
    await failed.getByText('Sorry, something went wrong. Please try again later.').waitFor();
    expect(new URL(page.url()).pathname).toBe(address);
    await page.unroute(store);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Marketplaces' }).waitFor();

    await page.route(store, (route) => route.abort());
    await page.goto(address);
    await failed.getByText('Evenstock did not answer. Check your connection and try again.').waitFor();
    await page.unrouteAll();
    await page.getByRole('heading', { level: 1, name: 'Marketplaces' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(address);
    await close();
  });
});

describe('the shell of a store', () => {
  it('has the whole menu on a wide screen', async () => {
    const { page, close } = await visit();
    await enter(page, `${demoStore}/marketplaces`);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    for (const entry of ['Orders', 'Products', 'Marketplaces', 'Manage Admins', 'Misc']) {
      await menu.getByText(entry, { exact: true }).waitFor();
    }
    const movements = page.getByRole('link', { name: 'Stock Movements' });
    await pointAt(menu.getByText('Products', { exact: true }), movements, (limit) => movements.click(limit));
    await page.waitForURL(`**${demoStore}/products/stock_movements`);
    await close();
  });

  it('has a menu in which every entry opens its page', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/marketplaces`);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    expect(await menu.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe(`${demoStore}/orders`);
    const linksUnder = async (part: string): Promise<unknown[]> => {
      const popup = page.locator('.ant-menu-submenu-popup:visible');
      await pointAt(menu.getByText(part, { exact: true }), popup);
      return popup
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
    };
    await expect
      .poll(() => linksUnder('Products'))
      .toEqual([
        ['Manage Products', `${demoStore}/products`],
        ['Merge Inventory', `${demoStore}/products/merge`],
        ['Force Zero', `${demoStore}/products/force_zero_qty`],
        ['Stock Movements', `${demoStore}/products/stock_movements`],
      ]);
    await expect
      .poll(() => linksUnder('Misc'))
      .toEqual([
        ['Summary', `${demoStore}/summary`],
        ['Reports', `${demoStore}/reports`],
        ['Activities', `${demoStore}/activities`],
        ['Store Settings', `${demoStore}/settings`],
        [expect.stringMatching(/^FAQ/), '/faq'],
        ['Privacy Policy', '/privacy-policy'],
      ]);
    expect(await page.locator('header').getByRole('link').first().getAttribute('href')).toBe(demoStore);
    expect(faults).toEqual([]);
    await close();
  });

  it('has the menu behind a button on a phone', async () => {
    const { page, close } = await visit({ width: 375 });
    await enter(page, `${demoStore}/marketplaces`);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Manage Admins' }).click();
    await page.waitForURL(`**${demoStore}/store_profiles`);
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await close();
  });

  it('calls marketplaces 销售渠道 in a Chinese browser and keeps everything else English', async () => {
    const { page, close } = await visit({ language: 'zh-CN' });
    await enter(page, `${demoStore}/marketplaces`);
    await page.getByRole('heading', { level: 1, name: '销售渠道' }).waitFor();
    await page.getByRole('link', { name: 'Manage Admins' }).waitFor();
    await close();
  });

  it('turns Inventory Sync on and off', async () => {
    const { page, faults, close } = await visit();
    await enter(page, '/stores');
    await addStore(page, 'Switch Store Test');
    await page.waitForURL('**/marketplaces');
    await page.goto('/stores/switch-store-test/settings');
    const panel = page.getByRole('region', { name: 'Inventory Sync' });
    const sync = panel.getByRole('switch');
    expect(await sync.getAttribute('aria-checked')).toBe('false');
    await sync.click();
    await panel.getByRole('switch', { checked: true }).waitFor();
    await page.reload();
    await panel.getByRole('switch', { checked: true }).waitFor();
    await page.getByText('SG', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('names the time zone of its times in the settings', async () => {
    const { open, shows, close } = await openScreen();
    await open(`${demoStore}/settings`);
    await shows([
      'Details',
      'Asia/Singapore',
      'SG',
      'Inventory Sync',
      'Merging requires inventory sync to be allowed.',
    ]);
    await close();
  });
});

const dark: Look = { width: 375, dark: true };

// `screens.test.ts` has the store's screens in the other themes.
describe('has accessible screens', () => {
  it.each<readonly [string, Look]>([
    ['/stores', {}],
    ['/stores', { dark: true }],
    ['/stores', { width: 375 }],
    ['/stores', dark],
    [`${demoStore}/marketplaces`, dark],
    [`${demoStore}/store_profiles`, dark],
    [`${demoStore}/settings`, dark],
  ])('%s: %o', async (screen, look) => {
    const { page, faults, close } = await visit(look);
    await enter(page, screen);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });
});
