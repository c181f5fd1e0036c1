import { massUpdateVariants, productColumns } from '@evenstock/contract/spreadsheets/spreadsheets';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { variantsToExport } from '../catalog/pages/export-variants.ts';
import { saveBarcodes } from '../catalog/pages/save-barcodes.ts';
import { barcodesOf } from '../catalog/variants/barcodes-of.ts';
import { productCells } from './export-products.ts';

const EAN = '4006381333931';
const EAN8 = '96385074';
const UPC = '012345678905';

let market: Market;
let server: TestServer;
let token: string;
let path: string;
let userId: number;
let next = 0;
let sku: string;
let id: number;

beforeAll(async () => {
  market = await createMarket({ channels: ['shopee'], skus: {} });
  server = await createTestServer(market.ctx);
  path = `/api/stores/${String(market.storeId)}`;
  userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

/** A SKU of the test alone, whose listing shows an EAN. */
beforeEach(async () => {
  next += 1;
  sku = `SHEET-${String(next)}`;
  const { shop } = market.shop('shopee');
  market.sandbox.control.addListings('shopee', shop, { sku, quantity: 10, name: sku, barcode: EAN });
  await market.pull(market.shop('shopee'), 'listings', 'reconcile');
  ({ id } = await market.ctx.db
    .selectFrom('variants')
    .select('id')
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow());
});

const codes = async (): Promise<string[]> =>
  ((await barcodesOf(market.ctx.db, [id])).get(id) ?? []).map(({ code }) => code);
const enter = (add: readonly string[]) =>
  saveBarcodes(market.ctx, {
    storeId: market.storeId,
    variantId: id,
    userId,
    operationId: 0,
    add,
    remove: [],
  });

async function send(sheet: string | Uint8Array, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const isText = typeof sheet === 'string';
  form.set('file', new Blob([isText ? sheet : Buffer.from(sheet)]), isText ? 'sheet.csv' : 'sheet.xlsx');
  const answer = await server.call('POST', `${path}/variants/mass_update.json`, { token, body: form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return massUpdateVariants.reply.parse(answer.body).mass_update;
}

it('an export has the barcodes of all sources, each once, and as texts', async () => {
  await enter([UPC, EAN]);
  const { db } = market.ctx;
  const [variant] = await variantsToExport(db, market.storeId, { ids: [id] }, { after: 0, limit: 1 });
  if (variant === undefined) throw new Error('It is not exported.');
  const cells = productCells(variant);
  expect(cells).toHaveLength(productColumns.length);
  expect(cells[productColumns.indexOf('Barcodes')]).toBe(`${EAN}, ${UPC}`);
  expect(cells[productColumns.indexOf('Exported barcodes')]).toBe(`${EAN}, ${UPC}`);
});

it('what was changed since the export is changed, in a preview first, and what came since is kept', async () => {
  await enter([UPC]);
  const exported = `${EAN}, ${UPC}`;
  const rows = [
    [...productColumns],
    [String(id), sku, '', '', 12, '', 10, `${EAN}, ${EAN8}`, exported],
  ] as const;
  const sheet = await writeXlsx({ sheets: [{ name: 'Products', rows: rows.map((row) => [...row]) }] });
  await enter(['SINCE-THEN']);
  const preview = await send(sheet, { dry_run: 'true' });
  expect(preview).toMatchObject({ changes: 1, failed: 0, ignored: expect.any(Array) as unknown[] });
  expect(preview.listed).toMatchObject([{ now: 10, then: 12, barcodes: { added: [EAN8], removed: [UPC] } }]);
  expect(await codes()).toEqual([EAN, UPC, 'SINCE-THEN']);
  await send(sheet);
  await market.ctx.runJobs();
  expect(await codes()).toEqual([EAN, 'SINCE-THEN', EAN8]);
  const activity = await market.ctx.db
    .selectFrom('activities')
    .select(['changes', 'extras', 'actor_id'])
    .where('recipient_id', '=', id)
    .where('key', '=', 'variant.update')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(activity).toMatchObject({
    actor_id: userId,
    changes: { barcodes: [`${UPC}, SINCE-THEN`, `SINCE-THEN, ${EAN8}`] },
    extras: { operation_id: expect.any(Number) as number },
  });
});

it('a sheet of SKUs and barcodes alone adds them, and changes no quantity', async () => {
  const report = await send(`SKU,Barcodes\n${sku},"${EAN}, ${UPC} ${EAN8}"\n`);
  expect(report).toMatchObject({ changes: 1, failed: 0, has_exported_quantity: true });
  await market.ctx.runJobs();
  expect(await codes()).toEqual([EAN, UPC, EAN8]);
  expect(await send(`SKU,Barcodes\n${sku},\n`, { dry_run: 'true' })).toMatchObject({
    changes: 0,
    unchanged: 1,
    failed: 0,
  });
  const { quantity } = await market.ctx.db
    .selectFrom('variants')
    .select('quantity')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(quantity).toBe(10);
});

it.each([
  ['8.88001E+12', '', 'spreadsheets.barcode_rounded'],
  ['', EAN, 'catalog.barcode_shown'],
  ['x'.repeat(65), '', 'catalog.barcode_too_long'],
])('%j beside the exported %j costs its row alone', async (typed, exported, code) => {
  const report = await send(
    `Variant Id,Quantity,Exported quantity,Barcodes,Exported barcodes\n${String(id)},11,10,${typed},${exported}\n`,
  );
  expect(report.problems).toMatchObject([{ row: 2, column: 'Barcodes', value: typed, reason: { code } }]);
  await market.ctx.runJobs();
  expect(await codes()).toEqual([EAN]);
  const { quantity } = await market.ctx.db
    .selectFrom('variants')
    .select('quantity')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(quantity).toBe(10);
});
