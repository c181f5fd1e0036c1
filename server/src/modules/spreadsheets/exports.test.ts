import { downloadVariants, showDownload } from '@evenstock/contract/spreadsheets/spreadsheets';
import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { generateData } from '../../testing/generate-data.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { openNotifications } from '../../testing/open-notifications.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { dayOf } from '../../platform/time/days.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { operations } from '../../wiring.ts';
import { runOperation } from '../operations/run-operation.ts';
import { openBuyer } from '../orders/order/buyer.ts';

const DAY = 24 * 60 * 60_000;

let market: Market;
let server: TestServer;
let token: string;
let path: string;

beforeAll(async () => {
  market = await createMarket({ skus: { TEE: 10, '00012': 4, '=1+1': 7 }, channels: ['shopee', 'lazada'] });
  server = await createTestServer(market.ctx);
  token = await signIn('member');
  path = `/api/stores/${String(market.storeId)}`;
});
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(() => {
  market.ctx.mails.length = 0;
});

async function signIn(role: 'member' | 'admin'): Promise<string> {
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, role);
  return openSession(market.ctx, userId);
}

const ask = (place: string, as = token) => server.call('GET', `${path}/${place}`, { token: as });

/** The page of the web that the last mail leads to. */
function mailedLink(ctx: TestContext = market.ctx): { id: string; sig: string } {
  const { text } = ctx.mails.at(-1) ?? { text: '' };
  const [, id = '', sig = ''] = /\/downloads\/(\d+)\?sig=([\w-]+)/.exec(text) ?? [];
  return { id, sig };
}

async function download(from: TestServer, store: string, as: string, ctx: TestContext): Promise<unknown[][]> {
  const { id, sig } = mailedLink(ctx);
  const shown = await from.call('GET', `${store}/downloads/${id}.json?sig=${sig}`, { token: as });
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  const { url } = showDownload.reply.parse(shown.body).download;
  const file = await from.app.inject({ method: 'GET', url });
  expect(file.statusCode).toBe(200);
  return rowsOf(file.rawPayload);
}

async function rowsOf(bytes: Buffer): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const { values } of streamXlsxRows(bytes)) rows.push(values);
  return rows;
}

/** Exports, mails, opens the link, and reads the file back. */
async function exported(place: string, as = token): Promise<unknown[][]> {
  const answer = await ask(place, as);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await market.ctx.runJobs();
  expect(market.ctx.mails).toHaveLength(1);
  return download(server, path, as, market.ctx);
}

const firstCells = (rows: unknown): readonly unknown[] =>
  z
    .array(z.array(z.unknown()))
    .parse(rows)
    .map(([cell]) => cell);

/** The number of rows that an export of the whole store has. */
async function rowsToExport(ctx: TestContext, place: string): Promise<number> {
  const table = place.startsWith('variants')
    ? 'variants'
    : place.includes('items')
      ? 'order_items'
      : 'orders';
  const counted = ctx.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

const column = (rows: readonly unknown[][], title: string): unknown[] => {
  const place = rows[0]?.indexOf(title) ?? -1;
  return rows.slice(1).map((row) => row[place]);
};

describe('the export of products', () => {
  it('writes what the filters list, with ids and codes as texts and formulas made harmless', async () => {
    const { marketplaceId } = market.shop('shopee');
    const answer = await ask(`variants/download.json?q[marketplace_id_eq]=${String(marketplaceId)}`);
    expect(downloadVariants.reply.parse(answer.body).email).toContain('@');
    await market.ctx.runJobs();
    const { id, sig } = mailedLink();
    const told = (await openNotifications(market.ctx, market.storeId)).filter(
      ({ kind }) => kind === 'export_done',
    );
    // Its reader is the requester; the path is the mail's.
    expect(told).toMatchObject([
      { place: `/downloads/${id}?sig=${sig}`, userId: expect.any(Number) as number },
    ]);
    const rows = await download(server, path, token, market.ctx);
    expect(rows[0]).toEqual([
      'Variant Id',
      'SKU',
      'Product',
      'Variant',
      'Quantity',
      'Marketplaces',
      'Exported quantity',
      'Barcodes',
      'Exported barcodes',
    ]);
    expect(column(rows, 'SKU').toSorted()).toEqual(['00012', "'=1+1", 'TEE'].toSorted());
    expect(column(rows, 'Quantity')).toEqual(column(rows, 'Exported quantity'));
    for (const id of column(rows, 'Variant Id')) expect(id).toMatch(/^\d+$/);
    expect(column(rows, 'Marketplaces')).toEqual(['shopee', 'shopee', 'shopee']);
  });

  it('names its file by the day of the store', async () => {
    const evening = 20 * 3_600_000;
    market.clock.advance((evening - (market.clock.now().getTime() % 86_400_000) + 86_400_000) % 86_400_000);
    await exported('variants/download.json');
    const { name } = await market.ctx.db
      .selectFrom('spreadsheet_results')
      .select('name')
      .orderBy('operation_id', 'desc')
      .executeTakeFirstOrThrow();
    expect(name).toBe(`Products ${dayOf(market.clock.now(), 'Asia/Singapore')}.xlsx`);
  });

  it('exports SKUs by whole codes or by parts, each once', async () => {
    const chosen = async (skus: unknown, isExact: boolean) => {
      market.ctx.mails.length = 0;
      const body = { variants: { skus, search_exact_skus: isExact } };
      const answer = await server.call('POST', `${path}/variants/download_selected.json`, { token, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      await market.ctx.runJobs();
      return column(await download(server, path, token, market.ctx), 'SKU');
    };
    expect(await chosen('TEE\nTEE, TEE\n', true)).toEqual(['TEE', 'TEE']);
    expect(await chosen(['0001', 'no such'], false)).toEqual(['00012', '00012']);
  });

  it('exports the SKUs that are chosen, by their ids, also where the store wants no mails that nobody asked for', async () => {
    await market.ctx.db
      .updateTable('stores')
      .set({ send_email_notifications: false, send_stock_error: false })
      .execute();
    const { id } = await market.ctx.db
      .selectFrom('variants')
      .select('id')
      .where('sku', '=', '00012')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await server.call('POST', `${path}/variants/download_selected.json`, {
      token,
      body: { variants: { ids: [id] } },
    });
    await market.ctx.runJobs();
    expect(column(await download(server, path, token, market.ctx), 'Variant Id')).toEqual([String(id)]);
  });

  it('refuses an export of no SKU, of nothing, and mails nothing then', async () => {
    const none = await server.call('POST', `${path}/variants/download_selected.json`, {
      token,
      body: { variants: { skus: ' \n ' } },
    });
    expect(none).toMatchObject({
      status: 422,
      body: { errors: { skus: ['At least one SKU is required'] } },
    });
    const nothing = await ask('variants/download.json?q[sku_eq]=nothing');
    expect(nothing).toMatchObject({
      status: 422,
      body: { codes: { export: [{ code: 'spreadsheets.nothing_to_export' }] } },
    });
    await market.ctx.runJobs();
    expect(market.ctx.mails).toEqual([]);
  });

  it('shows that there was nothing where all was deleted before it was read, and mails nothing', async () => {
    await ask('variants/download.json?q[sku_eq]=TEE');
    await sql`update variants set sku = 'GONE' where sku = 'TEE' and store_id = ${market.storeId}`.execute(
      market.ctx.db,
    );
    await market.ctx.runJobs();
    await sql`update variants set sku = 'TEE' where sku = 'GONE' and store_id = ${market.storeId}`.execute(
      market.ctx.db,
    );
    expect(market.ctx.mails).toEqual([]);
    const { rows } = await sql<{ code: string }>`
      select code from operation_rows order by operation_id desc limit 1`.execute(market.ctx.db);
    expect(rows).toEqual([{ code: 'spreadsheets.nothing_to_export' }]);
  });
});

describe('the mailed link', () => {
  it('opens the file for its requester, for 24 hours, and for nobody without its signature', async () => {
    await exported('variants/download.json');
    const { id, sig } = mailedLink();
    const open = (as: string, signature: string) =>
      server.call('GET', `${path}/downloads/${id}.json?sig=${signature}`, { token: as });
    expect((await open(token, sig)).status).toBe(200);
    expect((await open(token, `${sig.startsWith('x') ? 'y' : 'x'}${sig.slice(1)}`)).status).toBe(404);
    expect((await open(token, '')).status).toBe(404);
    expect((await open(await signIn('admin'), sig)).status).toBe(404);
    expect((await server.call('GET', `${path}/downloads/${id}.json?sig=${sig}`)).status).toBe(401);

    market.clock.advance(DAY - 60_000);
    await market.ctx.tick();
    await market.ctx.runJobs();
    expect((await open(token, sig)).status).toBe(200);
    market.clock.advance(120_000);
    expect((await open(token, sig)).status).toBe(404);
  });

  it('leads to a file whose bytes are gone once it has expired', async () => {
    await exported('variants/download.json');
    const { id } = mailedLink();
    const { key } = await market.ctx.db
      .selectFrom('spreadsheet_results')
      .select('file_key as key')
      .where('operation_id', '=', Number(id))
      .executeTakeFirstOrThrow();
    expect(await market.ctx.files.read(key)).not.toBeNull();
    market.clock.advance(DAY + 1_000);
    await market.ctx.tick();
    await market.ctx.runJobs();
    expect(await market.ctx.files.read(key)).toBeNull();
  });
});

describe('the export of stock movements', () => {
  it('writes what the filters list, with the person or cause of each', async () => {
    const { id } = await market.ctx.db
      .selectFrom('variants')
      .select('id')
      .where('sku', '=', 'TEE')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await server.call('PATCH', `${path}/variants/${String(id)}.json`, {
      token,
      body: { variant: { adjustment: -3, adjustment_reason: 'lost', adjustment_note: '=In the van' } },
    });
    await market.ctx.runJobs();
    const rows = await exported(`stock_movements/download.json?q[variant_id_eq]=${String(id)}`);
    expect(column(rows, 'Adjustment')[0]).toBe(-3);
    expect(column(rows, 'Reason').slice(0, 2)).toEqual(['Lost', '']);
    expect(column(rows, 'Note')[0]).toBe("'=In the van");
    expect(column(rows, 'Source Type')[0]).toBe('User');
    expect(column(rows, 'Source')[0]).toMatch(/@/);
    expect(column(rows, 'Date')[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(new Set(column(rows, 'Variant Id'))).toEqual(new Set([String(id)]));
    // Codes are texts: their zeros stay, and none of them is a formula.
    market.ctx.mails.length = 0;
    const codes = column(await exported('stock_movements/download.json'), 'SKU');
    expect(new Set(codes)).toEqual(new Set(['00012', "'=1+1", 'TEE']));
  });
});

describe('the exports of orders', () => {
  async function place(sku: string): Promise<number> {
    const { shop } = market.shop('shopee');
    const { number } = market.sandbox.control.placeOrder('shopee', shop, { lines: [{ sku, quantity: 2 }] });
    await market.sandbox.runDue();
    await market.pull(market.shop('shopee'), 'orders');
    const { id } = await market.ctx.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return id;
  }

  it('write orders and their items without their buyers, by filter and by id, for store admins alone', async () => {
    const admin = await signIn('admin');
    const first = await place('TEE');
    await place('00012');
    market.ctx.mails.length = 0;
    expect((await ask('orders/download.json?scope=all')).status).toBe(403);
    expect((await ask('orders/download_items.json?scope=all')).status).toBe(403);

    const all = await exported('orders/download.json?scope=all', admin);
    expect(all).toHaveLength(3);
    expect(column(all, 'Units')).toEqual([2, 2]);
    const sealed = await market.ctx.db
      .selectFrom('orders')
      .select(['id', 'store_id as storeId', 'buyer_sealed'])
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    if (sealed.buyer_sealed === null) throw new Error('The order has no buyer.');
    const told = Object.values(openBuyer(market.ctx.encryption, sealed, sealed.buyer_sealed));
    const sheet = JSON.stringify(all);
    for (const value of told) if (value !== null) expect(sheet).not.toContain(value);

    market.ctx.mails.length = 0;
    const items = await exported(`orders/download_items.json?id_in[]=${String(first)}`, admin);
    expect(column(items, 'SKU')).toEqual(['TEE']);
    expect(column(items, 'Quantity')).toEqual([2]);

    market.ctx.mails.length = 0;
    const body = { id_in: [first] };
    const posted = await server.call('POST', `${path}/orders/download.json`, { token: admin, body });
    expect(posted.status).toBe(200);
    await market.ctx.runJobs();
    expect(column(await download(server, path, admin, market.ctx), 'SKUs')).toEqual(['2 × TEE']);
  });
});

describe('a large export', () => {
  const records = 5_000;

  it.each([
    { place: 'variants/download.json?q[filter_status]=all', size: { variants: records, orders: 10 } },
    { place: 'orders/download.json?scope=all', size: { variants: 100, orders: records } },
    { place: 'orders/download_items.json?scope=all', size: { variants: 100, orders: records } },
  ])('$place resumes after a kill, is whole, mails once, and holds one page at a time', async (asked) => {
    const ctx = await createTestContext();
    const large = await createTestServer(ctx);
    try {
      await ctx.generation.agree(ctx);
      const size = { ...asked.size, until: ctx.clock.now(), days: 1 };
      const store = await generateData(ctx.database.pool, 'large', size);
      const userId = await addUser(ctx);
      await addMember(ctx, store.storeId, userId, 'admin');
      const own = await openSession(ctx, userId);
      const place = `/api/stores/${String(store.storeId)}`;
      const answer = await large.call('GET', `${place}/${asked.place}`, { token: own });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);

      const { id } = await ctx.db.selectFrom('operations').select('id').executeTakeFirstOrThrow();
      // It is killed while the third part is written: the file exists, but the operation does not refer to it.
      let written = 0;
      const killed = {
        ...ctx,
        files: {
          ...ctx.files,
          async write(key: string, bytes: Uint8Array) {
            await ctx.files.write(key, bytes);
            written += 1;
            if (written === 3) throw new Error('killed');
          },
        },
      };
      await expect(runOperation(killed, operations, id)).rejects.toThrow('killed');
      const { done } = await ctx.db.selectFrom('operations').select('done').executeTakeFirstOrThrow();
      expect(done).toBe(2_000);

      await ctx.runJobs();
      await ctx.runJobs();
      expect(ctx.mails).toHaveLength(1);
      const { rows: parts } = await sql<{
        key: string;
      }>`select file_key::text as key from spreadsheet_parts`.execute(ctx.db);
      expect(parts).toHaveLength(5);
      const firstOfRows = async (key: string) => firstCells(JSON.parse(String(await ctx.files.read(key))));
      for (const { key } of parts) expect(new Set(await firstOfRows(key)).size).toBe(1_000);
      const sheet = await download(large, place, own, ctx);
      const first = firstCells(sheet.slice(1));
      expect(first).toHaveLength(await rowsToExport(ctx, asked.place));
      expect(new Set(first).size).toBe(records);
      const ended = await ctx.db
        .selectFrom('operations')
        .select(['state', 'done', 'total'])
        .executeTakeFirstOrThrow();
      expect(ended).toEqual({ state: 'done', done: records, total: records });
    } finally {
      await large.close();
      await ctx.close();
    }
  });
});
