import { listVariants } from '@evenstock/contract/catalog/variants';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { barriers, enter, everyLook, flaws, overflows, ownerCaller, visit } from '../browser.ts';
import { control } from '../control.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* Listings that show 0 for a while: one by its menu, many by the ids of their items. */

const slug = 'zeroed';
const shop = newShopId();
const listings = ['JAR', 'LID', 'CORK'].map((sku) => ({ sku, name: `The ${sku}`, quantity: 6 }));

beforeAll(async () => {
  const owner = await ownerCaller();
  await newStore(owner, 'Zeroed');
  await allowSync(owner, slug);
  await connectShop(owner, slug, { channel: 'shopee', shop, listings });
});

const shown = z.array(z.object({ sku: z.string(), listing_id: z.string(), quantity: z.number() }));
const atShop = async (sku: string) => {
  const all = shown.parse(await control('GET', `/shopee/${shop}/listings`));
  const found = all.find((listing) => listing.sku === sku);
  if (found === undefined) throw new Error(`${sku} is not on sale.`);
  return found;
};
const quantityAtShop = (sku: string) => async () => (await atShop(sku)).quantity;

async function forced(): Promise<readonly (string | null)[]> {
  const { call } = await ownerCaller();
  const query = { q: { filter_status: 'force_zero_qty' } } as const;
  return (await call(listVariants, { params: { storeId: slug }, query })).variants.map(({ sku }) => sku);
}

async function typeDates(page: Page, from: string, to: string): Promise<void> {
  for (const [label, value] of [
    ['Start date', from],
    ['End date', to],
  ] as const) {
    const field = page.getByRole('textbox', { name: label });
    await field.fill(value);
    await field.press('Tab');
  }
}

describe('showing 0 for a while', () => {
  it('many items by their ids, until the dates are removed', async () => {
    const ids = [await atShop('JAR'), await atShop('LID')].map(({ listing_id: id }) => id);
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${slug}/products/force_zero_qty`);
    await page.getByText('The schedule is checked and activated every 30 minutes.').waitFor();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('At least one marketplace item id is required').waitFor();
    await page.getByLabel('Marketplace item ids').fill([...ids, 'no-such-item'].join('\n'));
    await typeDates(page, '2020-01-01 00:00', '2020-01-01 00:00');
    await page.getByRole('button', { name: 'Remove dates' }).click();
    await page.getByRole('textbox', { name: 'Start date' }).fill('2020-01-01 00:00');
    await page.getByRole('textbox', { name: 'Start date' }).press('Tab');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('End date is required').waitFor();
    await typeDates(page, '2020-01-01 00:00', '2099-01-01 00:00');
    // Enter asks, and schedules nothing yet.
    await page.getByRole('textbox', { name: 'End date' }).press('Enter');
    const preview = page.getByRole('dialog', { name: 'Show 0 for a while' });
    await preview.getByText('No listing has this id, which is left out: no-such-item').waitFor();
    await preview.getByRole('cell', { name: 'The JAR' }).waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);
    await preview.getByRole('button', { name: 'Show 0 on 2 listings' }).click();
    await page
      .getByText(
        '2 listings updated. The change will take effect within half an hour. We will send you an email once it is done.',
      )
      .waitFor();
    await until(quantityAtShop('JAR'), 0);
    await until(quantityAtShop('LID'), 0);
    expect((await forced()).toSorted()).toEqual(['JAR', 'LID']);
    await page.getByLabel('Marketplace item ids').fill(ids.join(', '));
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('button', { name: 'Remove dates of 2 listings' }).click();
    await until(quantityAtShop('JAR'), 6);
    await until(quantityAtShop('LID'), 6);
    expect(await forced()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('one listing in its menu on the page of the SKU, on a phone', async () => {
    const { call } = await ownerCaller();
    const query = { q: { sku_eq: 'CORK' } };
    const [cork] = (await call(listVariants, { params: { storeId: slug }, query })).variants;
    const { page, faults, close } = await visit({ width: 375 });
    await enter(page, `/stores/${slug}/variants/${cork?.slug ?? ''}`);
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Times are those of Asia/Singapore.').waitFor();
    await typeDates(page, '2020-01-01 00:00', '2099-01-01 00:00');
    expect(await overflows(page)).toBe(false);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Variant listing updated successfully').waitFor();
    await page.getByText('2020-01-01 00:00').first().waitFor();
    await until(quantityAtShop('CORK'), 0);
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
    await dialog.getByRole('button', { name: 'Remove dates' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await until(quantityAtShop('CORK'), 6);
    expect(faults).toEqual([]);
    await close();
  });

  it.each(everyLook)('the page is in order at %j', async (look) => {
    const { page, faults, close } = await visit(look);
    await enter(page, `/stores/${slug}/products/force_zero_qty`);
    await page.getByRole('button', { name: 'Submit' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });
});
