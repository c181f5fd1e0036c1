import { massUpdateVariants } from '@evenstock/contract/spreadsheets/spreadsheets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';

/* A merchant mends a row in her own sheet and sends the whole sheet again: its other rows would be added once more. */

let market: Market;
let server: TestServer;
let token: string;

beforeAll(async () => {
  market = await createMarket({ skus: { CAP: 100, MUG: 100, TEE: 100 }, channels: ['shopee'] });
  server = await createTestServer(market.ctx);
  const user = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, user, 'member');
  token = await openSession(market.ctx, user);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

function post(lines: readonly string[], isDry: boolean) {
  const form = new FormData();
  form.set('dry_run', String(isDry));
  form.set('file', new Blob([[...lines, ''].join('\n')]), 'sheet.csv');
  const path = `/api/stores/${String(market.storeId)}/variants/mass_update.json`;
  return server.call('POST', path, { token, body: form });
}

/** Sends a sheet of SKUs with their new quantities; 100 were exported of each. */
async function send(rows: Readonly<Record<string, string>>, isDry: boolean) {
  const lines = Object.entries(rows).map(([sku, quantity]) => `${sku},${quantity},100`);
  const { body } = await post(['SKU,Quantity,Exported quantity', ...lines], isDry);
  await market.ctx.runJobs();
  return massUpdateVariants.reply.parse(body).mass_update;
}
const repeatedIn = async (rows: Readonly<Record<string, string>>) => (await send(rows, true)).repeated;

it('a dry run counts the changes that another sheet made within a day', async () => {
  const sheet = { CAP: '107', MUG: 'a few', TEE: '100' };
  expect(await repeatedIn(sheet)).toBe(0);
  await send(sheet, false);
  // The same sheet changes nothing again; the mended one does.
  expect(await repeatedIn(sheet)).toBe(0);
  const mended = { ...sheet, MUG: '107' };
  expect(await repeatedIn(mended)).toBe(1);
  expect(await repeatedIn({ CAP: '108', TEE: '107' })).toBe(0);
  await send(mended, false);
  const { quantity } = await market.ctx.db
    .selectFrom('variants')
    .select('quantity')
    .where('sku', '=', 'CAP')
    .executeTakeFirstOrThrow();
  expect(quantity).toBe(114);
  market.clock.advance(24 * 60 * 60_000);
  expect(await repeatedIn({ ...mended, TEE: '99' })).toBe(0);
});

it('a heading that names a column twice is refused, and the column named', async () => {
  const said = (column: string) =>
    `The first row names the column “${column}” twice. Keep the one that counts, and delete the other.`;
  for (const [heading, column] of [
    ['SKU,Quantity,Exported quantity, quantity', 'Quantity'],
    ['SKU,sku,Quantity', 'SKU'],
  ] as const) {
    expect(await post([heading, 'CAP,5,5,7'], true)).toMatchObject({
      status: 422,
      body: { errors: { product: [said(column)] } },
    });
  }
});
