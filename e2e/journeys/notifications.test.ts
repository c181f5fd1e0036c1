import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers, control, enter, openBrowser, overflows, visit, type Visit } from '../browser.ts';
import { addStore } from '../people.ts';

/* What a store tells its members: the bell, and the summary page behind it. */

const shop = '700101';
const base = '/stores/belled';

let browser: Browser;
let there: Visit;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  there = await visit(browser);
  page = there.page;
  await control('POST', '/shops', { channel: 'shopee', shop, name: 'Journey bell', currency: 'SGD' });
  await control('POST', `/shopee/${shop}/listings`, { count: 3 });
  await enter(page, '/stores');
  await addStore(page, 'Belled');
  await page.waitForURL(`**${base}/marketplaces`);
});
afterAll(async () => {
  expect(there.faults).toEqual([]);
  await there.close();
  await browser.close();
});

const bell = (name: string, on: Page = page) => on.getByRole('button', { name, exact: true });
const opened = (on: Page = page) => on.getByRole('tooltip').getByRole('region', { name: 'Notifications' });

/** Verify → the channel's consent page → back. */
async function authorise(): Promise<void> {
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.locator(`input[value="${shop}"]`).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`**${base}/marketplaces/our-shopee`);
  await page
    .getByText(/^Expires /)
    .first()
    .waitFor();
}

it('a store that nothing happened in says so, behind the bell and on its summary', async () => {
  await bell('Notifications').click();
  await opened().getByText('No notifications at this time').waitFor();
  await opened().getByRole('link', { name: 'See more' }).click();
  await page.waitForURL(`**${base}/summary`);
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  await page.getByText('No notifications at this time').waitFor();
});

it('the bell rings by itself when the first sync is done; opening the news reads it', async () => {
  await page.goto(`${base}/marketplaces#setup`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Our shopee');
  await dialog.getByLabel('Channel').click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Shopee' }).click();
  await dialog.getByRole('button', { name: 'Create marketplace' }).click();
  await page.waitForURL(`**${base}/marketplaces/our-shopee`);
  await authorise();

  await bell('Notifications, 1 unread').click({ timeout: 60_000 });
  const news = opened().getByRole('listitem').filter({ hasText: 'Our shopee is synced' });
  await news.getByText('Unread').waitFor();
  await news.getByText('Product listings: 3.').waitFor();
  await news.getByRole('link', { name: 'Our shopee is synced' }).click();
  await page.waitForURL(`**${base}/marketplaces/our-shopee`);
  await bell('Notifications').waitFor();
});

it('a consent that was taken back is pinned on top, and is gone when it is given again', async () => {
  await control('POST', `/shopee/${shop}/revoke`);
  await bell('Notifications, 1 unread').click({ timeout: 60_000 });
  const first = opened().getByRole('listitem').first();
  await first.getByText('Critical').waitFor();
  await first.getByText(/Until an admin of the store does it on its page/).waitFor();
  expect(await barriers(page)).toEqual([]);
  await first.getByRole('link', { name: 'Our shopee has to be authorised again' }).click();
  await bell('Notifications').waitFor();

  await authorise();
  await bell('Notifications, 1 unread').click({ timeout: 60_000 });
  await opened().getByText('Our shopee is synced').waitFor();
  expect(await opened().getByText('has to be authorised again').count()).toBe(0);
  await opened().getByRole('button', { name: 'Mark as read: Our shopee is synced' }).click();
  await bell('Notifications').waitFor();
});

it('the summary lists what the store is told; all of it is read at once, also on a phone in the dark', async () => {
  await control('POST', `/shopee/${shop}/revoke`);
  const phone = await visit(browser, { width: 375, dark: true });
  await enter(phone.page, `${base}/summary`);
  await bell('Notifications, 1 unread', phone.page).click({ timeout: 60_000 });
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
  await bell('Notifications', phone.page).waitFor();
  expect(await panel.getByText('Unread').count()).toBe(0);
  expect(phone.faults).toEqual([]);
  await phone.close();
});

it('what the store is told is text, whatever is in it', async () => {
  const content = '<p class=x>Read <b>this</b></p><img src=x><script>ran()</script><a href=x>there</a>';
  const ran: string[] = [];
  await page.exposeFunction('ran', () => ran.push('ran'));
  await page.route('**/store_notifications.json*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    const changed = body.replace(/"formatted_content":"[^"]*"/, `"formatted_content":"${content}"`);
    await route.fulfill({ response: answer, body: changed });
  });
  await page.goto(`${base}/summary`);
  const shown = page.getByRole('region', { name: 'Notifications' }).locator('.es-formatted').first();
  await shown.getByText('Read this').waitFor();
  expect(await shown.innerHTML()).toBe('<p>Read <b>this</b></p>there');
  expect(ran).toEqual([]);
  await page.unroute('**/store_notifications.json*');
});

it('what cannot be loaded says so and offers to try again', async () => {
  await page.route('**/store_notifications.json*', (route) => route.abort());
  await page.goto(`${base}/summary`);
  const panel = page.getByRole('region', { name: 'Notifications' });
  await panel.getByText('Sorry, something went wrong. Please try again later.').waitFor();
  await page.unroute('**/store_notifications.json*');
  await panel.getByRole('button', { name: 'Retry' }).click();
  await panel.getByText('Our shopee has to be authorised again').waitFor();
});
