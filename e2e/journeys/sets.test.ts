import { expect, it } from 'vitest';
import { z } from 'zod';
import { newAccount } from '../accounts.ts';
import { enter, everyLook, flaws, visit } from '../browser.ts';
import { control } from '../control.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

const shown = z.array(z.object({ sku: z.string(), quantity: z.number() }));

it('a merchant makes a SKU a set of two others, sees what it is made of and why it has its number, and ends it', async () => {
  const owner = await newAccount('packer');
  const storeId = await newStore(owner, 'Boxed Shelf');
  await allowSync(owner, storeId);
  const shop = newShopId();
  await connectShop(owner, storeId, {
    channel: 'shopee',
    shop,
    listings: [
      { sku: 'SET-MUG', name: 'Set mug', quantity: 11 },
      { sku: 'SET-LID', name: 'Set lid', quantity: 30 },
      { sku: 'SET-BOX', name: 'Boxed pair', quantity: 2 },
    ],
  });
  const boxShows = async () =>
    shown
      .parse(await control('GET', `/shopee/${shop}/listings`))
      .filter(({ sku }) => sku === 'SET-BOX')
      .map(({ quantity }) => quantity);

  const { page, faults, close } = await visit();
  const seesNoFlaws = async () => {
    expect(await flaws(page, everyLook)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const openSku = async (name: RegExp) => {
    await enter(page, `/stores/${storeId}/products`, owner);
    await page.getByRole('row', { name }).getByRole('link', { name: 'View' }).click();
    await page.getByRole('button', { name: 'Adjust' }).waitFor();
  };
  const madeOf = page.getByRole('region', { name: 'Made of' });
  await openSku(/Boxed pair/);
  expect(await madeOf.count()).toBe(0);

  await enter(page, `/stores/${storeId}/settings`, owner);
  const switchOf = (checked: boolean) =>
    page.getByRole('switch', { name: 'Sell SKUs that are made of others', checked });
  await switchOf(false).click();
  await switchOf(true).waitFor();

  await openSku(/Boxed pair/);
  await madeOf.getByRole('button', { name: 'Make a set' }).click();
  const dialog = page.getByRole('dialog', { name: 'Made of' });
  const search = page.getByRole('dialog').filter({ has: page.getByRole('table') });
  await dialog.getByRole('button', { name: 'Add a part' }).click();
  await search.getByRole('button', { name: 'Add Set mug' }).click();
  await search.getByRole('button', { name: 'Add Set lid' }).click();
  await search.getByRole('button', { name: 'Close' }).click();
  await search.waitFor({ state: 'detached' });
  await dialog.getByRole('spinbutton', { name: 'Units of Set mug in one set' }).fill('2');
  await dialog.getByText('what the parts allow: 5 now').waitFor();
  await dialog.getByText('The 2 units of this SKU leave its ledger.').waitFor();
  await seesNoFlaws();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await madeOf.getByText('enough for 5 sets').waitFor();
  await until(boxShows, [5]);
  expect(await page.getByRole('button', { name: 'Adjust' }).isDisabled()).toBe(true);
  await seesNoFlaws();

  await page.locator('.es-figure-first .es-number-link').click();
  const why = page.getByRole('dialog');
  await why.getByText('The first part decides').waitFor();
  await why.getByText('The least that its parts allow').waitFor();
  await seesNoFlaws();

  await openSku(/Set mug/);
  await page.getByRole('region', { name: 'Part of' }).getByText('2 in each').waitFor();
  await page.getByText('Sets included').waitFor();
  await seesNoFlaws();
  await enter(page, `/stores/${storeId}/products`, owner);
  await page
    .getByRole('row', { name: /Boxed pair/ })
    .getByText('Set', { exact: true })
    .waitFor();

  // The filter leaves the sets alone in the list, or all others.
  await enter(page, `/stores/${storeId}/products?is_set_eq=true`, owner);
  await page.getByRole('row', { name: /Boxed pair/ }).waitFor();
  expect(await page.getByRole('row', { name: /Set mug|Set lid/ }).count()).toBe(0);
  await enter(page, `/stores/${storeId}/products?is_set_eq=false`, owner);
  await page.getByRole('row', { name: /Set mug/ }).waitFor();
  expect(await page.getByRole('row', { name: /Boxed pair/ }).count()).toBe(0);

  await enter(page, `/stores/${storeId}/settings`, owner);
  await switchOf(true).click();
  await page.getByText('This store has sets. Open each and end it first').waitFor();

  await openSku(/Boxed pair/);
  await madeOf.getByRole('button', { name: 'Change parts' }).click();
  await dialog.getByRole('button', { name: 'End set' }).click();
  await page.getByRole('dialog', { name: 'End this set?' }).getByRole('button', { name: 'End set' }).click();
  await madeOf.getByText('This SKU has units of its own.').waitFor();
  await until(boxShows, [0]);
  expect(faults).toEqual([]);
  await close();
});
