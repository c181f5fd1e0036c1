import { showAccount } from '@evenstock/contract/accounts/accounts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { callerOf, type Caller } from '../api.ts';
import { barriers, choose, demoStore, enter, overflows, owner, visit } from '../browser.ts';
import { until } from '../until.ts';

const chineseFile = '**/assets/chinese-*.js';

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');

async function titled(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

/** An admin of the demo, whose mails nobody else reads: they are in the language that was chosen. */
let reader: Caller;
beforeAll(async () => {
  reader = await callerOf({ ...owner, email: 'admin@demo.evenstock.test' });
});

const languageOfMails = async () => (await reader.call(showAccount, {})).user.language;

describe('a person in a store', () => {
  it('chooses Chinese, keeps it the next day, and switches back to English', async () => {
    const { page, faults, close } = await visit({}, true);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await enter(page, `${demoStore}/orders?tab=all`, reader);
    await titled(page, 'Orders');
    expect(await languageOf(page)).toBe('en');
    expect(fetched.filter((address) => address.includes('/chinese-'))).toEqual([]);

    await choose(page, '中文');
    await titled(page, '订单');
    expect(await languageOf(page)).toBe('zh-Hans');
    await until(languageOfMails, 'zh');
    const menu = page.getByRole('navigation', { name: '主菜单' });
    for (const entry of ['订单', '商品', '销售渠道', '成员管理', '更多']) {
      await menu.getByText(entry, { exact: true }).waitFor();
    }
    await page.getByRole('tab', { name: '待处理' }).waitFor();
    for (const heading of ['下单日期', '销售渠道', '订单号', '订单状态']) {
      await page.getByRole('columnheader', { name: heading, exact: true }).waitFor();
    }
    await page.locator('.es-tag').getByText('待处理').first().waitFor();
    // Ant Design's own texts.
    await page.getByText('10 条/页').waitFor();
    await page.getByText(/^第 1–10 条，共 [\d,]+ 条$/).waitFor();

    await page.reload();
    await titled(page, '订单');
    expect(await languageOf(page)).toBe('zh-Hans');
    await page.goto(`${demoStore}/products`);
    await titled(page, '商品');
    await page.getByRole('columnheader', { name: '商品 / 规格名称' }).waitFor();
    await page.getByText(/^\d+ 个已合并链接$/).waitFor();
    await page.goto(`${demoStore}/marketplaces`);
    await titled(page, '销售渠道');
    await page.getByRole('button', { name: '新建销售渠道' }).waitFor();
    await page
      .getByText(/^[\d,]+ 个订单$/)
      .first()
      .waitFor();
    await page
      .getByText(/到期（\d+(天|个月)后）$/)
      .first()
      .waitFor();

    // Causes and records come from the server as codes.
    await page.goto(`${demoStore}/products/stock_movements?per_page=100`);
    await page.locator('tbody').getByText('调整', { exact: true }).first().waitFor();
    await page.goto(`${demoStore}/activities`);
    await page.locator('tbody tr.ant-table-row').first().waitFor();
    const records = await page.locator('tbody tr.ant-table-row').allInnerTexts();
    expect(records.filter((record) => !/[\u4e00-\u9fff]/.test(record))).toEqual([]);
    await page.goto(`${demoStore}/marketplaces`);
    await titled(page, '销售渠道');

    await choose(page, 'English');
    await titled(page, 'Marketplaces');
    expect(await languageOf(page)).toBe('en');
    await until(languageOfMails, 'en');
    await page.reload();
    await titled(page, 'Marketplaces');
    expect(faults).toEqual([]);
    await close();
  });

  it('sees the change in another tab at once', async () => {
    const { page, close } = await visit();
    await enter(page, `${demoStore}/marketplaces`, reader);
    const other = await page.context().newPage();
    await other.goto('/account');
    await titled(other, 'Account');
    await choose(page, '中文');
    await titled(other, '账号');
    await close();
  });

  it('sees a message when the language cannot be loaded, and keeps the present one', async () => {
    const { page, close } = await visit();
    await enter(page, `${demoStore}/marketplaces`, reader);
    await page.route(chineseFile, (route) => route.abort());
    await choose(page, '中文');
    await page.getByText('The language could not be loaded. Check your connection and try again.').waitFor();
    await titled(page, 'Marketplaces');
    await page.reload();
    await titled(page, 'Marketplaces');
    await close();
  });

  it('sees English where the chosen language cannot be loaded', async () => {
    const { page, close } = await visit();
    await enter(page, `${demoStore}/marketplaces`, reader);
    await choose(page, '中文');
    await titled(page, '销售渠道');
    await page.route(chineseFile, (route) => route.abort());
    await page.reload();
    await titled(page, 'Marketplaces');
    expect(await languageOf(page)).toBe('en');
    await close();
  });
});

describe('a person who is not signed in', () => {
  it('chooses in the footer', async () => {
    const { page, faults, close } = await visit();
    await page.goto('/');
    await page.getByRole('button', { name: '中文' }).click();
    await titled(page, '请先登录');
    expect(await barriers(page)).toEqual([]);
    await page.reload();
    await page.locator('.sign-in-card').getByRole('button', { name: '登录', exact: true }).click();
    await page.getByText('请输入邮箱').waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await titled(page, 'Login to Continue');
    expect(faults).toEqual([]);
    await close();
  });

  it('in a Chinese browser sees singular, plural and zero in the chosen language', async () => {
    const { page, close } = await visit({ language: 'zh-CN' });
    await page.goto('/');
    await page.getByText('One stock, every 销售渠道 in step.').waitFor();
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByText('一份库存，所有销售渠道同步。').waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByText('One stock, every marketplace in step.').waitFor();
    await page.reload();
    await page.getByText('One stock, every marketplace in step.').waitFor();
    await close();
  });
});

describe.each([1440, 375])('in Chinese at %d pixels', (width) => {
  it('has accessible main screens', async () => {
    const { page, faults, close } = await visit({ width });
    await enter(page, `${demoStore}/orders`, reader);
    await choose(page, '中文');
    await titled(page, '订单');
    for (const [path, title] of [
      ['/orders', '订单'],
      ['/products', '商品'],
      ['/products/merge', '合并库存'],
      ['/marketplaces', '销售渠道'],
      ['/settings', '店铺设置'],
    ] as const) {
      await page.goto(`${demoStore}${path}`);
      await titled(page, title);
      expect(await barriers(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
    expect(faults).toEqual([]);
    await close();
  });
});
