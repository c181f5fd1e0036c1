import { updateProduct } from '@evenstock/contract/catalog/products';
import { listProductListings, updateVariantListing } from '@evenstock/contract/catalog/product-listings';
import { listMarketplaces, updateMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { updateStore } from '@evenstock/contract/stores/stores';
import { changeParts, listVariants, showVariant, updateVariant } from '@evenstock/contract/catalog/variants';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount } from '../accounts.ts';
import type { Caller } from '../api.ts';
import { barriers, enter, everyLook, flaws, visit } from '../browser.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* Two people work on the same thing: what one changes while the other has a dialog open is not taken back unheard. */

let owner: Caller;
let storeId: string;
let slug: string;
let address: string;
let listingId: number;
let skuId: number;
let product: string;

beforeAll(async () => {
  owner = await newAccount('meanwhile');
  storeId = await newStore(owner, 'Meanwhile');
  const listings = [
    { sku: 'SHARED', name: 'The SHARED', quantity: 4 },
    { sku: 'PART', name: 'The PART', quantity: 9 },
  ];
  await connectShop(owner, storeId, { channel: 'lazada', shop: newShopId(), listings });
  await allowSync(owner, storeId);
  const { product_listings: found } = await owner.call(listProductListings, { params: { storeId } });
  const listing = found.find(({ name }) => name === 'The SHARED');
  const [sku] = listing?.variant_listings ?? [];
  if (listing === undefined || sku === undefined) throw new Error('The shop has one listing.');
  listingId = listing.id;
  skuId = sku.id;
  slug = sku.variant_slug;
  product = listing.product.slug;
  address = `/stores/${storeId}/product_listings/${listing.slug}`;
});

const listing = async () => {
  const { product_listings: found } = await owner.call(listProductListings, { params: { storeId } });
  return found.find(({ id }) => id === listingId);
};
const variant = async () => (await owner.call(showVariant, { params: { storeId, variantId: slug } })).variant;
const colleagueSets = (settings: object) =>
  owner.call(updateVariant, { params: { storeId, variantId: slug }, body: { variant: settings } });
const colleagueEdits = (change: object) =>
  owner.call(updateVariantListing, {
    params: { storeId, variantListingId: skuId },
    body: { variant_listing: change },
  });
/** The question that is asked before something is saved over, or lost. */
const question = (page: Page, title: string): Locator =>
  page.getByRole('dialog').filter({ hasText: title }).last();
const saveOver = (page: Page) => question(page, 'It was changed meanwhile. Save yours over it?');
const leaving = (page: Page) => question(page, 'Leave without saving?');

describe('while a colleague works on it too', () => {
  it('a listing is renamed without taking back its new price, and who renames it sees that price', async () => {
    const { page, faults, close } = await visit();
    await enter(page, address, owner);
    await page.getByRole('button', { name: 'Edit The SHARED' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit listing at Our lazada' });
    await dialog.getByLabel('Listing name').fill('Called otherwise');
    await colleagueEdits({ price: 77.5 });
    await page.locator('.es-works').getByText('Price $77.50').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await saveOver(page).getByText('costs $77.50 now').waitFor();
    expect((await listing())?.name).toBe('The SHARED');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('heading', { name: 'Called otherwise' }).waitFor();
    await until(async () => (await listing())?.price, 77.5);
    expect(faults).toEqual([]);
    await close();
  });

  it('a SKU gets units without losing its new name; who renames it sees how it is set up now', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${storeId}/variants/${slug}`, owner);
    const { quantity } = await variant();
    await page.getByRole('button', { name: 'Adjust quantity' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adjust' });
    await dialog.getByLabel('Adjustment').fill('5');
    await colleagueSets({ name: 'Renamed meanwhile', disable_restock: true });
    await page.getByRole('heading', { name: /Renamed meanwhile/ }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await variant()).toMatchObject({
      quantity: quantity + 5,
      name: 'Renamed meanwhile',
      disable_restock: true,
    });

    await page.getByRole('button', { name: 'Adjust quantity' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('My own name');
    await colleagueSets({ name: 'Renamed again' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await saveOver(page).getByText('Renamed again').waitFor();
    // What nobody has changed since the dialog opened is not named.
    expect(await saveOver(page).getByText('Disable restock').count()).toBe(0);
    await saveOver(page).getByRole('button', { name: 'Cancel' }).click();
    expect((await variant()).name).toBe('Renamed again');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save mine' }).click();
    await until(async () => (await variant()).name, 'My own name');
    expect(faults).toEqual([]);
    await close();
  });

  it('a listing is not scheduled over other dates unheard', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${storeId}/variants/${slug}`, owner);
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Times are those of Asia/Singapore.' });
    for (const [label, date] of [
      ['Start date', '2031-02-01 10:00'],
      ['End date', '2031-02-02 10:00'],
    ] as const) {
      await dialog.getByRole('textbox', { name: label }).fill(date);
      await dialog.getByRole('textbox', { name: label }).press('Tab');
    }
    await colleagueEdits({
      force_zero_qty_from: '2030-01-01T00:00:00Z',
      force_zero_qty_to: '2030-01-02T00:00:00Z',
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await saveOver(page).getByText('from 2030-01-01 08:00 to 2030-01-02 08:00').waitFor();
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Variant listing updated successfully').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('safety stock, last units, parts and the safety stock of a marketplace are not saved over newer ones unheard', async () => {
    await owner.call(updateStore, {
      params: { storeId },
      body: { store: { keeps_safety_stock: true, makes_sets: true } },
    });
    const { marketplaces } = await owner.call(listMarketplaces, { params: { storeId } });
    const [marketplace] = marketplaces;
    if (marketplace === undefined) throw new Error('The store has a marketplace.');
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${storeId}/variants/${slug}`, owner);

    await page.getByRole('button', { name: 'Change safety stock' }).click();
    const units = page.getByRole('dialog', { name: 'Safety stock' });
    await units.getByRole('spinbutton', { name: 'Safety stock' }).fill('3');
    await colleagueSets({ safety_stock: 1, disable_restock: false });
    await units.getByRole('button', { name: 'Save' }).click();
    await saveOver(page).getByText('Safety stock').waitFor();
    await saveOver(page).getByText('1', { exact: true }).waitFor();
    await saveOver(page).getByText('Disable restock').waitFor();
    expect((await variant()).safety_stock).toBe(1);
    await saveOver(page).getByRole('button', { name: 'Save mine' }).click();
    await until(async () => (await variant()).safety_stock, 3);
    await units.waitFor({ state: 'detached' });

    await colleagueSets({ last_units: { marketplace_id: marketplace.id, units: 2 } });
    await page.getByRole('button', { name: 'Change last units' }).click();
    const last = page.getByRole('dialog', { name: 'Last units' });
    await last.getByRole('spinbutton', { name: 'Units kept' }).fill('4');
    await colleagueSets({ last_units: { marketplace_id: marketplace.id, units: 1 } });
    await last.getByRole('button', { name: 'Save' }).click();
    await saveOver(page).getByText('1 for Our lazada').waitFor();
    await saveOver(page).getByRole('button', { name: 'Save mine' }).click();
    await until(async () => (await variant()).last_units?.units, 4);
    await last.waitFor({ state: 'detached' });

    const { variants } = await owner.call(listVariants, { params: { storeId } });
    const part = variants.find(({ sku }) => sku === 'PART');
    if (part === undefined) throw new Error('The shop lists a part.');
    const colleagueMakes = (parts: { variant_id: number; units: number }[]) =>
      owner.call(changeParts, { params: { storeId, variantId: slug }, body: { parts } });
    await colleagueMakes([{ variant_id: part.id, units: 1 }]);
    await page.getByRole('button', { name: 'Change parts' }).click();
    const parts = page.getByRole('dialog', { name: 'Made of' });
    await parts.getByRole('spinbutton', { name: 'Units of The PART in one set' }).fill('3');
    await colleagueMakes([{ variant_id: part.id, units: 2 }]);
    await parts.getByRole('button', { name: 'Save' }).click();
    await saveOver(page).getByText('It is made of 2 × PART now.').waitFor();
    await saveOver(page).getByRole('button', { name: 'Save mine' }).click();
    await until(async () => (await variant()).made_of[0]?.units, 3);
    await colleagueMakes([]);

    await enter(page, `/stores/${storeId}/marketplaces/${marketplace.slug}`, owner);
    const safety = page.getByRole('region', { name: 'Safety stock' });
    await safety.getByRole('spinbutton').fill('3');
    const params = { storeId, marketplaceId: marketplace.slug };
    await owner.call(updateMarketplace, { params, body: { marketplace: { safety_stock: 7 } } });
    await safety.getByRole('button', { name: 'Save' }).click();
    await saveOver(page).getByText('Somebody has set its safety stock to 7 meanwhile.').waitFor();
    await saveOver(page).getByRole('button', { name: 'Save mine' }).click();
    await safety.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    expect(await safety.getByRole('spinbutton').inputValue()).toBe('3');
    expect(faults).toEqual([]);
    await close();
  });

  it('a product is not renamed over another new name unheard', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${storeId}/products/${product}`, owner);
    await page.getByRole('button', { name: 'Edit name' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    const params = { storeId, productId: product };
    await owner.call(updateProduct, { params, body: { product: { name: 'Theirs' } } });
    await page.getByRole('button', { name: 'Save' }).click();
    await saveOver(page).getByText('Somebody has named it Theirs meanwhile.').waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('what was typed in', () => {
  it('is not lost by Escape, Back or a link before one is asked', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${storeId}/variants/${slug}`, owner);
    await page.getByRole('button', { name: 'Adjust quantity' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adjust' });
    // Nothing is typed in yet.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Adjust quantity' }).click();
    await dialog.getByLabel('Adjustment').fill('12');
    await page.keyboard.press('Escape');
    await leaving(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await dialog.getByLabel('Adjustment').inputValue()).toBe('12');
    await page.keyboard.press('Escape');
    await leaving(page).getByRole('button', { name: 'Leave' }).click();
    await dialog.waitFor({ state: 'detached' });

    // In a dialog that the address names Back is asked, too.
    await enter(page, address, owner);
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const editing = page.getByRole('dialog', { name: 'Edit listing at Our lazada' });
    await editing.getByLabel('Price').fill('5');
    await page.goBack();
    await leaving(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await editing.getByLabel('Price').inputValue()).toBe('5');
    await page.goBack();
    await leaving(page).getByRole('button', { name: 'Leave' }).click();
    await editing.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(address);
    expect(faults).toEqual([]);
    await close();
  });

  it('in the grid of prices and quantities is asked for on Escape and on Back', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${storeId}/variants/${slug}`, owner);
    await page.getByRole('navigation').getByRole('link', { name: 'Products' }).last().click();
    await page.getByRole('row').filter({ hasText: 'SHARED' }).first().getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Edit prices and quantities' }).click();
    const cell = page.getByRole('textbox', { name: 'Quantity of SHARED' });
    await cell.fill('321');
    await page.keyboard.press('Escape');
    await leaving(page).getByRole('button', { name: 'Keep editing' }).click();
    await page.goBack();
    await leaving(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await cell.inputValue()).toBe('321');
    await page.goBack();
    await leaving(page).getByRole('button', { name: 'Leave' }).click();
    await cell.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });
});
