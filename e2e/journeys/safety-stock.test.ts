import { expect, it } from 'vitest';
import { automerge, previewAutomerge } from '@evenstock/contract/catalog/merges';
import { z } from 'zod';
import { newAccount } from '../accounts.ts';
import { enter, everyLook, flaws, visit } from '../browser.ts';
import { control } from '../control.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

const shown = z.array(z.object({ sku: z.string(), quantity: z.number() }));

it('a merchant keeps units back of a marketplace and of a SKU, and its last units for another, sees why a shop shows fewer, and takes them back', async () => {
  const owner = await newAccount('careful');
  const storeId = await newStore(owner, 'Careful Shelf');
  await allowSync(owner, storeId);
  const shop = newShopId();
  await connectShop(owner, storeId, {
    channel: 'shopee',
    shop,
    listings: [{ sku: 'MUG-SAFE', name: 'Safe mug', quantity: 20 }],
  });
  const shopShows = async () =>
    shown.parse(await control('GET', `/shopee/${shop}/listings`)).map(({ quantity }) => quantity);

  const { page, faults, close } = await visit();
  /** Looks for flaws in each width and theme, then returns to a desk's width. */
  const seesNoFlaws = async () => {
    expect(await flaws(page, everyLook)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const openMarketplace = async () => {
    await enter(page, `/stores/${storeId}/marketplaces`, owner);
    await page.getByRole('link', { name: 'View Our shopee' }).click();
    await page.getByRole('heading', { name: 'Details' }).waitFor();
  };
  const units = page.getByRole('spinbutton', { name: 'Units kept back' });
  await openMarketplace();
  expect(await units.count()).toBe(0);

  await enter(page, `/stores/${storeId}/settings`, owner);
  const keeps = page.getByRole('switch', { name: 'Keep units back from the shelves' });
  await keeps.click();
  await page.getByRole('switch', { name: 'Keep units back from the shelves', checked: true }).waitFor();
  await seesNoFlaws();

  await openMarketplace();
  await units.fill('3');
  const safety = page.getByRole('region', { name: 'Safety stock' });
  await safety.getByRole('button', { name: 'Save' }).click();
  await safety.getByRole('button', { name: 'Save', disabled: true }).waitFor();
  await seesNoFlaws();
  await until(shopShows, [17]);

  await enter(page, `/stores/${storeId}/products`, owner);
  const row = page.getByRole('row', { name: /Safe mug/ });
  await row.getByText('17', { exact: true }).waitFor();
  expect(await row.getByTitle('This marketplace shows another quantity.').count()).toBe(0);
  await row.getByRole('link', { name: 'View' }).click();
  await page.getByText('3 safety stock').waitFor();
  await page.getByRole('button', { name: 'Change safety stock' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton', { name: 'Safety stock' }).fill('5');
  await seesNoFlaws();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('5 safety stock').waitFor();
  await until(shopShows, [15]);
  await seesNoFlaws();
  // With one marketplace there is no other to keep the last units from.
  const changeLast = page.getByRole('button', { name: 'Change last units' });
  expect(await changeLast.count()).toBe(0);

  await page.locator('.es-figure-first .es-number-link').click();
  await page.getByText('Kept back as safety stock').waitFor();
  await seesNoFlaws();

  await connectShop(owner, storeId, {
    channel: 'lazada',
    shop: newShopId(),
    listings: [{ sku: 'MUG-SAFE', name: 'Safe mug', quantity: 20 }],
  });
  const params = { storeId };
  await owner.call(automerge, { params, body: { is_using_highest_qty: true } });
  await until(async () => (await owner.call(previewAutomerge, { params })).last_run?.state, 'done');
  await enter(page, `/stores/${storeId}/products`, owner);
  await page
    .getByRole('row', { name: /Safe mug/ })
    .getByRole('link', { name: 'View' })
    .click();
  await changeLast.click();
  await dialog.getByRole('spinbutton', { name: 'Units kept' }).fill('4');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose a marketplace', { exact: true }).last().waitFor();
  await dialog.getByRole('combobox', { name: 'For' }).click();
  await page.getByTitle('Our lazada', { exact: true }).click();
  await seesNoFlaws();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('4 kept for another marketplace').waitFor();
  await until(shopShows, [11]);
  await seesNoFlaws();
  await page.locator('.es-figure-first .es-number-link').click();
  await page.getByText('Kept for another marketplace', { exact: true }).waitFor();
  await seesNoFlaws();
  await page.goBack();
  await changeLast.click();
  await dialog.getByRole('spinbutton', { name: 'Units kept' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await until(shopShows, [15]);

  await enter(page, `/stores/${storeId}/settings`, owner);
  await keeps.click();
  await page.getByRole('switch', { name: 'Keep units back from the shelves', checked: false }).waitFor();
  await until(shopShows, [20]);
  expect(faults).toEqual([]);
  await close();
});
