import { listVariants } from '@evenstock/contract/catalog/variants';
import { beforeAll, describe, expect, it } from 'vitest';
import { callerOf, type Person } from '../api.ts';
import { demoStore, enter, everyLook, flaws, overflows, ownerCaller, visit } from '../browser.ts';
import { connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* The list of SKUs: its views, and what is done with the SKUs that are chosen in it. */

const slug = 'chosen';
const products = `/stores/${slug}/products`;
const listings = Array.from({ length: 24 }, (_, index) => {
  const number = String(index + 1).padStart(2, '0');
  return { sku: `TIN-${number}`, name: `Tea tin ${number}`, quantity: index % 4 };
});

beforeAll(async () => {
  const owner = await ownerCaller();
  await newStore(owner, 'Chosen');
  await connectShop(owner, slug, { channel: 'shopee', shop: newShopId(), listings });
});

async function pinned(): Promise<number> {
  const { call } = await ownerCaller();
  const query = { q: { is_pinned_eq: true } };
  return (await call(listVariants, { params: { storeId: slug }, query })).total_count;
}

describe('the products list', () => {
  it('pins what was chosen on two pages, and unpins all that match', async () => {
    const { page, faults, close } = await visit();
    await enter(page, products);
    const bar = page.locator('.es-bulk-bar');
    await page.getByRole('checkbox', { name: 'Select Tea tin 02' }).check();
    await page.getByRole('listitem', { name: '2', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select Tea tin 12' }).check();
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByText('Pinned', { exact: true }).last().waitFor();
    await bar.waitFor({ state: 'detached' });
    expect(await pinned()).toBe(2);

    await page.goto(`${products}?name_or_sku_cont=tin`);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await bar.getByText('10 selected').waitFor();
    await bar.getByRole('button', { name: 'Select all 24 that match' }).click();
    await bar.getByText('24 selected').waitFor();
    await bar.getByRole('button', { name: 'Pin', exact: true }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await pinned()).toBe(24);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await bar.getByRole('button', { name: 'Select all 24 that match' }).click();
    await bar.getByRole('button', { name: 'Unpin' }).click();
    await page.getByText('UnPinned').waitFor();
    expect(await pinned()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('pins one SKU in its row, and on its page', async () => {
    const { page, faults, close } = await visit();
    await enter(page, products);
    await page.getByRole('button', { name: 'Pin Tea tin 05', exact: true }).click();
    const unpin = page.getByRole('button', { name: 'Unpin Tea tin 05', exact: true });
    await unpin.waitFor();
    await page
      .getByRole('row', { name: /Tea tin 05/ })
      .getByRole('link', { name: 'View' })
      .click();
    await page.waitForURL('**/variants/**');
    await unpin.click();
    await page.getByRole('button', { name: 'Pin Tea tin 05', exact: true }).waitFor();
    expect(await pinned()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('has every status as a view with its count, and the address names it', async () => {
    const { page, faults, close } = await visit();
    await enter(page, products);
    await page.getByRole('tab', { name: 'No stock (6)' }).click();
    await page.waitForURL('**/products?filter_status=no_stock');
    await page.getByRole('button', { name: 'More views' }).click();
    await page.getByRole('menuitem', { name: 'Not bundled (24)' }).waitFor();
    const views = page.locator('.ant-dropdown:visible').getByRole('menuitem');
    expect(await views.count()).toBe(10);
    await page.getByRole('menuitem', { name: '0 sold in 30 days (24)' }).click();
    await page.waitForURL('**/products?filter_status=0_sold_past_30_days');
    const tab = page.getByRole('tab', { name: '0 sold in 30 days (24)', selected: true });
    await tab.waitFor();
    await page.reload();
    await tab.waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'No stock (6)', selected: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('saves what is shown as a view, which a link restores, and renames and deletes it', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${products}?filter_status=no_stock&is_pinned_eq=&name_or_sku_cont=tin&page=1`);
    const button = page.getByRole('button', { name: /^star Saved view|^Saved view/ });
    await button.click();
    await page.getByRole('textbox', { name: 'Name of this view' }).fill('Empty tins');
    await page.getByRole('button', { name: 'Save view' }).click();
    const view = page.getByRole('link', { name: 'Empty tins' });
    await view.waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);

    await page.goto(products);
    await button.click();
    await view.click();
    await page.waitForURL('**/products?filter_status=no_stock&name_or_sku_cont=tin');
    await page.getByRole('tab', { name: 'No stock (6)', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Saved view: Empty tins' }).click();
    await page.getByRole('button', { name: 'Rename Empty tins' }).click();
    await page.getByRole('textbox', { name: 'Rename Empty tins' }).fill('Order tins');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'Order tins' }).waitFor();

    await page.goto(`/stores/${slug}/orders?tab=all&notes_present=true`);
    await button.click();
    await page.getByText('Choose filters, then save them here under a name.').waitFor();
    await page.getByRole('textbox', { name: 'Name of this view' }).fill('Order tins');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('link', { name: 'Order tins' }).waitFor();
    await page.goto(`/stores/${slug}/orders`);
    await button.click();
    await page.getByRole('link', { name: 'Order tins' }).click();
    await page.waitForURL('**/orders?tab=all&notes_present=true');
    await page.getByRole('button', { name: 'Saved view: Order tins' }).click();
    await page.getByRole('button', { name: 'Delete Order tins' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByText('Choose filters, then save them here under a name.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('narrows by type of marketplace and by item id for platform admins alone', async () => {
    const platform: Person = { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' };
    const { page, close } = await visit();
    await enter(page, products, await callerOf(platform));
    await page.getByRole('button', { name: 'Marketplace type' }).click();
    await page.getByRole('combobox', { name: 'Marketplace type' }).fill('lazada');
    await page.keyboard.press('Enter');
    await page.waitForURL('**marketplace_type_eq=LazadaMarketplace');
    await page.getByText('No Product found OR click search to load for the first time').waitFor();
    await page.getByRole('button', { name: 'Marketplace Item Id' }).waitFor();
    await close();
    const own = await visit();
    await enter(own.page, products);
    await own.page.getByRole('button', { name: 'Pinned', exact: true }).waitFor();
    expect(await own.page.getByRole('button', { name: 'Marketplace Item Id' }).count()).toBe(0);
    await own.close();
  });

  it('is in order at every width and in every light, with something chosen', async () => {
    const { page, faults, close } = await visit();
    await enter(page, products);
    await page.getByRole('checkbox', { name: /^Select all/ }).check();
    await page.locator('.es-bulk-bar').getByText('10 selected').waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('delists the chosen listings after a confirmation that names their number and marketplaces', async () => {
    const { page, faults, close } = await visit();
    await enter(page, products);
    await page.getByRole('checkbox', { name: 'Select Tea tin 08' }).check();
    await page.getByRole('checkbox', { name: 'Select Tea tin 09' }).check();
    await page.locator('.es-bulk-bar').getByRole('button', { name: 'Delist', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delist listings' });
    await dialog.getByText('2 listings', { exact: true }).waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delist 2 listings' }).click();
    const outcome = page.getByRole('dialog', { name: 'Delist listings' });
    await outcome.getByText(/Tea tin 09/).waitFor();
    await until(async () => {
      const { call } = await ownerCaller();
      return (await call(listVariants, { params: { storeId: slug } })).total_count;
    }, 22);
    expect(faults).toEqual([]);
    await close();
  });

  it('relists them, and shows which listings are skipped and why', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${products}?filter_status=inactive`);
    await page.getByRole('checkbox', { name: 'Select Tea tin 08' }).check();
    await page.getByRole('checkbox', { name: 'Select Tea tin 09' }).check();
    await page.locator('.es-bulk-bar').getByRole('button', { name: 'Relist', exact: true }).click();
    await page.getByRole('button', { name: 'Relist 2 listings' }).click();
    await until(async () => {
      const { call } = await ownerCaller();
      return (await call(listVariants, { params: { storeId: slug } })).total_count;
    }, 24);
    await enter(page, `${demoStore}/products`);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.locator('.es-bulk-bar').getByRole('button', { name: 'Delist', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delist listings' });
    await dialog.getByText('Skipped').waitFor();
    await dialog
      .getByText(/does not let other programs do this/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(faults).toEqual([]);
    await close();
  });

  it('is worked on a phone', async () => {
    const { page, faults, close } = await visit({ width: 375 });
    await enter(page, products);
    await page.getByRole('checkbox', { name: 'Select Tea tin 03' }).check();
    await page.locator('.es-bulk-bar').getByRole('button', { name: 'Pin', exact: true }).click();
    await until(pinned, 1);
    await page.getByRole('button', { name: 'More views' }).click();
    await page.getByRole('menuitem', { name: /^Bundled/ }).click();
    await page.waitForURL('**/products?filter_status=bundled');
    await page.getByText('No Product found OR click search to load for the first time').waitFor();
    expect(await overflows(page)).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });
});
