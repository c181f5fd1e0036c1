import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newAccount, newMember, type Account } from '../accounts.ts';
import { barriers, enter, overflows, visit } from '../browser.ts';
import { addMarketplace, authorise } from '../connecting.ts';
import { control } from '../control.ts';
import { connectShop, newStore, openShop } from '../stores.ts';

/* Which of a shop's places of stock is kept: chosen after the consent, and changed later. */

const listings = [{ sku: 'PLACED-1', name: 'Placed cup', quantity: 9 }];
const listed = z.array(
  z.object({ variant_id: z.string(), places: z.record(z.string(), z.number()), quantity: z.number() }),
);

let owner: Account;
beforeAll(async () => {
  owner = await newAccount('placing');
});

const listingOf = async (shop: string) =>
  listed.parse(await control('GET', `/shopify/${shop}/listings`))[0] ?? {
    variant_id: '',
    places: {},
    quantity: 0,
  };

it('is asked for after the consent, before anything is imported', async () => {
  const slug = await newStore(owner, 'Placing');
  const shop = 'placing-shop';
  await openShop({ channel: 'shopify', shop, listings });
  await control('POST', `/shopify/${shop}/places`, { name: 'Jurong' });
  const { page, faults, close } = await visit();
  await enter(page, `/stores/${slug}/marketplaces`, owner);
  const newShop = { store: slug, channel: 'shopify', shop } as const;
  await addMarketplace(page, newShop);
  await authorise(page, newShop);
  await page.getByText('Place of stock to be chosen').first().waitFor();
  const asking = page.getByRole('region', { name: 'Choose a place of stock' });
  await asking.getByText('nothing is read from this shop').waitFor();
  expect(await page.getByText(/^\d+ imported$/).count()).toBe(0);

  const member = await newMember(owner, slug, 'hand');
  const other = await visit();
  await enter(other.page, `/stores/${slug}/marketplaces/our-shopify`, member);
  const theirs = other.page.getByRole('region', { name: 'Choose a place of stock' });
  await theirs.getByText('An owner or admin of the store chooses it here.').waitFor();
  expect(await theirs.getByRole('button').count()).toBe(0);
  await other.close();

  await asking.getByRole('button', { name: 'Choose' }).click();
  const dialog = page.getByRole('dialog');
  const keep = dialog.getByRole('button', { name: 'Keep this place' });
  await dialog.getByRole('radio', { name: 'Jurong' }).waitFor();
  expect(await keep.isDisabled()).toBe(true);
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('radio', { name: /Warehouse/ }).check();
  await keep.click();
  await page.getByText('Authorised', { exact: true }).first().waitFor();
  const products = page.getByRole('region', { name: 'Products', exact: true });
  await products.getByText('Done').waitFor();
  await page
    .getByRole('region', { name: 'Place of stock' })
    .getByText(/Warehouse/)
    .waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('is changed with what becomes of each number, and says what went wrong', async () => {
  const slug = await newStore(owner, 'Moving');
  const shop = 'moving-shop';
  await connectShop(owner, slug, { channel: 'shopify', shop, listings });
  await control('POST', `/shopify/${shop}/places`, { name: 'Jurong' });
  const { variant_id: id } = await listingOf(shop);
  await control('PATCH', `/shopify/${shop}/listings/${id}`, { places: { 2: 3 } });
  const { page, close } = await visit();
  await enter(page, `/stores/${slug}/marketplaces/our-shopify`, owner);
  const panel = page.getByRole('region', { name: 'Place of stock' });
  const dialog = page.getByRole('dialog');
  const places = '**/stock_places.json';

  // Loading, then failed.
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(places, async (route) => {
    await held;
    await route.fulfill({ status: 422, json: { errors: { marketplace: ['The shop is being painted.'] } } });
  });
  await panel.getByRole('button', { name: 'Change' }).click();
  await dialog.locator('.ant-skeleton').waitFor();
  answer();
  await dialog.getByText('The shop is being painted.').waitFor();
  await page.unroute(places);

  // Empty, and one alone.
  const replied = (stock_places: readonly object[]) =>
    page.route(places, (route) => route.fulfill({ json: { stock_places, are_summed: false } }));
  await replied([]);
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByText('lists no places for this shop').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute(places);
  const only = {
    id: 'gid://shopify/Location/1',
    name: 'The only one',
    kept_by: 'seller',
    is_active: true,
    can_be_chosen: true,
    is_chosen: true,
  };
  await replied([only]);
  await panel.getByRole('button', { name: 'Change' }).click();
  await dialog.getByText('This shop has one place of stock.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute(places);

  // Several.
  await panel.getByRole('button', { name: 'Change' }).click();
  await dialog.getByText('Kept now').waitFor();
  expect(await dialog.getByRole('button', { name: 'Keep this place' }).isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: 'Jurong' }).check();
  const row = dialog.getByRole('row', { name: /PLACED-1/ });
  await row.waitFor();
  expect((await row.getByRole('cell').allInnerTexts()).slice(1)).toEqual(['9', '3', '9']);
  expect(await barriers(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  await dialog.getByRole('button', { name: 'Move 1 listing' }).click();
  await page.getByText('Evenstock keeps Jurong from now on').waitFor();
  await panel.getByText('Jurong', { exact: true }).waitFor();
  expect((await listingOf(shop)).quantity).toBe(9);
  await close();
});
