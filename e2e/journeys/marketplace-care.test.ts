import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import {
  barriers,
  control,
  demoStore,
  enter,
  openBrowser,
  overflows,
  visit,
  type Visit,
} from '../browser.ts';
import { addMarketplace, authorise, openShop, type NewShop } from '../connecting.ts';
import { addStore, enterAs, invite, PASSWORD } from '../people.ts';

/* What a merchant does with shops that are connected, and what the person who runs the installation sees of them. */

const shopee: NewShop = { store: 'caring', channel: 'shopee', shop: '700021' };
const shopify: NewShop = { store: 'caring', channel: 'shopify', shop: 'caring-shop' };
/** Sold in both shops. */
const shared = 'CARING-1';
const patience = { timeout: 90_000 };

let browser: Browser;
let there: Visit;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  there = await visit(browser);
  page = there.page;
  await enter(page, '/stores');
  await addStore(page, 'Caring');
  for (const place of [shopee, shopify]) {
    await openShop(place, 0);
    await control('POST', `/${place.channel}/${place.shop}/listings`, {
      sku: shared,
      name: `Caring cup`,
      quantity: place.channel === 'shopee' ? 8 : 5,
    });
    await addMarketplace(page, place);
    await authorise(page, place);
    await page.getByRole('region', { name: 'Products' }).getByText('Done').waitFor(patience);
  }
}, 240_000);
afterAll(async () => {
  await there.close();
  await browser.close();
});

it('says so when a marketplace cannot be created, renamed or deleted, and keeps what was typed', async () => {
  const other = await visit(browser);
  await enter(other.page, '/stores/caring/marketplaces#setup');
  const creating = other.page.getByRole('dialog');
  await creating.getByLabel('Name', { exact: true }).fill('Tenth shop');
  await creating.getByLabel('Channel').click();
  await other.page.locator('.ant-select-item-option').filter({ hasText: 'Lazada' }).click();
  await other.page.context().setOffline(true);
  await creating.getByRole('button', { name: 'Create marketplace' }).click();
  await other.page.getByText('Failed to create Marketplace', { exact: true }).waitFor();
  expect(await creating.getByLabel('Name', { exact: true }).inputValue()).toBe('Tenth shop');
  await other.page.context().setOffline(false);

  await other.page.goto('/stores/caring/marketplaces/our-shopee');
  await other.page.getByRole('button', { name: 'More' }).click();
  await other.page.getByRole('menuitem', { name: 'Rename' }).click();
  const renaming = other.page.getByRole('dialog');
  await renaming.getByLabel('Name').fill('Another name');
  await other.page.context().setOffline(true);
  await renaming.getByRole('button', { name: 'Save' }).click();
  await other.page.getByText('Failed to update Our shopee', { exact: true }).waitFor();
  expect(await renaming.getByLabel('Name').inputValue()).toBe('Another name');
  await renaming.getByRole('button', { name: 'Cancel' }).click();
  await renaming.waitFor({ state: 'detached' });

  await other.page.getByRole('button', { name: 'More' }).click();
  await other.page.getByRole('menuitem', { name: 'Delete' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await other.page.getByText('Failed to delete Marketplace Our shopee', { exact: true }).waitFor();
  await other.page.context().setOffline(false);
  await other.page.reload();
  await other.page.getByRole('heading', { level: 1, name: 'Our shopee' }).waitFor();
  await other.close();
});

it('shows whoever runs the installation the marketplace’s own answer, and whether it can be pushed to', async () => {
  const admin = await visit(browser);
  await enterAs(
    admin.page,
    { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' },
    '/stores/caring/marketplaces/our-shopee',
  );
  const details = admin.page.getByRole('region', { name: 'Details' });
  await details.getByText('Can push to marketplace?').waitFor();
  const opened = admin.page.waitForEvent('popup');
  await details.getByRole('link', { name: 'View' }).click();
  const raw = await opened;
  await raw.getByRole('heading', { level: 1, name: 'Raw marketplace response' }).waitFor();
  await raw
    .getByText(/"shop_name": "Journey 700021"/)
    .first()
    .waitFor();
  expect(await barriers(raw)).toEqual([]);
  expect(await overflows(raw)).toBe(false);
  expect(await raw.content()).not.toMatch(/access_token|refresh_token/);
  await admin.close();

  await page.goto('/stores/caring/marketplaces/our-shopee');
  await page.getByRole('region', { name: 'Details' }).getByText('Last product imported').waitFor();
  expect(await page.getByText('Can push to marketplace?').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'View' }).count()).toBe(0);
});

it('tells a member, who may not change the store, whom to ask for inventory sync', async () => {
  const link = await invite(page, 'caring', 'hand@caring.test');
  const { page: hand, faults, close } = await visit(browser);
  await hand.goto(link);
  await hand.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await hand.getByRole('button', { name: 'SET PASSWORD' }).click();
  await hand.getByRole('heading', { name: 'Your stores' }).waitFor();
  await hand.goto('/stores/caring/products/merge');
  await hand.getByRole('button', { name: 'Merge 1 SKU', exact: true }).click();
  const asking = hand.getByRole('dialog', { name: 'Allow inventory sync?' });
  await asking.getByText('Ask an owner or admin of the store to allow it in Store Settings.').waitFor();
  expect(await asking.getByRole('button', { name: 'Allow inventory sync' }).count()).toBe(0);
  await asking.locator('.ant-modal-confirm-btns').getByRole('button', { name: 'Close' }).click();
  await asking.waitFor({ state: 'detached' });
  await hand.getByRole('button', { name: 'Merge 1 SKU', exact: true }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('asks for inventory sync before it merges, and merges nothing without', async () => {
  await page.goto('/stores/caring/products/merge');
  const merge = page.getByRole('button', { name: 'Merge 1 SKU', exact: true });
  await merge.click();
  const asking = page.getByRole('dialog', { name: 'Allow inventory sync?' });
  expect(await barriers(page)).toEqual([]);
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await asking.waitFor({ state: 'detached' });
  await page.reload();
  await merge.click();
  await asking.getByRole('button', { name: 'Allow inventory sync' }).click();
  // A store that has not paid yet is asked for that as well.
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('dialog').getByText('Merge 1 SKU?').last().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge 1 SKU', exact: true }).click();
  await page.getByText('Merged successfully').waitFor(patience);
  await page.goto('/stores/caring/settings');
  await page.getByRole('switch', { checked: true }).first().waitFor();
});

it('leaves a shop with its listings set to 0 first, and the other shop goes on selling', async () => {
  await page.goto('/stores/caring/marketplaces/our-shopify');
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 listing keeps selling its last number on Shopify.').waitFor();
  await dialog.getByRole('checkbox', { name: 'Set its listings to 0 first' }).check();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('region', { name: 'Setting listings to 0' }).waitFor();
  await page.getByText('Not Authorised').first().waitFor({ timeout: 180_000 });
  await page.getByText('1 of 1 listings show 0').waitFor();
  expect(await control('GET', `/shopify/${shopify.shop}/listings`)).toMatchObject([{ quantity: 0 }]);
  expect(await control('GET', `/shopee/${shopee.shop}/listings`)).toMatchObject([{ quantity: 8 }]);
  expect(there.faults).toEqual([]);
}, 240_000);

it('lists pinned SKUs first, then by name', async () => {
  await page.goto(`${demoStore}/products`);
  const rows = page.locator('tbody tr').filter({ has: page.getByRole('link', { name: 'View' }) });
  const addresses = async () =>
    Promise.all(
      (await rows.all()).map((row) => row.getByRole('link', { name: 'View' }).getAttribute('href')),
    );
  await rows.first().waitFor();
  const before = await addresses();
  const last = before.at(-1) ?? '';
  await pin(last, true);
  try {
    await page.reload();
    await expect.poll(async () => (await addresses())[0]).toBe(last);
    await rows.first().getByTitle('Pinned').waitFor();
    expect((await addresses()).slice(1)).toEqual(before.slice(0, -1));
  } finally {
    await pin(last, false);
  }
});

/** Pins the SKU at an address of the demo's store, or no longer. */
async function pin(address: string, isPinned: boolean): Promise<void> {
  const client = new pg.Client({
    host: inject('addresses').postgres,
    user: 'evenstock',
    database: 'postgres',
  });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `update variants v set is_pinned = $2 from products p, stores s
       where p.id = v.product_id and s.id = v.store_id and s.slug = 'demo-store'
         and $1 = '/stores/demo-store/products/' || p.slug || '/variants/' || v.slug`,
      [address, isPinned],
    );
    expect(rowCount).toBe(1);
  } finally {
    await client.end();
  }
}
