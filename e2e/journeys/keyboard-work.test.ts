import { listMergeable } from '@evenstock/contract/catalog/suggested-merges';
import { listVariants } from '@evenstock/contract/catalog/variants';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount, type Account } from '../accounts.ts';
import { demoStore, enter, visit } from '../browser.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { buyToShip } from '../to-ship.ts';
import { until } from '../until.ts';

/* The daily work without a mouse. */

const MOST_TABS = 120;

/** Goes by Tab until a control has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('It cannot be reached by Tab.');
}

/** Goes to a control and presses it. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

let slug: string;
let owner: Account;
beforeAll(async () => {
  owner = await newAccount('keys');
  slug = await newStore(owner, 'Keys');
  await allowSync(owner, slug);
  const listings = ['KEY-1', 'KEY-2'].map((sku) => ({ sku, name: `Key ${sku}`, quantity: 5 }));
  await connectShop(owner, slug, { channel: 'shopee', shop: newShopId(), listings });
  await connectShop(owner, slug, { channel: 'lazada', shop: newShopId(), listings });
  const counted = () =>
    owner.call(listMergeable, { params: { storeId: slug } }).then(({ total_count: count }) => count);
  await until(counted, 2);
});

const skuCount = async () => (await owner.call(listVariants, { params: { storeId: slug } })).total_count;

describe('by keyboard alone', () => {
  it('an order is found and shipped', async () => {
    const number = await buyToShip('dropoff');
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/summary`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to, or do' });
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type(number);
    await palette.getByRole('option', { selected: true, name: new RegExp(number) }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/orders/${number}`);
    await press(page, page.getByRole('button', { name: 'Ship', exact: true }));
    const dialog = page.getByRole('dialog', { name: `Ship order ${number}` });
    await dialog.getByRole('table').waitFor();
    await tabTo(page, dialog.getByRole('combobox', { name: 'Branch' }));
    await page.keyboard.press('ArrowDown');
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().waitFor();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByLabel('Sender Real Name'));
    await page.keyboard.type('Tan Ah Kow');
    await press(page, dialog.getByRole('button', { name: 'Ship', exact: true }));
    await page.getByText(`Order ${number} shipped successfully`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('suggestions are selected and merged', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${slug}/products/merge?tab=suggested`, owner);
    await page.locator('tbody tr.ant-table-row').nth(1).waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await press(page, page.getByRole('button', { name: 'Merge 2 suggestions' }));
    const dialog = page.getByRole('dialog');
    // Free merging continues without a card.
    await press(page, dialog.getByRole('button', { name: 'Not now' }));
    await dialog.getByRole('row').nth(1).waitFor();
    await press(page, dialog.getByRole('button', { name: 'Merge 2 suggestions' }));
    await page.getByText('2 of 2 SKUs were joined').waitFor();
    await until(skuCount, 2);
    expect(faults).toEqual([]);
    await close();
  });

  it('a sheet is chosen, checked and imported', async () => {
    const { variants } = await owner.call(listVariants, { params: { storeId: slug } });
    const [{ id, quantity } = { id: 0, quantity: 0 }] = variants;
    const sheet = `Variant Id,Quantity,Exported quantity\n${String(id)},${String(quantity + 4)},${String(quantity)}\n`;
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${slug}/products`, owner);
    await press(page, page.getByRole('button', { name: 'Import', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Import Products' });
    const chooses = page.waitForEvent('filechooser');
    await press(page, dialog.getByRole('button', { name: 'Choose' }));
    await (
      await chooses
    ).setFiles({ name: 'quantities.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
    await press(page, dialog.getByRole('button', { name: 'Import 1 change' }));
    await dialog.getByText('The import has ended').waitFor();
    const shown = async () => {
      const { variants: now } = await owner.call(listVariants, { params: { storeId: slug } });
      return now.find((variant) => variant.id === id)?.quantity;
    };
    await until(shown, quantity + 4);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });
});
