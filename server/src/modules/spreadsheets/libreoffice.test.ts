import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { massUpdateVariants } from '@evenstock/contract/spreadsheets/spreadsheets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { readSheet } from './read-sheet.ts';
import { visibleTabs } from './sheet-tabs.ts';

/*
 * A sheet that the export wrote and LibreOffice 7.4 saved, with one quantity edited. Its long suite runs LibreOffice itself:
 * server/src/testing/libreoffice.
 */

const edited = readFileSync(join(import.meta.dirname, 'edited-in-libreoffice.fixture.xlsx'));

let market: Market;
let server: TestServer;
let token: string;

beforeAll(async () => {
  market = await createMarket({ skus: { '00012': 100, '=1+1': 7, TEE: 40 }, channels: ['shopee'] });
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

it('is read as it was written: ids and codes are texts, formulas are none', async () => {
  const rows: (readonly string[])[] = [];
  for await (const { cells } of readSheet(edited, (await visibleTabs(edited))[0]?.name ?? null))
    rows.push(cells);
  expect(rows).toEqual([
    ['Variant Id', 'SKU', 'Product', 'Variant', 'Quantity', 'Marketplaces', 'Exported quantity'],
    ['', '00012', 'Tea tin', 'Tea tin', '120', 'shopee', '100'],
    ['999999999', 'TEE', 'T-shirt, größe “L”', 'T-shirt, größe “L”', '40', 'shopee', '40'],
    ['', '=1+1', '=HYPERLINK("x")', 'formula', '7', 'shopee', '7'],
  ]);
});

it('changes the quantity that was edited, and no other', async () => {
  const form = new FormData();
  form.set('file', new Blob([edited]), 'products.xlsx');
  const path = `/api/stores/${String(market.storeId)}/variants/mass_update.json`;
  const answer = await server.call('POST', path, { token, body: form });
  const { mass_update: update } = massUpdateVariants.reply.parse(answer.body);
  expect(update).toMatchObject({ rows: 3, changes: 1, unchanged: 1, failed: 1 });
  expect(update.problems).toMatchObject([{ row: 3, column: 'Variant Id', value: '999999999' }]);
  await market.ctx.runJobs();
  const variants = await market.ctx.db
    .selectFrom('variants')
    .select(['sku', 'quantity'])
    .orderBy('sku')
    .execute();
  expect(Object.fromEntries(variants.map(({ sku, quantity }) => [sku, quantity]))).toEqual({
    '00012': 120,
    '=1+1': 7,
    TEE: 40,
  });
});
