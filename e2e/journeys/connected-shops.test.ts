import { createMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { updateStore } from '@evenstock/contract/stores/stores';
import { beforeAll, describe, expect, it } from 'vitest';
import { barriers, darkDesk, desk, enter, flaws, ownerCaller, phone, visit } from '../browser.ts';
import { connectShop, newShopId, newStore } from '../stores.ts';

const listings = 7;

describe('connected shops', () => {
  beforeAll(async () => {
    const owner = await ownerCaller();
    await newStore(owner, 'Connected');
    await connectShop(owner, 'connected', { channel: 'shopee', shop: newShopId(), listings });
    await connectShop(owner, 'connected', { channel: 'lazada', shop: newShopId(), listings });
    const marketplace = { name: 'Our qoo10', type: 'Qoo10Marketplace' } as const;
    await owner.call(createMarketplace, { params: { storeId: 'connected' }, body: { marketplace } });
  });

  it('show the logistics of a Shopee shop only', async () => {
    const { page, close } = await visit();
    await enter(page, '/stores/connected/marketplaces/our-shopee/logistics');
    await page.getByRole('columnheader', { name: 'Has COD?' }).waitFor();
    await page.getByRole('cell', { name: 'Standard Delivery' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.route('**/logistics.json', (route) => route.fulfill({ json: { logistics: [] } }));
    await page.reload();
    await page.getByText('No Logistics found').waitFor();
    await page.unroute('**/logistics.json');
    // Qoo10 has logistics too, without a screen.
    await page.goto('/stores/connected/marketplaces/our-qoo10/logistics');
    await page.waitForURL('**/marketplaces/our-qoo10');
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Marketplace', 'Sync health']);
    await page.goto('/stores/connected/marketplaces/our-lazada/logistics');
    await page.waitForURL('**/marketplaces/our-lazada');
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Marketplace', 'Sync health']);
    await close();
  });

  it('are listed with what was pulled', async () => {
    const { page, close } = await visit();
    await enter(page, '/stores/connected/marketplaces');
    const row = page.getByRole('row', { name: /Our shopee/ });
    await row.getByText(/^Expires .* \(in (12 months|1 year)\)$/).waitFor();
    await row.getByText(`${listings} product listings`).waitFor();
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('lazada');
    await page.waitForURL('**/marketplaces?name_cont=lazada');
    await page.getByText('Our shopee').waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(2);
    expect(await barriers(page)).toEqual([]);
    await close();
  });

  it('are shown to every member', async () => {
    const { page, close } = await visit();
    await enter(page, '/stores/connected/marketplaces/our-lazada');
    await page.getByRole('heading', { level: 1, name: 'Our lazada' }).waitFor();
    expect(await flaws(page, [desk, darkDesk, phone])).toEqual([]);
    await close();
  });

  it('warn before the consent expires, and name the button to press', async () => {
    const other = await visit({}, true);
    // The browser's clock is a week before the end of the year for which a Shopee consent lasts.
    await other.page.clock.setFixedTime(Date.now() + 359 * 86_400_000);
    await enter(other.page, '/stores/connected/marketplaces/our-shopee');
    const warning = other.page.getByRole('region', { name: 'The permission ends soon' });
    await warning.getByText(/^Until .* Shopee accepts Evenstock\./).waitFor();
    await warning.getByText(/press Verify here/).waitFor();
    await other.page
      .getByText(/^Expires .* \(in [56] days\)$/)
      .first()
      .waitFor();
    expect(await barriers(other.page)).toEqual([]);
    await other.close();
  });

  it('a marketplace is renamed within the channel’s rules, and is deleted after a warning', async () => {
    const { page, faults, close } = await visit();
    const { call } = await ownerCaller();
    const marketplace = {
      name: 'Bandung',
      type: 'TokopediaMarketplace',
      shop_name: 'Journey Bandung',
    } as const;
    await call(createMarketplace, { params: { storeId: 'connected' }, body: { marketplace } });
    await enter(page, '/stores/connected/marketplaces/bandung');
    const allowed = page.getByRole('region', { name: 'What Tokopedia allows' });
    const offers = (act: string, what: 'Possible' | 'Not possible') =>
      allowed.getByRole('listitem').filter({ hasText: act }).getByLabel(what, { exact: true }).waitFor();
    for (const act of ['Ship orders', 'Print shipping labels']) await offers(act, 'Possible');
    await offers('Bump listings', 'Not possible');
    await allowed.getByText('Actions without a tick are done in its seller centre').waitFor();
    const panel = page.getByRole('region', { name: 'Connect this shop' });
    const switchSync = async (can_sync_quantity: boolean) => {
      const params = { storeId: 'connected' };
      await call(updateStore, { params, body: { store: { can_sync_quantity } } });
      await page.reload();
    };
    await switchSync(true);
    await panel.getByText(/^Inventory Sync is on: .* quantities kept here are sent to Tokopedia/).waitFor();
    await switchSync(false);
    await panel.getByText(/^No quantity on Tokopedia changes until Inventory Sync is on/).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const renaming = page.getByRole('dialog');
    await renaming.getByLabel('Name').fill('Jakarta');
    await renaming.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jakarta' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const deleting = page.getByRole('dialog');
    await deleting.getByText(/Its listings leave their SKUs/).waitFor();
    await deleting.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/stores/connected/marketplaces');
    await page.getByRole('link', { name: 'Jakarta' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('a shop is deactivated after a warning that counts the listings still selling', async () => {
    const owner = await ownerCaller();
    const store = await newStore(owner, 'Deactivating');
    await connectShop(owner, store, { channel: 'shopee', shop: newShopId(), listings });
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${store}/marketplaces/our-shopee`);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${listings} listings keep selling their last number on Shopee.`).waitFor();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Not Authorised').first().waitFor();
    await page.getByRole('button', { name: 'Verify' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
