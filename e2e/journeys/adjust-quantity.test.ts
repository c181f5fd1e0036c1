import { listProductListings } from '@evenstock/contract/catalog/product-listings';
import { listVariantStockMovements } from '@evenstock/contract/stock/stock';
import { showVariant, updateVariant } from '@evenstock/contract/catalog/variants';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount } from '../accounts.ts';
import type { Caller } from '../api.ts';
import { barriers, enter, everyLook, flaws, phone, visit } from '../browser.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

let owner: Caller;
let storeId: string;
let variantId: string;
let address: string;

beforeAll(async () => {
  owner = await newAccount('counting');
  storeId = await newStore(owner, 'Counting');
  const listings = [{ sku: 'COUNTED', name: 'The COUNTED', quantity: 12 }];
  await connectShop(owner, storeId, { channel: 'lazada', shop: newShopId(), listings });
  await allowSync(owner, storeId);
  const { product_listings: found } = await owner.call(listProductListings, { params: { storeId } });
  variantId = found[0]?.variant_listings[0]?.variant_slug ?? '';
  address = `/stores/${storeId}/variants/${variantId}`;
});

const params = () => ({ storeId, variantId });
const quantity = async () => (await owner.call(showVariant, { params: params() })).variant.quantity;
const colleagueAdjusts = (adjustment: number) =>
  owner.call(updateVariant, { params: params(), body: { variant: { adjustment } } });
const newest = async () =>
  (await owner.call(listVariantStockMovements, { params: params(), query: { per_page: 1 } }))
    .stock_movements[0];

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Adjust quantity' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adjust' });
  await dialog.waitFor();
  return dialog;
}
const setTo = (dialog: Locator) => dialog.getByText('Set to', { exact: true }).click();
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' }).click();

describe('what was counted', () => {
  it('becomes the quantity, with why, and the ledger of the SKU shows it', async () => {
    const { page, faults, close } = await visit();
    await enter(page, address, owner);
    await until(quantity, 12);
    const dialog = await openDialog(page);
    await setTo(dialog);
    const counted = dialog.getByLabel('Counted');
    expect(await counted.inputValue()).toBe('12');
    for (const [wrong, text] of [
      ['', 'Counted is required'],
      ['-2', 'Counted must be a whole number, 0 or more'],
    ] as const) {
      await counted.fill(wrong);
      await save(dialog);
      await dialog.getByText(text).waitFor();
    }
    await counted.fill('9');
    await dialog.getByText('−3', { exact: true }).waitFor();
    await dialog.getByLabel('Reason').click();
    await page.getByTitle('Damaged', { exact: true }).click();
    await dialog.getByLabel('Note').fill('Fell off the shelf');
    expect(await flaws(page, everyLook)).toEqual([]);
    await save(dialog);
    await dialog.waitFor({ state: 'detached' });
    expect(await newest()).toMatchObject({
      adjustment: -3,
      final_quantity: 9,
      reason: 'damaged',
      reason_note: 'Fell off the shelf',
    });

    const said = 'Damaged: Fell off the shelf';
    await page.getByRole('listitem').filter({ hasText: said }).waitFor();
    await page.locator('main .es-number-link', { hasText: '9' }).first().click();
    await page.getByRole('dialog').getByText(said).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('is not set over what a colleague did meanwhile unheard', async () => {
    const { page, faults, close } = await visit(phone);
    await enter(page, address, owner);
    const before = await quantity();
    const dialog = await openDialog(page);
    await setTo(dialog);
    await dialog.getByLabel('Counted').fill('20');
    await colleagueAdjusts(-2);
    await save(dialog);
    const question = page.getByRole('dialog').filter({ hasText: 'Save yours over it?' }).last();
    await question
      .getByText(
        `The quantity was ${String(before)} when you opened this; it is ${String(before - 2)} now. Set it to 20?`,
      )
      .waitFor();
    expect(await barriers(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await quantity()).toBe(before - 2);
    await save(dialog);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await newest()).toMatchObject({ adjustment: 22 - before, final_quantity: 20, reason: null });
    expect(faults).toEqual([]);
    await close();
  });
});

describe('an adjustment', () => {
  it('is undone where it was saved, with the settings, and in the ledger', async () => {
    const { page, faults, close } = await visit(phone);
    await enter(page, address, owner);
    const before = await quantity();
    const isRestocked = async () =>
      !(await owner.call(showVariant, { params: params() })).variant.disable_restock;
    async function adjustBy(units: string): Promise<void> {
      const dialog = await openDialog(page);
      await dialog.getByLabel('Adjustment').fill(units);
      await dialog.getByLabel('Disable restock').click();
      await save(dialog);
      await dialog.waitFor({ state: 'detached' });
    }
    await adjustBy('5');
    await until(quantity, before + 5);
    expect(await isRestocked()).toBe(false);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    expect(await quantity()).toBe(before);
    expect(await isRestocked()).toBe(true);

    await adjustBy('-2');
    await until(quantity, before - 2);
    await page.getByRole('button', { name: 'Stock Movements' }).click();
    const ledger = page.getByRole('dialog');
    await ledger.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await page.getByText('Adjustment undone').waitFor();
    await ledger.getByText('Undo adjustment').first().waitFor();
    expect(await quantity()).toBe(before);
    expect(await barriers(page)).toEqual([]);
    await colleagueAdjusts(1);
    await colleagueAdjusts(1);
    expect((await newest())?.can_undo).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the focus', () => {
  it('is on the button again once its dialog is gone: by Escape, Cancel, Leave or Save', async () => {
    const { page, faults, close } = await visit();
    await enter(page, address, owner);
    const button = page.getByRole('button', { name: 'Adjust quantity' });
    const isFocused = () => button.evaluate((element) => element === document.activeElement);
    for (const closeIt of [
      () => page.keyboard.press('Escape'),
      (dialog: Locator) => dialog.getByRole('button', { name: 'Cancel' }).click(),
      async (dialog: Locator) => {
        await dialog.getByLabel('Adjustment').fill('3');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Leave' }).click();
      },
      async (dialog: Locator) => {
        await dialog.getByLabel('Adjustment').fill('1');
        await page.keyboard.press('Enter');
      },
    ]) {
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Adjust' });
      await dialog.waitFor();
      await closeIt(dialog);
      await dialog.waitFor({ state: 'detached' });
      await until(isFocused, true);
    }

    // A dialog that a menu opened gives it back to the menu's button, one that the address names to its own.
    const more = page.getByRole('button', { name: /^More actions for/ });
    // The button moves while the new quantity is sent: a press of the pointer could miss it.
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
    const schedule = page.getByRole('dialog').filter({ hasText: 'Times are those of Asia/Singapore.' });
    await schedule.waitFor();
    await page.keyboard.press('Escape');
    await schedule.waitFor({ state: 'detached' });
    await until(() => more.evaluate((element) => element === document.activeElement), true);
    const ledger = page.getByRole('button', { name: 'Stock Movements' });
    await ledger.click();
    await page.getByRole('dialog').getByText('Stock movements of').waitFor();
    await page.keyboard.press('Escape');
    await until(() => ledger.evaluate((element) => element === document.activeElement), true);
    expect(faults).toEqual([]);
    await close();
  });
});
