import { automerge, previewAutomerge } from '@evenstock/contract/catalog/merges';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount, newMember, type Account } from '../accounts.ts';
import { callerOf } from '../api.ts';
import { barriers, enter, overflows, visit } from '../browser.ts';
import { control } from '../control.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* Connected shops, as a merchant and a platform admin see them. */

const noAnswer = 'Evenstock did not answer. Check your connection and try again.';

let owner: Account;
beforeAll(async () => {
  owner = await newAccount('caring');
});

/** A store with a Shopee and a Shopify shop that sell the same SKU. */
async function openStore(name: string, shopee: string, shopify: string): Promise<string> {
  const slug = await newStore(owner, name);
  const listings = (quantity: number) => [{ sku: 'CARING-1', name: 'Caring cup', quantity }];
  await connectShop(owner, slug, { channel: 'shopee', shop: shopee, listings: listings(8) });
  await connectShop(owner, slug, { channel: 'shopify', shop: shopify, listings: listings(5) });
  return slug;
}

describe('connected shops', () => {
  let slug: string;
  let base: string;
  const shopeeShop = newShopId();
  beforeAll(async () => {
    slug = await openStore('Caring', shopeeShop, 'caring-shop');
    base = `/stores/${slug}`;
  });

  it('explain failures to create, rename or delete, and keep the input', async () => {
    const other = await visit();
    await enter(other.page, `${base}/marketplaces#setup`, owner);
    const creating = other.page.getByRole('dialog');
    await creating.getByLabel('Name', { exact: true }).fill('Tenth shop');
    await creating.getByLabel('Channel').click();
    await other.page.locator('.ant-select-item-option').filter({ hasText: 'Lazada' }).click();
    await other.page.context().setOffline(true);
    await creating.getByRole('button', { name: 'Create marketplace' }).click();
    await other.page.getByText(`Failed to create Marketplace: ${noAnswer}`, { exact: true }).waitFor();
    expect(await creating.getByLabel('Name', { exact: true }).inputValue()).toBe('Tenth shop');
    await other.page.context().setOffline(false);

    await other.page.goto(`${base}/marketplaces/our-shopee`);
    await other.page.getByRole('button', { name: 'More' }).click();
    await other.page.getByRole('menuitem', { name: 'Rename' }).click();
    const renaming = other.page.getByRole('dialog');
    await renaming.getByLabel('Name').fill('Another name');
    await other.page.context().setOffline(true);
    await renaming.getByRole('button', { name: 'Save' }).click();
    await other.page.getByText(`Failed to update Our shopee: ${noAnswer}`, { exact: true }).waitFor();
    expect(await renaming.getByLabel('Name').inputValue()).toBe('Another name');
    await renaming.getByRole('button', { name: 'Cancel' }).click();
    await other.page.getByRole('button', { name: 'Leave', exact: true }).click();
    await renaming.waitFor({ state: 'detached' });

    await other.page.getByRole('button', { name: 'More' }).click();
    await other.page.getByRole('menuitem', { name: 'Delete' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await other.page
      .getByText(`Failed to delete Marketplace Our shopee: ${noAnswer}`, { exact: true })
      .waitFor();
    await other.page.context().setOffline(false);
    await other.page.reload();
    await other.page.getByRole('heading', { level: 1, name: 'Our shopee' }).waitFor();
    await other.close();
  });

  it('show a platform admin the marketplace’s own answer, and whether it can be pushed to', async () => {
    const admin = await visit();
    const platform = await callerOf({
      email: 'platform@demo.evenstock.test',
      password: 'evenstock-demo',
    });
    await enter(admin.page, `${base}/marketplaces/our-shopee`, platform);
    const details = admin.page.getByRole('region', { name: 'Details' });
    await details.getByText('Can push to marketplace?').waitFor();
    const opened = admin.page.waitForEvent('popup');
    await details.getByRole('link', { name: 'View' }).click();
    const raw = await opened;
    await raw.getByRole('heading', { level: 1, name: 'Raw marketplace response' }).waitFor();
    await raw.getByText(`"shop_name": "Journey ${shopeeShop}"`).first().waitFor();
    expect(await barriers(raw)).toEqual([]);
    expect(await overflows(raw)).toBe(false);
    expect(await raw.content()).not.toMatch(/access_token|refresh_token/);
    await admin.close();

    const { page, close } = await visit();
    await enter(page, `${base}/marketplaces/our-shopee`, owner);
    await page.getByRole('region', { name: 'Details' }).getByText('Last product imported').waitFor();
    expect(await page.getByText('Can push to marketplace?').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'View' }).count()).toBe(0);
    await close();
  });

  it('show how fast and how well their sync works, and the owner what failed for good', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${base}/marketplaces/our-shopee`, owner);
    await page.getByRole('tab', { name: 'Sync health' }).click();
    const speed = page.getByRole('region', { name: 'Speed of sync' });
    for (const step of ['Sold → seen here', 'Seen → sent', 'Sent → confirmed'])
      await speed.getByRole('rowheader', { name: step }).waitFor();
    const present = page.getByRole('region', { name: 'Now', exact: true });
    await present.getByText('Next attempt').waitFor();
    await page
      .getByRole('region', { name: 'Dead letters' })
      .getByText('No job has failed for good.')
      .waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  it('name the people to ask for inventory sync to a member without the right', async () => {
    const member = await newMember(owner, slug, 'hand');
    const { page: hand, faults, close } = await visit();
    await enter(hand, `${base}/products/merge`, member);
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
});

it('require inventory sync for a merge', async () => {
  const own = await openStore('Merging', newShopId(), 'merging-shop');
  const { page, faults, close } = await visit();
  await enter(page, `/stores/${own}/products/merge`, owner);
  const merge = page.getByRole('button', { name: 'Merge 1 SKU', exact: true });
  await merge.click();
  const asking = page.getByRole('dialog', { name: 'Allow inventory sync?' });
  expect(await barriers(page)).toEqual([]);
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await asking.waitFor({ state: 'detached' });
  await page.reload();
  await merge.click();
  await asking.getByRole('button', { name: 'Allow inventory sync' }).click();
  // An unpaid store is asked to pay as well.
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('dialog').getByText('Merge 1 SKU?').last().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge 1 SKU', exact: true }).click();
  await page.getByText('Merged successfully').waitFor();
  await page.goto(`/stores/${own}/settings`);
  await page.getByRole('switch', { checked: true }).first().waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('are left after their listings are set to 0, while the other shop keeps selling', async () => {
  const shopee = newShopId();
  const own = await openStore('Leaving', shopee, 'leaving-shop');
  await merge(own);
  const { page, faults, close } = await visit();
  await enter(page, `/stores/${own}/marketplaces/our-shopify`, owner);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 listing keeps selling its last number on Shopify.').waitFor();
  await dialog.getByRole('checkbox', { name: 'Set its listings to 0 first' }).check();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('region', { name: 'Setting listings to 0' }).waitFor();
  await page.getByText('Not Authorised').first().waitFor();
  await page.getByText('1 of 1 listings show 0').waitFor();
  expect(await control('GET', '/shopify/leaving-shop/listings')).toMatchObject([{ quantity: 0 }]);
  expect(await control('GET', `/shopee/${shopee}/listings`)).toMatchObject([{ quantity: 8 }]);
  expect(faults).toEqual([]);
  await close();
});

/** Merges the shops' common SKUs and waits for the end. */
async function merge(storeId: string): Promise<void> {
  const params = { storeId };
  await allowSync(owner, storeId);
  await owner.call(automerge, { params, body: { is_using_highest_qty: true } });
  const state = async () => (await owner.call(previewAutomerge, { params })).last_run?.state;
  await until(state, 'done');
}
