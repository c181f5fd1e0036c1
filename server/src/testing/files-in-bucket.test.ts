import { uploadAttachment } from '@evenstock/contract/attachments/attachments';
import { listOperations } from '@evenstock/contract/operations/operations';
import { showDownload } from '@evenstock/contract/spreadsheets/spreadsheets';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../platform/process/log.ts';
import { openBucket } from '../platform/files/bucket-files.ts';
import { openBucketServer, type BucketServer } from './bucket-server.ts';
import { createTestContext, type TestContext } from './context.ts';
import { generateData } from './generate-data.ts';
import { createTestServer, type TestServer } from './http.ts';
import { png, uploadImage } from './upload-image.ts';
import { addMember, addUser, openSession } from './world.ts';

/* The files of members in a bucket: they come and go there, and what is out of reach is said and tried again. */

const DAY = 24 * 60 * 60_000;
const ROWS = 30;
/** Refused at once: nothing is gained by asking again. */
const AWAY = { status: 403, code: 'AccessDenied' };

const lines: string[] = [];
let bucket: BucketServer;
let ctx: TestContext;
let server: TestServer;
let token: string;
let path: string;

beforeAll(async () => {
  bucket = await openBucketServer();
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  ctx = await createTestContext({ sealed: await openBucket(bucket.settings), log });
  server = await createTestServer(ctx);
  const { storeId } = await generateData(ctx.database.pool, 'bucket', {
    variants: ROWS,
    orders: 1,
    until: ctx.clock.now(),
    days: 1,
  });
  const userId = await addUser(ctx);
  await addMember(ctx, storeId, userId, 'member');
  token = await openSession(ctx, userId);
  path = `/api/stores/${String(storeId)}`;
  await ctx.generation.agree(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
  await bucket.close();
});
beforeEach(() => {
  bucket.trouble = null;
  ctx.mails.length = 0;
});

const open = (url: string) => server.app.inject({ method: 'GET', url });

async function purge(): Promise<void> {
  await ctx.tick();
  await ctx.runJobs({ allowFailures: true });
}

it('a picture lies there encrypted, is opened by its link, and is gone once it has expired', async () => {
  const { body } = await uploadImage(server, { bytes: png, token });
  const { url } = uploadAttachment.reply.parse(body).attachment;
  expect((await open(url)).rawPayload.equals(png)).toBe(true);
  expect([...bucket.objects.values()].map((bytes) => bytes.includes(png.subarray(1, 8)))).toEqual([false]);
  ctx.clock.advance(DAY + 1_000);
  // What cannot be removed now is removed by a later run.
  bucket.trouble = AWAY;
  await purge();
  expect(bucket.objects.size).toBe(1);
  bucket.trouble = null;
  ctx.clock.advance(DAY);
  await purge();
  expect(bucket.objects.size).toBe(0);
});

it('a bucket out of reach is said in a sentence, and what failed works afterwards', async () => {
  const { body } = await uploadImage(server, { bytes: png, token });
  const { url } = uploadAttachment.reply.parse(body).attachment;
  bucket.trouble = AWAY;
  const refused = await uploadImage(server, { bytes: png, token });
  expect(refused).toMatchObject({
    status: 503,
    body: {
      error: expect.stringMatching(/^Files cannot be read or stored just now\. Try again in a minute\./),
      code: 'api.files_away',
    },
  });
  const unread = await open(url);
  expect(unread.statusCode).toBe(503);
  expect(unread.body).toContain('<p>This file cannot be read just now. Try again in a minute.');
  bucket.trouble = null;
  expect((await open(url)).statusCode).toBe(200);
  expect((await uploadImage(server, { bytes: png, token })).status).toBe(200);
  // Gone is another thing than out of reach.
  ctx.clock.advance(1_000);
  const key = /files\/([\w-]+)/.exec(url)?.[1] ?? '';
  await ctx.files.remove(key);
  expect((await open(url)).statusCode).toBe(404);
});

it('a sheet that is made meanwhile waits, says why, and is mailed once', async () => {
  const asked = await server.call('GET', `${path}/variants/download.json?q[filter_status]=all`, { token });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  bucket.trouble = { ...AWAY, methods: ['PUT'] };
  await ctx.runJobs({ allowFailures: true });
  const operations = async () => {
    const { body } = await server.call('GET', `${path}/operations.json?kind_in[]=variant.export`, {
      token,
    });
    return listOperations.reply.parse(body).operations;
  };
  expect(await operations()).toMatchObject([{ error: { code: 'operations.files_away' } }]);
  expect(ctx.mails).toEqual([]);
  bucket.trouble = null;
  ctx.clock.advance(60_000);
  await ctx.runJobs();
  await ctx.runJobs();
  expect(await operations()).toMatchObject([{ state: 'done', error: null }]);
  expect(ctx.mails).toHaveLength(1);
  const [, id = '', sig = ''] = /\/downloads\/(\d+)\?sig=([\w-]+)/.exec(ctx.mails[0]?.text ?? '') ?? [];
  const shown = await server.call('GET', `${path}/downloads/${id}.json?sig=${sig}`, { token });
  expect((await open(showDownload.reply.parse(shown.body).download.url)).statusCode).toBe(200);
  ctx.clock.advance(8 * DAY);
  await purge();
  expect(bucket.objects.size).toBe(0);
});

it('the log says what the store answered, and neither of the keys', () => {
  const text = lines.join('');
  expect(text).toContain('403 AccessDenied');
  for (const key of [bucket.settings.keyId, bucket.settings.secret]) expect(text).not.toContain(key);
});
