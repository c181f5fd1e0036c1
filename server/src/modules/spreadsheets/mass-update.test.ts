import {
  massUpdateVariants,
  productColumns,
  showDownload,
  showMassUpdate,
} from '@evenstock/contract/spreadsheets/spreadsheets';
import { listOperations, retryOperation, showOperation } from '@evenstock/contract/operations/operations';
import { streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type Answer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { openNotifications } from '../../testing/open-notifications.ts';
import { recordedChanges } from '../../testing/recorded-changes.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { operations } from '../../wiring.ts';
import { runOperation } from '../operations/run-operation.ts';
import { adjustQuantity } from '../stock/changes/adjust-quantity.ts';

type Value = string | number | null;

let market: Market;
let server: TestServer;
let token: string;
let userId: number;
let path: string;
/** The SKUs by their codes. */
let ids: ReadonlyMap<string, number>;

const skus = { TEE: 100, MUG: 100, CAP: 100, '00012': 100, BAG: 5 };

beforeAll(async () => {
  market = await createMarket({ skus, channels: ['shopee'] });
  server = await createTestServer(market.ctx);
  userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
  const rows = await market.ctx.db.selectFrom('variants').select(['id', 'sku']).execute();
  ids = new Map(rows.map(({ id, sku }) => [sku ?? '', id]));
});
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(() => {
  market.ctx.mails.length = 0;
});

const idOf = (sku: string): number => ids.get(sku) ?? 0;

async function quantityOf(sku: string): Promise<number> {
  const { quantity } = await market.ctx.db
    .selectFrom('variants')
    .select('quantity')
    .where('id', '=', idOf(sku))
    .executeTakeFirstOrThrow();
  return quantity;
}

async function setTo(sku: string, to: number): Promise<void> {
  await adjustQuantity(market.ctx, {
    storeId: market.storeId,
    variantId: idOf(sku),
    userId,
    units: { to },
    refuseBelowZero: true,
  });
}

/** A row in the layout of the export. */
const row = (sku: string, quantity: Value, exported: Value): Value[] => [
  String(idOf(sku)),
  sku,
  `The ${sku}`,
  `The ${sku}`,
  quantity,
  'shopee',
  exported,
];

async function workbook(
  rows: readonly Value[][],
  heading: readonly string[] = productColumns,
): Promise<Buffer> {
  return Buffer.from(
    await writeXlsx({
      sheets: [{ name: 'Products', rows: [[...heading], ...rows.map((each) => [...each])] }],
    }),
  );
}

async function send(
  bytes: Uint8Array,
  { name = 'products.xlsx', ...fields }: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([Buffer.from(bytes)]), name);
  return server.call('POST', `${path}/variants/mass_update.json`, { token, body: form });
}

async function accepted(bytes: Uint8Array, fields: Readonly<Record<string, string>> = {}) {
  const answer = await send(bytes, fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return massUpdateVariants.reply.parse(answer.body).mass_update;
}

async function imported(bytes: Uint8Array, fields: Readonly<Record<string, string>> = {}): Promise<number> {
  const { mass_action: action } = await accepted(bytes, fields);
  await market.ctx.runJobs();
  return action?.id ?? 0;
}

async function shown(id: number) {
  const answer = await server.call('GET', `${path}/mass_updates/${String(id)}.json`, { token });
  return showMassUpdate.reply.parse(answer.body).mass_update;
}

async function rowsOf(bytes: Buffer): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const { values } of streamXlsxRows(bytes)) rows.push(values);
  return rows;
}

async function reasonOf(answer: Answer): Promise<unknown> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(422);
  return Promise.resolve(answer.body);
}

describe('a dry run', () => {
  it('shows what would change, what is wrong with which cell, and what is ignored, and changes nothing', async () => {
    const renamed = row('CAP', 100, 100).with(2, 'Another name');
    const sheet = await workbook([
      row('TEE', 120, 100),
      row('MUG', 100, 100),
      renamed,
      row('00012', 'a few', 100),
      row('TEE', 130, 100),
      ['999999999', 'NONE', '', '', 5, '', 5],
      ['', 'NONE', '', '', 5, '', 5],
    ]);
    const found = await accepted(sheet, { dry_run: 'true' });
    expect(found).toMatchObject({
      mass_action: null,
      rows: 7,
      changes: 1,
      unchanged: 2,
      failed: 4,
      has_exported_quantity: true,
    });
    expect(found.ignored).toContainEqual({ column: 'Product', rows: 1 });
    expect(
      found.problems.map(({ row: number, column, value, reason }) => [number, column, value, reason.code]),
    ).toEqual([
      [5, 'Quantity', 'a few', 'spreadsheets.not_whole'],
      [6, 'Variant Id', String(idOf('TEE')), 'spreadsheets.repeated'],
      [7, 'Variant Id', '999999999', 'spreadsheets.unknown_id'],
      [8, 'SKU', 'NONE', 'spreadsheets.unknown_sku'],
    ]);
    await market.ctx.runJobs();
    expect(await quantityOf('TEE')).toBe(100);
  });

  it('names the columns that are unknown, but not the one in which failed rows are returned', async () => {
    const sheet = await workbook(
      [[...row('TEE', 100, 100), '', '12.50', 'a note', 'x']],
      [...productColumns, 'Problem', 'Price', ' Notes ', 'price'],
    );
    const { foreign_columns: foreign, ignored } = await accepted(sheet, { dry_run: 'true' });
    expect(foreign).toEqual(['Price', 'Notes', 'price']);
    expect(ignored.map(({ column }) => column)).not.toContain('Price');
  });

  it('refuses each file that is no sheet of quantities with its sentence', async () => {
    const codeOf = async (bytes: Uint8Array, fields = {}) => {
      const body = await reasonOf(await send(bytes, fields));
      return /"code":"(\w+\.\w+)"/.exec(JSON.stringify(body))?.[1];
    };
    expect(await codeOf(Buffer.alloc(0))).toBe('spreadsheets.empty_file');
    expect(await codeOf(Buffer.from([0, 1, 2, 3]))).toBe('spreadsheets.unreadable');
    const good = await workbook([row('TEE', 1, 1)]);
    expect(await codeOf(good.subarray(0, good.length - 30))).toBe('spreadsheets.unreadable');
    expect(await codeOf(await workbook([['a', 'b']], ['Name', 'Price']))).toBe('spreadsheets.other_layout');
    expect(await codeOf(await workbook([]))).toBe('spreadsheets.no_rows');
    expect(await codeOf(await workbook([['TEE', 5]], ['SKU', 'Quantity']))).toBe(
      'spreadsheets.absolute_or_not',
    );
    const long = `SKU,Quantity\n${'X,1\n'.repeat(100_001)}`;
    expect(await codeOf(Buffer.from(long), { name: 'long.csv', dry_run: '1' })).toBe(
      'spreadsheets.too_many_rows',
    );
    expect(await codeOf(bomb(good))).toBe('spreadsheets.expands_too_far');
  });

  it('reads no more of a file than it takes', async () => {
    const answer = await send(Buffer.alloc(20_000_001, 65), { name: 'large.csv' });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { file: ['Choose a file of at most 20 MB.'] } },
    });
    expect(answer.headers['connection']).toBe('close');
  });
});

/** The same archive, one of whose entries declares an expanded size of 4 GB. */
function bomb(archive: Buffer): Buffer {
  const armed = Buffer.from(archive);
  const entry = armed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  armed.writeUInt32LE(0xfffffff0, entry + 24);
  return armed;
}

describe('an import', () => {
  it('adds new less exported to the current quantity, and mails how it ended', async () => {
    await setTo('TEE', 90);
    const id = await imported(await workbook([row('TEE', 120, 100), row('00012', 100, 100)]));
    expect(await quantityOf('TEE')).toBe(110);
    expect(await quantityOf('00012')).toBe(100);
    expect((await recordedChanges(market.ctx, 'variant.update')).at(-1)).toEqual({ quantity: [90, 110] });
    expect(await shown(id)).toMatchObject({
      mass_action: { state: 'done', total: 2, done: 2 },
      failed: 0,
      failed_rows_url: null,
    });
    expect(market.ctx.mails).toHaveLength(1);
    expect(market.ctx.mails[0]?.text).toContain('2 rows of your sheet are done');
    const told = (await openNotifications(market.ctx, market.storeId)).filter(
      ({ kind }) => kind === 'import_done',
    );
    expect(told).toMatchObject([{ place: '/products', userId: expect.any(Number) as number }]);
    expect(told[0]?.content).toContain('2 rows of your sheet are done');
  });

  it('does the changes of the same sheet once, however often it is sent, and shows that', async () => {
    const sheet = await workbook([row('MUG', 103, 100)]);
    await imported(sheet);
    const again = await accepted(sheet, { dry_run: 'true' });
    expect(again.imported_before_at).not.toBeNull();
    await imported(sheet);
    expect(await quantityOf('MUG')).toBe(103);
    expect(market.ctx.mails.at(-1)?.text).toContain('imported before');
  });

  it('reads CSV, finds SKUs by their codes, and sets quantities as they are where that is chosen', async () => {
    const sheet = Buffer.from('\uFEFFSKU;Quantity\n00012;42\n');
    await imported(sheet, { name: 'count.csv', set_absolute: 'true' });
    expect(await quantityOf('00012')).toBe(42);
    await setTo('00012', 50);
    await imported(sheet, { name: 'count.csv', set_absolute: 'true' });
    expect(await quantityOf('00012')).toBe(42);
  });

  it('gives failed rows back as a file that can be mended and imported', async () => {
    const id = await imported(
      await workbook([row('BAG', 0, 50), row('CAP', 101, 100), row('TEE', 'x', 100)]),
    );
    expect(await quantityOf('CAP')).toBe(101);
    const { failed, failed_rows_url: url } = await shown(id);
    expect(failed).toBe(2);
    const file = await server.app.inject({ method: 'GET', url: url ?? '' });
    const rows = await rowsOf(file.rawPayload);
    expect(rows.map((each) => [each[1], each[4], each[9]])).toEqual([
      ['SKU', 'Quantity', 'Problem'],
      ['BAG', 0, expect.stringContaining('at least -5')],
      ['TEE', 'x', 'Quantity: “x” is not a whole number'],
    ]);
    const [, operation = '', sig = ''] =
      /\/downloads\/(\d+)\?sig=([\w-]+)/.exec(market.ctx.mails[0]?.text ?? '') ?? [];
    const mailed = await server.call('GET', `${path}/downloads/${operation}.json?sig=${sig}`, { token });
    expect(showDownload.reply.parse(mailed.body).download.name).toContain('Rows to mend');

    const mended = rows.slice(1).map((each) => (each[1] === 'BAG' ? each.with(4, 48) : each.with(4, 101)));
    const heading = (rows[0] ?? []).map(String);
    const before = await quantityOf('TEE');
    await imported(
      await workbook(
        mended.map((each) => each.map(valueOf)),
        heading,
      ),
    );
    expect(await quantityOf('BAG')).toBe(3);
    expect(await quantityOf('TEE')).toBe(before + 1);
  });

  it('retries the failed rows alone', async () => {
    const id = await imported(await workbook([row('BAG', 0, 7), row('CAP', 102, 100)]));
    const after = await quantityOf('CAP');
    await setTo('BAG', 9);
    const answer = await server.call('POST', `${path}/operations/${String(id)}/retry.json`, { token });
    const { operation } = retryOperation.reply.parse(answer.body);
    await market.ctx.runJobs();
    expect(await quantityOf('BAG')).toBe(2);
    expect(await quantityOf('CAP')).toBe(after);
    expect((await shown(operation.id)).failed).toBe(0);
  });

  it('refuses where inventory sync is off', async () => {
    const sync = (on: boolean) =>
      sql`update stores set can_sync_quantity = ${on} where id = ${market.storeId}`.execute(market.ctx.db);
    await sync(false);
    const answer = await send(await workbook([row('TEE', 2, 1)]));
    await sync(true);
    expect(JSON.stringify(await reasonOf(answer))).toContain('stock.sync_is_off');
  });

  it('does no row twice where it is killed between a change and its record', async () => {
    await setTo('TEE', 100);
    await setTo('CAP', 100);
    const { mass_action: action } = await accepted(
      await workbook([row('TEE', 107, 100), row('CAP', 0, 500)]),
    );
    const id = action?.id ?? 0;
    // It is killed when the changes of the rows are made and the failed ones are kept, before the cursor moves.
    await expect(runOperation(killedAtWrite(2), operations, id)).rejects.toThrow('killed');
    expect(await quantityOf('TEE')).toBe(107);
    market.clock.advance(120_000);
    await market.ctx.tick();
    await market.ctx.runJobs();
    expect(await quantityOf('TEE')).toBe(107);
    expect(await shown(id)).toMatchObject({ mass_action: { state: 'done', done: 1, failed: 1 }, failed: 1 });
    expect(market.ctx.mails.filter(({ subject }) => subject.includes('imported'))).toHaveLength(1);
  });

  it('reads its sheet once: killed during that it resumes after the last part, and killed later needs no sheet', async () => {
    await setTo('TEE', 100);
    const unknown = Array.from({ length: 1_100 }, (_none, place) => `NONE-${String(place)},1,1`);
    const lines = ['SKU,Quantity,Exported quantity', 'TEE,109,100', ...unknown, 'TEE,120,100'];
    const sheet = Buffer.from(lines.join('\n'));
    const id = (await accepted(sheet, { name: 'long.csv' })).mass_action?.id ?? 0;
    await expect(runOperation(killedAtWrite(2), operations, id)).rejects.toThrow('killed');
    expect(await progressOf(id)).toEqual({ parts: 1, isWhole: false, row: 0 });
    expect(await quantityOf('TEE')).toBe(100);
    market.clock.advance(120_000);
    // The second part is written, then the failed rows of a batch, and of the one after it.
    await expect(runOperation(killedAtWrite(3), operations, id)).rejects.toThrow('killed');
    expect(await progressOf(id)).toEqual({ parts: 2, isWhole: true, row: 401 });
    expect(await quantityOf('TEE')).toBe(109);
    const { rows } = await sql<{ file: string }>`
      select params->>'file' as file from operations where id = ${id}`.execute(market.ctx.db);
    await market.ctx.files.remove(rows[0]?.file ?? '');
    market.clock.advance(120_000);
    await market.ctx.runJobs();
    expect(await quantityOf('TEE')).toBe(109);
    expect(await shown(id)).toMatchObject({ mass_action: { state: 'done', done: 1, failed: 1_101 } });
    const { body } = await server.call('GET', `${path}/operations/${String(id)}.json?per_page=100&page=12`, {
      token,
    });
    expect(showOperation.reply.parse(body).rows.at(-1)).toMatchObject({
      key: '1103',
      reason: { code: 'spreadsheets.repeated' },
    });
  });

  it('waits for another one of the store, and shows that', async () => {
    await setTo('TEE', 100);
    const first = (await accepted(await workbook([row('TEE', 111, 100)]))).mass_action?.id ?? 0;
    await sql`insert into mass_update_turns (store_id, operation_id) values (${market.storeId}, ${first})
      on conflict (store_id) do update set operation_id = excluded.operation_id`.execute(market.ctx.db);
    const second = await accepted(await workbook([row('TEE', 122, 100)]));
    expect(second.waits).toBe(true);
    await runOperation(market.ctx, operations, second.mass_action?.id ?? 0);
    expect(await shown(second.mass_action?.id ?? 0)).toMatchObject({
      waits: true,
      mass_action: { state: 'waiting' },
    });
    expect(await quantityOf('TEE')).toBe(100);
    await runOperation(market.ctx, operations, first);
    expect(await quantityOf('TEE')).toBe(111);
    market.clock.advance(10_000);
    await market.ctx.runJobs();
    expect(await quantityOf('TEE')).toBe(133);
    const { body } = await server.call('GET', `${path}/operations.json?kind_in[]=variant.mass_update`, {
      token,
    });
    expect(listOperations.reply.parse(body).operations.filter(({ state }) => state !== 'done')).toEqual([]);
  });
});

/** A process that is killed when it writes its file of this number. */
function killedAtWrite(number: number): typeof market.ctx {
  let writes = 0;
  const write = (key: string, bytes: Uint8Array): Promise<void> => {
    writes += 1;
    return writes === number ? Promise.reject(new Error('killed')) : market.ctx.files.write(key, bytes);
  };
  return { ...market.ctx, files: { ...market.ctx.files, write } };
}

async function progressOf(id: number): Promise<unknown> {
  const { rows } = await sql<{ progress: unknown }>`
    select json_build_object('parts', jsonb_array_length(cursor->'sheet'->'parts'),
      'isWhole', cursor->'sheet'->'isWhole', 'row', cursor->'row') as progress
    from operations where id = ${id}`.execute(market.ctx.db);
  return rows[0]?.progress;
}

function valueOf(cell: unknown): Value {
  return typeof cell === 'string' || typeof cell === 'number' ? cell : null;
}
