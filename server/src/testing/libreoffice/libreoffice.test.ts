import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { massUpdateVariants, showDownload } from '@evenstock/contract/spreadsheets/spreadsheets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../http.ts';
import { createMarket, type Market } from '../market.ts';
import { addMember, addUser, openSession } from '../world.ts';

/* The export is opened, edited and saved by LibreOffice, and imported again. */

const convert = promisify(execFile);

let market: Market;
let server: TestServer;
let token: string;
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evenstock-libreoffice-'));
  market = await createMarket({ skus: { '00012': 111, '=1+1': 7, TEE: 40 }, channels: ['shopee', 'lazada'] });
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
});
afterAll(async () => {
  await server.close();
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

/** Lets LibreOffice open a file of the folder and save it as another kind. */
async function saveAs(name: string, kind: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const args = ['--headless', profile, '--convert-to', kind, '--outdir', folder, join(folder, name)];
  await convert('soffice', args, { timeout: 120_000 });
}

async function exported(): Promise<Buffer> {
  await server.call('GET', `${path}/variants/download.json`, { token });
  await market.ctx.runJobs();
  const { text } = market.ctx.mails.at(-1) ?? { text: '' };
  const [, id = '', sig = ''] = /\/downloads\/(\d+)\?sig=([\w-]+)/.exec(text) ?? [];
  const shown = await server.call('GET', `${path}/downloads/${id}.json?sig=${sig}`, { token });
  const { url } = showDownload.reply.parse(shown.body).download;
  return (await server.app.inject({ method: 'GET', url })).rawPayload;
}

async function quantities(): Promise<string[]> {
  const rows = await market.ctx.db.selectFrom('variants').select(['sku', 'quantity']).orderBy('id').execute();
  return rows.map(({ sku, quantity }) => `${sku ?? ''} ${String(quantity)}`).toSorted();
}

it('imports what LibreOffice made of the export: the edited quantity changes, and nothing is said to differ', async () => {
  await writeFile(join(folder, 'products.xlsx'), await exported());
  await saveAs('products.xlsx', 'fods');
  const sheet = await readFile(join(folder, 'products.fods'), 'utf8');
  // The first of the two equal numbers of a row is the quantity, the second one the exported quantity.
  expect(sheet.match(/office:value="111"/g)).toHaveLength(4);
  await writeFile(join(folder, 'edited.fods'), sheet.replace('office:value="111"', 'office:value="120"'));
  await saveAs('edited.fods', 'xlsx:Calc MS Excel 2007 XML');
  const form = new FormData();
  form.set('file', new Blob([await readFile(join(folder, 'edited.xlsx'))]), 'edited.xlsx');
  const answer = await server.call('POST', `${path}/variants/mass_update.json`, { token, body: form });
  const { mass_update: update } = massUpdateVariants.reply.parse(answer.body);
  expect(update).toMatchObject({ rows: 6, changes: 1, unchanged: 5, failed: 0, ignored: [] });
  await market.ctx.runJobs();
  expect(await quantities()).toEqual(['00012 111', '00012 120', '=1+1 7', '=1+1 7', 'TEE 40', 'TEE 40']);
});
