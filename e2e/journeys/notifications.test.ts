import { listStoreNotifications } from '@evenstock/contract/journal/journal';
import { showStore } from '@evenstock/contract/stores/stores';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount, newMember } from '../accounts.ts';
import { barriers, choose, enter, everyLook, flaws, overflows, ownerCaller, visit } from '../browser.ts';
import { control } from '../control.ts';
import { statement } from '../database.ts';
import { connectShop, newShopId, newStore, openShop } from '../stores.ts';
import { until } from '../until.ts';

/* The notifications of a store: the bell, and the summary page. */

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const opened = (page: Page) => page.getByRole('tooltip').getByRole('region', { name: 'Notifications' });

it('a store without notifications has an empty bell and an empty summary', async () => {
  const base = `/stores/${await newStore(await ownerCaller(), 'Quiet')}`;
  const { page, faults, close } = await visit();
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

it('the bell shows the end of the first sync and a revoked consent live; the latter stays on top until it is granted again', async () => {
  const shop = newShopId();
  await openShop({ channel: 'shopee', shop, listings: 3 });
  const base = `/stores/${await newStore(await ownerCaller(), 'Belled')}`;
  const { page, faults, close } = await visit();
  await enter(page, `${base}/marketplaces#setup`);
  /** Verify, the channel's consent page, the return. */
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

  await bell(page, 'Notifications, 1 unread').click();
  const notification = opened(page).getByRole('listitem').filter({ hasText: 'Our shopee is synced' });
  await notification.getByRole('img', { name: 'Unread' }).waitFor();
  expect(await notification.getByText('Unread').count()).toBe(0);
  await notification.getByText('Listings imported: 3.').waitFor();
  await notification.getByRole('link', { name: 'Our shopee is synced' }).click();
  await page.waitForURL(`**${base}/marketplaces/our-shopee`);
  await bell(page, 'Notifications').waitFor();

  await control('POST', `/shopee/${shop}/revoke`);
  await bell(page, 'Notifications, 1 unread').click();
  const first = opened(page).getByRole('listitem').first();
  await first.getByText('Critical').waitFor();
  await first.getByText(/An admin of the store does it on its page/).waitFor();
  expect(await barriers(page)).toEqual([]);
  await first.getByRole('link', { name: 'Our shopee has to be authorised again' }).click();
  await bell(page, 'Notifications').waitFor();

  await authorise();
  await bell(page, 'Notifications, 1 unread').click();
  await opened(page).getByText('Our shopee is synced').waitFor();
  expect(await opened(page).getByText('has to be authorised again').count()).toBe(0);
  await opened(page).getByRole('button', { name: 'Mark as read: Our shopee is synced' }).click();
  await bell(page, 'Notifications').waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('who switches it on gets a mail of what is new in the morning', async () => {
  const reader = await newAccount('morning');
  const slug = await newStore(reader, 'Mornings');
  await connectShop(reader, slug, { channel: 'shopee', shop: newShopId(), listings: 1 });
  const { page, faults, close } = await visit();
  await enter(page, `/stores/${slug}/summary`, reader);
  const panel = page.getByRole('region', { name: 'Notifications' });
  await panel.getByText('Our shopee is synced').waitFor();
  const morning = panel.getByRole('switch', { name: 'Mail me what is new every morning' });
  await morning.click();
  await page.getByText('On days with something new you get a mail at 8:00.').waitFor();
  await expect.poll(() => morning.isChecked()).toBe(true);
  expect(await flaws(page, everyLook)).toEqual([]);

  // The next morning comes at once: all of this was yesterday.
  const ofStore = `where store_id = (select id from stores where slug = $1)`;
  const yesterday = (column: string) => `${column} = ${column} - interval '1 day'`;
  await statement(`update store_notifications set ${yesterday('created_at')} ${ofStore}`, [slug]);
  const times = `${yesterday('created_at')}, ${yesterday('digest_due_at')}, digest_since = created_at - interval '1 day'`;
  await statement(`update store_profiles set ${times} ${ofStore}`, [slug]);
  await statement(`select graphile_worker.add_job('stores.start_digests')`);
  const mail = page.getByRole('row').filter({ hasText: reader.email }).getByRole('link', {
    name: '1 new notification in Mornings',
  });
  await expect
    .poll(async () => {
      await page.goto('/dev/mail');
      return mail.count();
    })
    .toBe(1);
  await mail.click();
  await page.getByText('Our shopee is synced').waitFor();

  await enter(page, `/stores/${slug}/summary`, reader);
  await morning.click();
  await page.getByText('You get no more of these mails.').waitFor();
  await expect.poll(() => morning.isChecked()).toBe(false);
  expect(faults).toEqual([]);
  await close();
});

describe('a store with a revoked consent', () => {
  const shop = newShopId();
  let base: string;
  let slug: string;
  beforeAll(async () => {
    const owner = await ownerCaller();
    slug = await newStore(owner, 'Told');
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

  it('the summary lists the notifications and marks all as read, also on a phone in dark mode', async () => {
    const phone = await visit({ width: 375, dark: true });
    await enter(phone.page, `${base}/summary`);
    await bell(phone.page, 'Notifications, 1 unread').click();
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
    expect(await panel.getByRole('img', { name: 'Unread' }).count()).toBe(0);
    const top = async (name: string) =>
      (await phone.page.getByRole('region', { name }).boundingBox())?.y ?? Number.NaN;
    const [news, told, next] = [
      await top('Announcements'),
      await top('Notifications'),
      await top('Next steps'),
    ];
    expect([news < told, told < next]).toEqual([true, true]);
    expect(phone.faults).toEqual([]);
    await phone.close();
  });

  it('notifications are Chinese where Chinese is chosen, and a name is shown as it is', async () => {
    const { page, faults, close } = await visit();
    const name = '<b>{{day}}</b> $t(term:marketplace)';
    await page.route('**/store_notifications.json*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll('"marketplace":"Our shopee"', `"marketplace":"${name}"`);
      await route.fulfill({ response: answer, body });
    });
    await enter(page, `${base}/summary`, await newMember(await ownerCaller(), slug, 'reading'));
    await choose(page, '中文');
    const panel = page.getByRole('region', { name: '通知' });
    await panel.getByRole('link', { name: `${name} 需要重新授权`, exact: true }).waitFor();
    const paragraphs = panel.locator('.es-formatted').first().getByRole('paragraph');
    await expect
      .poll(() => paragraphs.last().innerText())
      .toBe('在店铺管理员到其页面重新授权之前，不会有新订单进来，也不会推送数量。');
    expect(await paragraphs.count()).toBe(2);
    await choose(page, 'English');
    await page.getByRole('link', { name: 'Our shopee has to be authorised again' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('the HTML of an older server is rebuilt of plain elements', async () => {
    const { page, close } = await visit();
    const content = '<p class=x>Read <b>this</b></p><img src=x><script>ran()</script><a href=x>there</a>';
    const ran: string[] = [];
    await page.exposeFunction('ran', () => ran.push('ran'));
    await page.route('**/store_notifications.json*', async (route) => {
      const answer = await route.fetch();
      const reply = listStoreNotifications.reply.parse(await answer.json());
      const store_notifications = reply.store_notifications.map(
        ({ title_message: _title, paragraphs: _paragraphs, ...notification }) => ({
          ...notification,
          formatted_content: content,
        }),
      );
      await route.fulfill({ response: answer, json: { ...reply, store_notifications } });
    });
    await enter(page, `${base}/summary`);
    const shown = page.getByRole('region', { name: 'Notifications' }).locator('.es-formatted').first();
    await shown.getByText('Read this').waitFor();
    expect(await shown.innerHTML()).toBe('<p>Read <b>this</b></p>there');
    expect(ran).toEqual([]);
    await close();
  });

  it('a failed load shows a message and a retry', async () => {
    const { page, close } = await visit();
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
