import { massUpdateVariants, type MassUpdate } from '@evenstock/contract/spreadsheets/spreadsheets';
import { writeXlsx, type WriteSheet } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type Answer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';

/* Sheets as people and their programs make them: what they name is found, and what two readers would read differently is refused. */

let market: Market;
let server: TestServer;
let token: string;
let path: string;
let ids: ReadonlyMap<string, number>;

const skus = { TEE: 100, MUG: 100, CAP: 100, 'CAP-2': 100, '00012': 100, Café: 100 };

beforeAll(async () => {
  market = await createMarket({ skus, channels: ['shopee', 'lazada'] });
  await market.merge('TEE');
  await market.ctx.runJobs();
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
  for (const sku of ['MUG', 'CAP', 'CAP-2', '00012', 'Café']) await market.merge(sku);
  // A seller typed a blank behind a code.
  await market.ctx.db.updateTable('variants').set({ sku: 'CAP ' }).where('sku', '=', 'CAP-2').execute();
  const rows = await market.ctx.db
    .selectFrom('variants')
    .select(['id', 'sku'])
    .where('merged_into_id', 'is', null)
    .execute();
  ids = new Map(rows.map(({ id, sku }) => [sku ?? '', id]));
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function send(bytes: Uint8Array, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const { name = 'sheet.xlsx', ...others } = fields;
  const form = new FormData();
  for (const [field, value] of Object.entries(others)) form.set(field, value);
  form.set('file', new Blob([Buffer.from(bytes)]), name);
  return server.call('POST', `${path}/variants/mass_update.json`, { token, body: form });
}

async function checked(
  bytes: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
): Promise<MassUpdate> {
  const answer = await send(bytes, { dry_run: 'true', ...fields });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return massUpdateVariants.reply.parse(answer.body).mass_update;
}

const csv = (text: string, fields: Readonly<Record<string, string>> = {}) =>
  checked(Buffer.from(text), { name: 'sheet.csv', ...fields });

/** The SKU and the new number of each change, by their rows. */
const changesOf = ({ listed }: MassUpdate) =>
  listed
    .toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0))
    .map(({ variant, then }): [string | null, number] => [variant.sku, then]);
const problemsOf = ({ problems }: MassUpdate) =>
  problems.map(({ row, column, reason }) => [row, column, reason.code]);

describe('the preview of a sheet', () => {
  it('lists each change with its SKU, from what to what, and what each marketplace shows; unusual ones first', async () => {
    const found = await csv('SKU,Quantity\nMUG,101\nTEE,0\n00012,30\nCafé,900\n');
    expect(found.listed.map(({ variant, now, then, odd }) => [variant.sku, now, then, odd])).toEqual([
      ['TEE', 100, 0, 'to_zero'],
      ['00012', 100, 30, 'halved'],
      ['Café', 100, 900, 'doubled'],
      ['MUG', 100, 101, null],
    ]);
    const [tee] = found.listed;
    expect(tee).toMatchObject({ row: 3, variant: { id: ids.get('TEE'), full_product_name: 'The TEE' } });
    expect(
      tee?.listings.map(({ marketplace, before, after }) => [marketplace.channel, before, after]),
    ).toEqual([
      ['shopee', 100, 0],
      ['lazada', 100, 0],
    ]);
  });

  it('refuses what the import would refuse: more units taken than there are', async () => {
    const sheet = 'SKU,Quantity\nMUG,-3\nTEE,100\n';
    expect(problemsOf(await csv(sheet))).toEqual([[2, 'Quantity', 'stock.adjustment_too_low']]);
    const exported = await csv('SKU,Quantity,Exported quantity\nMUG,10,200\n');
    expect(problemsOf(exported)).toEqual([[2, 'Quantity', 'stock.adjustment_too_low']]);
    const answer = await send(Buffer.from(sheet), { name: 'sheet.csv', set_absolute: 'true' });
    const { mass_action: action } = massUpdateVariants.reply.parse(answer.body).mass_update;
    await market.ctx.runJobs();
    const ended = await server.call('GET', `${path}/mass_updates/${String(action?.id)}.json`, { token });
    expect(ended.body).toMatchObject({ mass_update: { failed: 1, mass_action: { state: 'done' } } });
  });
});

describe('a quantity', () => {
  it('that two readers would read differently is refused with both readings', async () => {
    const found = await csv('SKU;Quantity\nMUG;1.000\nTEE;1,000\n00012;+5\nCafé;1 000\n');
    expect(problemsOf(found)).toEqual([
      [2, 'Quantity', 'spreadsheets.read_in_two_ways'],
      [3, 'Quantity', 'spreadsheets.read_in_two_ways'],
      [4, 'Quantity', 'spreadsheets.read_in_two_ways'],
    ]);
    expect(found.problems[0]?.reason.text).toContain('1000 or 1.000');
    expect(changesOf(found)).toEqual([['Café', 1000]]);
  });

  it('of a cell of numbers is exact, without the noise of its last digits', async () => {
    const sheet = await workbook([
      {
        rows: [
          ['SKU', 'Quantity'],
          ['MUG', 55.000000000000007],
          ['TEE', 5.5],
        ],
      },
    ]);
    const found = await checked(sheet);
    expect(changesOf(found)).toEqual([['MUG', 55]]);
    expect(problemsOf(found)).toEqual([[3, 'Quantity', 'spreadsheets.not_whole']]);
  });
});

describe('a code', () => {
  it('is found without blanks and invisible characters around it, and in decomposed letters', async () => {
    const found = await csv('SKU,Quantity\n" MUG\u00A0",1\n\u200BTEE,2\n"Cafe\u0301 ",3\n');
    expect(changesOf(found)).toEqual([
      ['MUG', 1],
      ['TEE', 2],
      ['Café', 3],
    ]);
  });

  it('that may be either of two SKUs is refused, and both are named', async () => {
    const found = await csv('SKU,Quantity\nCAP,1\n"CAP ",2\n');
    expect(problemsOf(found)).toEqual([
      [2, 'SKU', 'spreadsheets.sku_alike'],
      [3, 'SKU', 'spreadsheets.sku_alike'],
    ]);
    expect(found.problems[0]?.reason.text).toContain('“CAP”, “CAP ”');
  });

  it('that is another SKU’s than the row’s Variant Id is refused; an id has no point', async () => {
    const id = String(ids.get('MUG'));
    const found = await csv(
      `Variant Id,SKU,Quantity\n${id},TEE,1\n${id}.0,,2\n${id},mug ,3\n${id},"MUG ",4\n`,
    );
    expect(problemsOf(found)).toEqual([
      [2, 'SKU', 'spreadsheets.id_and_sku'],
      [3, 'Variant Id', 'spreadsheets.unknown_id'],
      [4, 'SKU', 'spreadsheets.id_and_sku'],
    ]);
    expect(changesOf(found)).toEqual([['MUG', 4]]);
  });

  it('is the one that is seen, where a format puts zeros before a number', async () => {
    const sheet = await workbook([
      {
        columns: [
          { key: 'sku', header: 'SKU', numFmt: '00000' },
          { key: 'quantity', header: 'Quantity' },
        ],
        data: [{ sku: 12, quantity: 7 }],
      },
    ]);
    expect(changesOf(await checked(sheet))).toEqual([['00012', 7]]);
  });
});

describe('the tab', () => {
  const own = (code: string): NonNullable<WriteSheet['rows']> => [
    ['SKU', 'Quantity'],
    [code, 8],
  ];

  it('is a visible one that has the columns', async () => {
    const sheet = await workbook([
      { name: 'Old', hidden: true, rows: own('TEE') },
      { name: 'Notes', rows: [['Counted by hand']] },
      { name: 'Count', rows: own('MUG') },
    ]);
    const found = await checked(sheet);
    expect([found.tab, found.tabs, changesOf(found)]).toEqual(['Count', ['Count'], [['MUG', 8]]]);
  });

  it('is chosen where several have them: the open one is offered, and none is imported unasked', async () => {
    const tabs = [
      { name: 'October', rows: own('TEE') },
      { name: 'November', rows: own('MUG') },
    ];
    const sheet = await workbook(tabs, 1);
    const offered = await checked(sheet);
    expect([offered.tab, offered.tabs]).toEqual(['November', ['October', 'November']]);
    expect(changesOf(await checked(sheet, { tab: 'October' }))).toEqual([['TEE', 8]]);
    const unasked = await send(sheet, { set_absolute: 'true' });
    expect([unasked.status, JSON.stringify(unasked.body)]).toEqual([
      422,
      expect.stringContaining('choose_tab'),
    ]);
    const unknown = await send(sheet, { dry_run: 'true', tab: 'May' });
    expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([
      422,
      expect.stringContaining('unknown_tab'),
    ]);
    expect((await send(sheet, { set_absolute: 'true', tab: 'October' })).status).toBe(200);
    await market.ctx.runJobs();
    const { quantity } = await market.ctx.db
      .selectFrom('variants')
      .select('quantity')
      .where('id', '=', ids.get('TEE') ?? 0)
      .executeTakeFirstOrThrow();
    expect(quantity).toBe(8);
  });

  it('is refused where all are hidden', async () => {
    const sheet = await workbook([{ name: 'Count', hidden: true, rows: own('MUG') }]);
    const answer = await send(sheet, { dry_run: 'true' });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      422,
      expect.stringContaining('no_visible_tab'),
    ]);
  });
});

describe('a text', () => {
  it.each([
    ['of Excel’s “Unicode text”', Buffer.from('\uFEFFSKU\tQuantity\nMUG\t9\n', 'utf16le')],
    ['that names its delimiter', Buffer.from('sep=;\r\nSKU;Quantity\r\nMUG;9\r\n')],
    ['with a code as a formula', Buffer.from('SKU,Quantity\n"=""00012""",9\n')],
  ])('%s is read', async (_, bytes) => {
    const found = await checked(bytes, { name: 'sheet.csv' });
    expect(changesOf(found)).toEqual([[expect.stringMatching(/^(MUG|00012)$/), 9]]);
  });
});

/** A workbook; tabs without a name are numbered. */
async function workbook(
  tabs: readonly (Omit<WriteSheet, 'name'> & { readonly name?: string })[],
  active = 0,
): Promise<Buffer> {
  const sheets = tabs.map((tab, index) => ({ name: `Sheet${String(index + 1)}`, ...tab }));
  return Buffer.from(await writeXlsx({ sheets, activeSheet: active }));
}
