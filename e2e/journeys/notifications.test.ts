import { showStore } from '@evenstock/contract/stores';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, enter, openBrowser, overflows, ownerCaller, visit } from '../browser.ts';
import { control } from '../control.ts';
import { connectShop, newStore, openShop } from '../stores.ts';
import { until } from '../until.ts';

/* What a store tells its members: the bell, and the summary page behind it. */

const patience = { timeout: 120_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const opened = (page: Page) => page.getByRole('tooltip').getByRole('region', { name: 'Notifications' });

it('a store that nothing happened in says so, behind the bell and on its summary', async () => {
  const base = `/stores/${await newStore(await ownerCaller(), 'Quiet')}`;
  const { page, faults, close } = await visit(browser);
  await enter(page, `${base}/marketplaces`);
  await bell(page, 'Notifications').click();
  await opened(page).getByText('No notifications at this time').waitFor();
  await opened(page).getByRole('link', { name: 'See more' }).click();
  await page.waitForURL(`**${base}/summary`);
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  await page.getByText('No notifications at this time').waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('the bell rings by itself when the first sync is done and when a consent is taken back, which is pinned on top until it is given again', async () => {
  const shop = '700101';
  await openShop({ channel: 'shopee', shop, listings: 3 });
  const base = `/stores/${await newStore(await ownerCaller(), 'Belled')}`;
  const { page, faults, close } = await visit(browser);
  await enter(page, `${base}/marketplaces#setup`);
  /** Verify → the channel's consent page → back. */
  const authorise = async () => {
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.locator(`input[value="${shop}"]`).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`**${base}/marketplaces/our-shopee`);
    await page
      .getByText(/^Expires /)
      .first()
      .waitFor();
  };
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Our shopee');
  await dialog.getByLabel('Channel').click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Shopee' }).click();
  await dialog.getByRole('button', { name: 'Create marketplace' }).click();
  await page.waitForURL(`**${base}/marketplaces/our-shopee`);
  await authorise();

  await bell(page, 'Notifications, 1 unread').click(patience);
  const news = opened(page).getByRole('listitem').filter({ hasText: 'Our shopee is synced' });
  await news.getByText('Unread').waitFor();
  await news.getByText('Product listings: 3.').waitFor();
  await news.getByRole('link', { name: 'Our shopee is synced' }).click();
  await page.waitForURL(`**${base}/marketplaces/our-shopee`);
  await bell(page, 'Notifications').waitFor();

  await control('POST', `/shopee/${shop}/revoke`);
  await bell(page, 'Notifications, 1 unread').click(patience);
  const first = opened(page).getByRole('listitem').first();
  await first.getByText('Critical').waitFor();
  await first.getByText(/Until an admin of the store does it on its page/).waitFor();
  expect(await barriers(page)).toEqual([]);
  await first.getByRole('link', { name: 'Our shopee has to be authorised again' }).click();
  await bell(page, 'Notifications').waitFor();

  await authorise();
  await bell(page, 'Notifications, 1 unread').click(patience);
  await opened(page).getByText('Our shopee is synced').waitFor();
  expect(await opened(page).getByText('has to be authorised again').count()).toBe(0);
  await opened(page).getByRole('button', { name: 'Mark as read: Our shopee is synced' }).click();
  await bell(page, 'Notifications').waitFor();
  expect(faults).toEqual([]);
  await close();
});

describe('a store that is told of a consent taken back', () => {
  const shop = '700102';
  let base: string;
  beforeAll(async () => {
    const owner = await ownerCaller();
    const slug = await newStore(owner, 'Told');
    base = `/stores/${slug}`;
    await connectShop(owner, slug, { channel: 'shopee', shop, listings: 3 });
    const titles = async () => {
      const { store_profile } = await owner.call(showStore, { params: { storeId: slug } });
      return store_profile?.store_notifications.map(({ title }) => title);
    };
    await until(titles, ['Our shopee is synced']);
    await control('POST', `/shopee/${shop}/revoke`);
    await until(titles, ['Our shopee has to be authorised again']);
  });

  it('the summary lists what the store is told; all of it is read at once, also on a phone in the dark', async () => {
    const phone = await visit(browser, { width: 375, dark: true });
    await enter(phone.page, `${base}/summary`);
    await bell(phone.page, 'Notifications, 1 unread').click(patience);
    await opened(phone.page).getByText('Critical').waitFor();
    expect(await barriers(phone.page)).toEqual([]);
    expect(await overflows(phone.page)).toBe(false);
    await opened(phone.page).getByRole('link', { name: 'See more' }).click();
    await opened(phone.page).waitFor({ state: 'hidden' });
    const panel = phone.page.getByRole('region', { name: 'Notifications' });
    const titles = panel.getByRole('listitem').getByRole('link');
    await expect.poll(() => titles.allInnerTexts()).toEqual(['Our shopee has to be authorised again']);
    expect(await barriers(phone.page)).toEqual([]);
    expect(await overflows(phone.page)).toBe(false);
    await panel.getByRole('button', { name: 'Read all' }).click();
    await phone.page.getByText('All announcements marked as read').waitFor();
    await bell(phone.page, 'Notifications').waitFor();
    expect(await panel.getByText('Unread').count()).toBe(0);
    expect(phone.faults).toEqual([]);
    await phone.close();
  });

  it('what the store is told is text, whatever is in it', async () => {
    const { page, close } = await visit(browser);
    const content = '<p class=x>Read <b>this</b></p><img src=x><script>ran()</script><a href=x>there</a>';
    const ran: string[] = [];
    await page.exposeFunction('ran', () => ran.push('ran'));
    await page.route('**/store_notifications.json*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.text();
      const changed = body.replace(/"formatted_content":"[^"]*"/, `"formatted_content":"${content}"`);
      await route.fulfill({ response: answer, body: changed });
    });
    await enter(page, `${base}/summary`);
    const shown = page.getByRole('region', { name: 'Notifications' }).locator('.es-formatted').first();
    await shown.getByText('Read this').waitFor();
    expect(await shown.innerHTML()).toBe('<p>Read <b>this</b></p>there');
    expect(ran).toEqual([]);
    await close();
  });

  it('what cannot be loaded says so and offers to try again', async () => {
    const { page, close } = await visit(browser);
    await page.route('**/store_notifications.json*', (route) => route.abort());
    await enter(page, `${base}/summary`);
    const panel = page.getByRole('region', { name: 'Notifications' });
    await panel.getByText('Sorry, something went wrong. Please try again later.').waitFor();
    await page.unroute('**/store_notifications.json*');
    await panel.getByRole('button', { name: 'Retry' }).click();
    await panel.getByText('Our shopee has to be authorised again').waitFor();
    await close();
  });
});
