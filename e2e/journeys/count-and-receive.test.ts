import { listProductListings } from '@evenstock/contract/catalog/product-listings';
import { showVariant, updateVariant } from '@evenstock/contract/catalog/variants';
import { listVariantStockMovements } from '@evenstock/contract/stock/stock';
import { recordScans } from '@evenstock/contract/stock/tallies';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount } from '../accounts.ts';
import type { Caller } from '../api.ts';
import { desk, enter, flaws, phone, visit } from '../browser.ts';
import { control } from '../control.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* Counts and receives with what a scanner types: the codes, each followed by Enter. */

const EAN = '4006381333931';

let owner: Caller;
let storeId: string;
let shop: string;
const variants = new Map<string, string>();

beforeAll(async () => {
  owner = await newAccount('scanning');
  storeId = await newStore(owner, 'Scanning');
  shop = newShopId();
  const listings = ['ALPHA', 'BETA', 'GAMMA', 'DELTA'].map((sku) => ({
    sku,
    name: `The ${sku}`,
    quantity: 10,
  }));
  await connectShop(owner, storeId, { channel: 'lazada', shop, listings });
  await allowSync(owner, storeId);
  const { product_listings: found } = await owner.call(listProductListings, {
    params: { storeId },
    query: { per_page: 100 },
  });
  for (const { variant_listings: of } of found)
    for (const { sku, variant_slug: slug } of of) variants.set(sku ?? '', slug);
  for (const sku of variants.keys()) await until(() => quantity(sku), 10);
  await owner.call(updateVariant, { params: at('BETA'), body: { variant: { add_barcodes: [EAN] } } });
});

const at = (sku: string) => ({ storeId, variantId: variants.get(sku) ?? '' });
const quantity = async (sku: string) => (await owner.call(showVariant, { params: at(sku) })).variant.quantity;
const newest = async (sku: string) =>
  (await owner.call(listVariantStockMovements, { params: at(sku), query: { per_page: 1 } }))
    .stock_movements[0];

const scan = async (page: Page, ...codes: string[]): Promise<void> => {
  for (const code of codes) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
};
const said = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();
const tallyOf = (page: Page): number => Number(new URL(page.url()).pathname.split('/').at(-1));

async function start(page: Page, button: string, field: string, text: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: button });
  await dialog.getByLabel(field).fill(text);
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL('**/stock_tallies/*');
  await page.getByLabel('Barcode or SKU').waitFor();
}

/** The camera of the browser shows a barcode that is drawn, as it would a printed one. */
async function showToCamera(page: Page, ean: string): Promise<void> {
  await page.addInitScript(`{
    const left = ['0001101','0011001','0010011','0111101','0100011','0110001','0101111','0111011','0110111','0001011'];
    const sets = ['LLLLLL','LLGLGG','LLGGLG','LLGGGL','LGLLGG','LGGLLG','LGGGLL','LGLGLG','LGLGGL','LGGLGL'];
    const turned = (bits) => [...bits].reverse().join('');
    const flipped = (bits) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('');
    const [first, ...digits] = [...'${ean}'].map(Number);
    const bits = '101' + digits.slice(0, 6).map((digit, at) => sets[first][at] === 'L' ? left[digit] : turned(flipped(left[digit]))).join('')
      + '01010' + digits.slice(6).map((digit) => flipped(left[digit])).join('') + '101';
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
      const context = canvas.getContext('2d');
      const draw = () => {
        context.fillStyle = 'white';
        context.fillRect(0, 0, 640, 360);
        context.fillStyle = 'black';
        [...bits].forEach((bit, at) => { if (bit === '1') context.fillRect(130 + at * 4, 80, 4, 200); });
      };
      draw();
      setInterval(draw, 50);
      return canvas.captureStream(20);
    };
  }`);
}

describe('a stock count', () => {
  it('survives a lost connection and a reload, adds up with a colleague, and leaves what was sold meanwhile sold', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${storeId}/products/stock_tallies`, owner);
    await page.getByText('No stock counts or receipts yet').waitFor();
    expect(await flaws(page, [phone, desk])).toEqual([]);
    await start(page, 'Count stock', 'Note', 'Aisle 3');
    await page.getByText('Nothing was scanned yet').first().waitFor();
    expect(await flaws(page, [phone, desk])).toEqual([]);

    await scan(page, 'alpha', 'ALPHA', 'ALPHA');
    await said(page, 'ALPHA: 3');
    await page.getByLabel('Units', { exact: true }).fill('4');
    await page.getByLabel('Barcode or SKU').focus();
    await scan(page, 'ALPHA');
    await said(page, 'ALPHA: 7');

    // Without a connection.
    await page.route('**/scans.json', (route) => route.abort('internetdisconnected'));
    await scan(page, EAN, `0${EAN}`);
    await page.getByRole('alert').getByText('2 scans are not sent yet').waitFor();
    expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    expect(await flaws(page, [phone, desk])).toEqual([]);
    await page.reload();
    await page.getByRole('alert').getByText('2 scans are not sent yet').waitFor();
    await page.unroute('**/scans.json');
    await page.getByRole('button', { name: 'Send now' }).click();
    await said(page, 'BETA: 2');
    expect(
      await page.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('tally ')).length`),
    ).toBe(0);

    // A colleague scans into the same count.
    const tallyId = tallyOf(page);
    const colleague = {
      key: randomUUID(),
      code: 'GAMMA',
      variant_id: null,
      units: 9,
      is_total: false,
      age_ms: 0,
    };
    for (let times = 0; times < 2; times += 1)
      await owner.call(recordScans, { params: { storeId, tallyId }, body: { scans: [colleague] } });
    await page.getByRole('row').filter({ hasText: 'GAMMA' }).getByText('9', { exact: true }).waitFor();

    // A code of no SKU is named until it is dismissed.
    await scan(page, 'NO-SUCH-SKU');
    await page.getByRole('alert').getByText('No SKU has the code NO-SUCH-SKU').waitFor();
    expect(await flaws(page, [phone, desk])).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss NO-SUCH-SKU' }).click();
    await page.getByRole('heading', { name: 'Codes without a SKU' }).waitFor({ state: 'detached' });

    // A sale after ALPHA was counted.
    await control('POST', `/lazada/${shop}/orders`, { lines: [{ sku: 'ALPHA', quantity: 2 }] });
    await until(() => quantity('ALPHA'), 8);

    await page.getByRole('tab', { name: /Differences/ }).click();
    const row = page.getByRole('row').filter({ hasText: 'ALPHA' });
    await row.getByText('−3', { exact: true }).waitFor();
    await until(
      () =>
        row
          .getByRole('cell')
          .allInnerTexts()
          .then((texts) => texts.at(-1)),
      '5',
    );
    expect(await flaws(page, [phone, desk])).toEqual([]);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Apply' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply the count?' });
    await dialog.getByText('3 SKUs were counted otherwise than expected.').waitFor();
    expect(await flaws(page, [phone, desk])).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const result = page.getByRole('dialog', { name: 'Apply count or receipt' });
    await result.getByRole('heading', { name: /^Done/ }).waitFor();
    await result.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Applied', { exact: true }).first().waitFor();
    expect([await quantity('ALPHA'), await quantity('BETA'), await quantity('GAMMA')]).toEqual([5, 2, 9]);
    expect(await newest('ALPHA')).toMatchObject({
      adjustment: -3,
      final_quantity: 5,
      reason: 'counted',
      reason_note: 'Aisle 3',
    });
    expect(await flaws(page, [phone, desk])).toEqual([]);
    await enter(page, `/stores/${storeId}/products/stock_movements`, owner);
    await page.getByText('Counted: Aisle 3').first().waitFor();
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await close();
  });

  it('of chosen SKUs names those that nobody counted, takes a typed total, and asks before it is discarded', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${storeId}/products`, owner);
    for (const sku of ['DELTA', 'GAMMA'])
      await page.getByRole('row').filter({ hasText: sku }).first().getByRole('checkbox').check();
    await start(page, 'Count stock', 'Note', '');
    await page.getByText('Not counted').first().waitFor();
    const row = page.getByRole('row').filter({ hasText: 'DELTA' });
    await row.getByRole('button', { name: 'Change the units of DELTA' }).click();
    await page.getByLabel('Units of DELTA in all').fill('6');
    await page.getByRole('button', { name: 'Save' }).click();
    await said(page, 'DELTA: 6');
    await page.getByRole('tab', { name: /Not counted/ }).click();
    await page.getByRole('row').filter({ hasText: 'GAMMA' }).waitFor();
    expect(await flaws(page, [phone, desk])).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Nothing changes. What was scanned stays readable').waitFor();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Discarded', { exact: true }).first().waitFor();
    expect(await quantity('DELTA')).toBe(10);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a receipt', () => {
  it('on a telephone takes barcodes from its camera, and adds what came', async () => {
    const { page, faults, close } = await visit(phone, true);
    await showToCamera(page, EAN);
    await enter(page, `/stores/${storeId}/products/stock_tallies`, owner);
    const before = await quantity('BETA');
    await start(page, 'Receive goods', 'Reference', 'DN-2207');
    await scan(page, 'DELTA', 'DELTA');
    await said(page, 'DELTA: 2');
    await page.getByRole('button', { name: 'Use the camera' }).click();
    // Once, although the code stays in the picture.
    await said(page, 'BETA: 1');
    await page.getByText('Hold a barcode into the picture.', { exact: false }).waitFor();
    expect(await flaws(page, [phone, desk])).toEqual([]);
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    await page.setViewportSize({ width: 375, height: 800 });
    await page.getByRole('listitem').filter({ hasText: 'BETA' }).getByText('Becomes').waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add what was received?' });
    await dialog.getByText('3 units of 2 SKUs are added.').waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page
      .getByRole('dialog', { name: 'Apply count or receipt' })
      .getByRole('heading', { name: /^Done/ })
      .waitFor();
    expect([await quantity('BETA'), await quantity('DELTA')]).toEqual([before + 1, 12]);
    expect(await newest('DELTA')).toMatchObject({
      adjustment: 2,
      reason: 'received',
      reason_note: 'DN-2207',
    });
    expect(faults).toEqual([]);
    await close();
  });
});
