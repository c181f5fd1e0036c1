import { listVariants, updateVariant } from '@evenstock/contract/catalog/variants';
import { updateStore } from '@evenstock/contract/stores/stores';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newMember } from '../accounts.ts';
import { barriers, demoStore, enter, overflows, owner, ownerCaller, visit } from '../browser.ts';
import { mailedLink } from '../people.ts';
import { until } from '../until.ts';

/* Exports what lists show, opens the mailed link, and updates quantities by a sheet. */

const mailedTo = (email: string) => `We will send you an email ${email} shortly regarding your request`;
const mailed = mailedTo(owner.email);
const params = { storeId: 'demo-store' };

/** The first SKU of the list that has a code of its own. */
async function aVariant(): Promise<{ id: number; sku: string; quantity: number }> {
  const { call } = await ownerCaller();
  const { variants } = await call(listVariants, { params, query: { q: { filter_status: 'in_stock' } } });
  const found = variants.find(({ sku }) => sku !== null && sku !== '');
  if (found === undefined) throw new Error('The demo has no SKU in stock.');
  return { id: found.id, sku: found.sku ?? '', quantity: found.quantity };
}

async function quantityOf(id: number): Promise<number | undefined> {
  const { call } = await ownerCaller();
  const query = { q: { filter_status: 'all' as const }, per_page: 100 };
  const { variants } = await call(listVariants, { params, query });
  return variants.find((variant) => variant.id === id)?.quantity;
}

async function choosePart(page: Page, button: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Opens the dialog and chooses a sheet. */
async function chooseSheet(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Products' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'quantities.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

describe('spreadsheets', () => {
  it('exports the products of the list; the mailed link downloads them', async () => {
    const member = await newMember(await ownerCaller(), 'demo-store', 'sheets');
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/products`, member);
    await choosePart(page, 'Export', 'Products of this list');
    await page.getByText(mailedTo(member.email)).waitFor();
    const link = await mailedLink(page, member.email, /http\S+\/downloads\/\d+\?sig=\S+/);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Your file' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    const arrives = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    const file = await readFile(await (await arrives).path());
    expect(file.subarray(0, 2).toString()).toBe('PK');
    await page.goto(link.replace(/sig=\S+/, 'sig=x'));
    await page.getByText('This link opens no file').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('exports by SKU on a phone, and says what is missing and what is not there', async () => {
    const { sku } = await aVariant();
    const { page, faults, close } = await visit({ width: 375 });
    await enter(page, `${demoStore}/products/export_products`);
    expect(await overflows(page)).toBe(false);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('At least one SKU is required').waitFor();
    await page.getByLabel('SKUs', { exact: true }).fill('there is no such SKU');
    await page.getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Failed to download Products' });
    await dialog.getByText('There is nothing to export here').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('SKUs', { exact: true }).fill(`${sku}\n${sku}`);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText(mailed).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('exports orders, their items and stock movements; a member sees no orders to export', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/orders?tab=all`);
    await choosePart(page, 'Export Orders', 'Orders');
    await page.getByText(mailed).first().waitFor();
    await page.getByRole('checkbox').nth(1).check();
    await choosePart(page, 'Export Orders', 'Order Items');
    await enter(page, `${demoStore}/products/stock_movements`);
    await page.getByRole('button', { name: 'Download stock movements' }).click();
    await page.getByText('We will send you an email shortly with your stock movements').waitFor();
    expect(faults).toEqual([]);
    await close();

    const member = await newMember(await ownerCaller(), 'demo-store', 'sheets');
    const theirs = await visit();
    await enter(theirs.page, `${demoStore}/orders?tab=all`, member);
    await theirs.page.getByRole('button', { name: 'Print' }).first().waitFor();
    expect(await theirs.page.getByRole('button', { name: 'Export Orders' }).count()).toBe(0);
    await theirs.close();
  });

  it.each([1440, 375])('updates quantities by a sheet after a look at what is wrong (%i)', async (width) => {
    const { id, quantity } = await aVariant();
    const { page, faults, close } = await visit({ width });
    await enter(page, `${demoStore}/products`);
    const numbers = `${String(quantity + 7)},${String(quantity)}`;
    const sheet = `Variant Id,Product,Notes,Quantity,Exported quantity
${String(id)},Renamed there,Count again,${numbers}
999999999,,,${String(width)},1
`;
    await chooseSheet(page, sheet);
    const dialog = page.getByRole('dialog', { name: 'Import Products' });
    await dialog.getByText('No product of this store has the id “999999999”').waitFor();
    await dialog.getByText('“Notes” is no column of the export and is ignored').waitFor();
    await dialog.getByText('“Product” differs in 1 row and is ignored').waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    // The sheet of the other width made the same change.
    const repeats = dialog.getByLabel('Make them once more.');
    if (width === 375) await repeats.check();
    else expect(await repeats.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Import 1 change' }).click();
    await page.getByText('We are importing your Products').waitFor();
    await dialog.getByRole('status').getByText('The import has ended').waitFor();
    await dialog.getByText('1 row failed').waitFor();
    await dialog.getByRole('link', { name: 'Download the rows to mend' }).waitFor();
    await until(() => quantityOf(id), quantity + 7);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.waitFor({ state: 'detached' });
    // The same sheet once more, while another import is under way.
    await page.route('**/mass_update.json*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('"waits":false', '"waits":true'),
      });
    });
    await chooseSheet(page, sheet);
    await dialog.getByText('This sheet was imported before.').waitFor();
    await dialog.getByText('Another import of this store is under way. Yours begins after it.').waitFor();
    expect(faults).toEqual([]);
    await close();
    const { call } = await ownerCaller();
    await call(updateVariant, {
      params: { ...params, variantId: String(id) },
      body: { variant: { adjustment: -7 } },
    });
  });

  it('says what is wrong with a sheet, and asks for inventory sync first where it is off', async () => {
    const { call } = await ownerCaller();
    const sync = (on: boolean) => call(updateStore, { params, body: { store: { can_sync_quantity: on } } });
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/products`);
    await chooseSheet(page, 'Name,Price\nA,1\n');
    await page.getByText('Failed to import Product: The first row lacks the column “Quantity”').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await sync(false);
    try {
      await page.reload();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.locator('.ant-modal-confirm').getByRole('button', { name: 'Cancel' }).waitFor();
      await page.locator('.ant-modal-confirm').getByText('Allow inventory sync?').last().waitFor();
      expect(await page.getByRole('dialog', { name: 'Import Products' }).count()).toBe(0);
    } finally {
      await sync(true);
    }
    expect(faults).toEqual([]);
    await close();
  });
});
