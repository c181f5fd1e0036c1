import { massUpdateVariants } from '@evenstock/contract/spreadsheets/spreadsheets';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { wrongSums } from '../../testing/ledger.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { operations } from '../../wiring.ts';
import { runOperation } from '../operations/run-operation.ts';

/* An import changes some rows in one transaction: killed at any moment, all of them are done or none, and each once. */

let market: Market;
let server: TestServer;
let token: string;

beforeAll(async () => {
  market = await createMarket({ skus: { TEE: 100, MUG: 100, CAP: 100 }, channels: ['shopee', 'lazada'] });
  for (const sku of ['TEE', 'MUG', 'CAP']) await market.merge(sku);
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

/** Row 2 is of TEE, row 3 of CAP, row 301, beyond the first 200 rows, of MUG; all others name no SKU. @returns the import's id */
async function started(changes: {
  readonly TEE: number;
  readonly CAP: number;
  readonly MUG: number;
}): Promise<number> {
  const line = (sku: string, units: number) => `${sku},${String(500 + units)},500`;
  const filler = Array.from({ length: 297 }, (_none, place) => `NONE-${String(place)},1,1`);
  const lines = [line('TEE', changes.TEE), line('CAP', changes.CAP), ...filler, line('MUG', changes.MUG)];
  const form = new FormData();
  form.set('file', new Blob([['SKU,Quantity,Exported quantity', ...lines, ''].join('\n')]), 'products.csv');
  const path = `/api/stores/${String(market.storeId)}/variants/mass_update.json`;
  const { body } = await server.call('POST', path, { token, body: form });
  return massUpdateVariants.reply.parse(body).mass_update.mass_action?.id ?? 0;
}

async function state(id: number): Promise<Readonly<Record<string, unknown>>> {
  const rows = await market.ctx.db
    .selectFrom('variants')
    .select(['sku', 'quantity'])
    .where('merged_into_id', 'is', null)
    .execute();
  const { rows: kept } = await sql<{ row: number | null; state: string; done: number; failed: number }>`
    select (cursor->>'row')::integer as row, state, done, failed from operations where id = ${id}`.execute(
    market.ctx.db,
  );
  return { ...Object.fromEntries(rows.map(({ sku, quantity }) => [sku ?? '', quantity])), ...kept[0] };
}

async function resumed(id: number): Promise<Readonly<Record<string, unknown>>> {
  market.clock.advance(120_000);
  await market.ctx.tick();
  await market.ctx.runJobs();
  return state(id);
}

/** A process that is killed when it writes its file of this number. */
function killedAtWrite(number: number): typeof market.ctx {
  let writes = 0;
  const write = (key: string, bytes: Uint8Array): Promise<void> => {
    writes += 1;
    return writes === number ? Promise.reject(new Error('killed')) : market.ctx.files.write(key, bytes);
  };
  return { ...market.ctx, files: { ...market.ctx.files, write } };
}

describe('an import that is killed', () => {
  it('between two batches has done the rows of the first one, and does the others afterwards', async () => {
    const id = await started({ TEE: 7, CAP: 1, MUG: 3 });
    // The first file is the sheet's part, the second one holds the failed rows of the first batch.
    await expect(runOperation(killedAtWrite(2), operations, id)).rejects.toThrow('killed');
    expect(await state(id)).toMatchObject({ TEE: 107, CAP: 101, MUG: 100, row: 201, done: 2, failed: 198 });
    expect(await resumed(id)).toMatchObject({
      TEE: 107,
      CAP: 101,
      MUG: 103,
      state: 'done',
      done: 3,
      failed: 297,
    });
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('within a batch has done none of its rows, and does each once afterwards', async () => {
    const id = await started({ TEE: 5, CAP: -1000, MUG: 5 });
    const before = await newestActivity();
    // Its cursor cannot move past the first batch.
    await sql`alter table operations add constraint no_first_batch check (id <> ${sql.lit(id)} or coalesce(cursor->>'row', '0') <> '201')`.execute(
      market.ctx.db,
    );
    await expect(runOperation(market.ctx, operations, id)).rejects.toThrow('no_first_batch');
    expect(await state(id)).toMatchObject({ TEE: 107, CAP: 101, MUG: 103, row: 0, done: 0 });
    expect(await newestActivity()).toBe(before);
    await sql`alter table operations drop constraint no_first_batch`.execute(market.ctx.db);
    // The row that cannot be done is named alone.
    expect(await resumed(id)).toMatchObject({
      TEE: 112,
      CAP: 101,
      MUG: 108,
      state: 'done',
      done: 2,
      failed: 298,
    });
    const { code } = await market.ctx.db
      .selectFrom('operation_rows')
      .select('code')
      .where('operation_id', '=', id)
      .where('row_key', '=', '3')
      .executeTakeFirstOrThrow();
    expect(code).toBe('stock.adjustment_too_low');
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('writes each quantity to the shops once it is done', async () => {
    await market.ctx.runJobs();
    for (const { channel, shop } of market.shops) {
      const shown = market.sandbox.control.listings(channel, shop);
      expect(Object.fromEntries(shown.map(({ sku, quantity }) => [sku, quantity]))).toEqual({
        TEE: 112,
        MUG: 108,
        CAP: 101,
      });
    }
  });
});

async function newestActivity(): Promise<number> {
  const { id } = await market.ctx.db
    .selectFrom('activities')
    .select('id')
    .where('key', '=', 'variant.update')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}
