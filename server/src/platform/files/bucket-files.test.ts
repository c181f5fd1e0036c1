import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBucketServer, type BucketServer } from '../../testing/bucket-server.ts';
import { openBucket, type BucketPatience } from './bucket-files.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { FilesUnreachable, type SealedFiles } from './sealed-files.ts';
import { StartProblem } from '../process/start-problem.ts';

const KEY = 'a6f2c0de-0000-4000-8000-000000000001';
const NAME = `shops/one/a6/${KEY}`;
const HASTY = { connect: 5_000, quiet: 60_000, whole: 1_000 };

let server: BucketServer;
beforeEach(async () => {
  server = await openBucketServer({ pageSize: 2 });
});
afterEach(() => server.close());

async function problemOf(change: Partial<BucketSettings>, patience?: BucketPatience): Promise<string> {
  const error: unknown = await openBucket({ ...server.settings, ...change }, patience).then(
    () => 'no problem',
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StartProblem);
  return String(error);
}

describe('the start', () => {
  it('tries every kind of call, and leaves nothing behind', async () => {
    await openBucket(server.settings);
    expect(server.requests.map((request) => request.split(/[ ?]/)[0])).toEqual([
      'GET',
      'PUT',
      'GET',
      'DELETE',
    ]);
    expect(server.objects.size).toBe(0);
  });

  it('says which setting is wrong', async () => {
    expect(await problemOf({ bucket: 'another' })).toContain(
      'There is no bucket another (EVENSTOCK_S3_BUCKET)',
    );
    expect(await problemOf({ keyId: 'AKIAOTHER' })).toContain(
      'does not take EVENSTOCK_S3_KEY_ID and EVENSTOCK_S3_SECRET (InvalidAccessKeyId)',
    );
    expect(await problemOf({ secret: 'wrong-secret' })).toContain('(SignatureDoesNotMatch)');
    expect(await problemOf({ region: 'eu-central-1' })).toContain('is not in the region eu-central-1');
  });

  it.each([
    ['PUT', 'may not write', 's3:PutObject'],
    ['DELETE', 'may not remove', 's3:DeleteObject'],
    ['GET', 'may not list', 's3:ListBucket'],
  ])('says what the key lacks where %s is refused', async (method, what, permission) => {
    server.trouble = { status: 403, code: 'AccessDenied', methods: [method] };
    const problem = await problemOf({});
    expect(problem).toContain(what);
    expect(problem).toContain(`It needs ${permission},`);
  });

  it('says that nothing answers, and where', async () => {
    const gone = await openBucketServer();
    await gone.close();
    expect(await problemOf({ url: gone.settings.url })).toContain(
      `EVENSTOCK_S3_URL (${gone.settings.url}) does not answer (ECONNREFUSED`,
    );
    server.trouble = 'silent';
    expect(await problemOf({}, HASTY)).toContain('does not answer (no answer in time)');
  });

  it('takes no web page for a store', async () => {
    const site = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const address = site.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect(await problemOf({ url: `http://127.0.0.1:${port}` })).toContain('EVENSTOCK_S3_URL');
    site.closeAllConnections();
    site.close();
  });

  it('names the keys in no problem', async () => {
    const { keyId, secret } = server.settings;
    for (const code of ['InvalidAccessKeyId', `Odd ${keyId} and ${secret}`]) {
      server.trouble = { status: 403, code };
      const problem = await problemOf({});
      expect(problem).not.toContain(keyId);
      expect(problem).not.toContain(secret);
    }
  });
});

describe('a bucket', () => {
  let files: SealedFiles;
  beforeEach(async () => {
    files = await openBucket(server.settings);
  });

  const fails = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => 'it did not fail',
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(FilesUnreachable);
    return String(error);
  };

  it('that is throttled, or stumbles, is asked again', async () => {
    server.trouble = { status: 503, code: 'SlowDown', times: 1 };
    await files.write(KEY, Buffer.from('sealed'));
    server.trouble = { status: 500, code: 'InternalError', times: 1 };
    expect((await files.read(KEY))?.toString()).toBe('sealed');
    expect(server.objects.get(NAME)?.toString()).toBe('sealed');
  });

  it.each([
    ['without a byte', { quiet: 400, whole: 60_000 }],
    ['all in all', { quiet: 60_000, whole: 1_000 }],
  ])('that does not answer is waited for no longer than is sensible %s', async (_how, limits) => {
    const hasty = await openBucket(server.settings, { connect: 5_000, ...limits });
    await hasty.write(KEY, Buffer.alloc(200_000, 7));
    server.trouble = 'silent';
    const said = await Promise.all([
      fails(hasty.read(KEY)),
      fails(hasty.write(KEY, Buffer.from('x'))),
      fails(hasty.remove(KEY)),
      fails(hasty.keys()[Symbol.asyncIterator]().next()),
    ]);
    expect(said.map((text) => text.split('could not be used to ')[1])).toEqual(
      ['read', 'write', 'remove', 'list'].map((step) => `${step}: no answer in time`),
    );
    server.trouble = 'stalls';
    await fails(hasty.read(KEY));
  });

  it('that breaks off in the middle of a file gives no half of it', async () => {
    await files.write(KEY, Buffer.alloc(200_000, 7));
    server.trouble = 'cut';
    await fails(files.read(KEY));
    server.trouble = null;
    expect((await files.read(KEY))?.length).toBe(200_000);
  });

  it('that wrote without saying so holds the same when it is written again', async () => {
    const hasty = await openBucket(server.settings, HASTY);
    server.trouble = 'late';
    await fails(hasty.write(KEY, Buffer.from('sealed')));
    server.trouble = null;
    await files.write(KEY, Buffer.from('sealed'));
    expect([...server.objects]).toEqual([[NAME, Buffer.from('sealed')]]);
  });

  it('may hold what is not ours, under the prefix and beside it', async () => {
    await files.write(KEY, Buffer.from('sealed'));
    const other = await openBucket({ ...server.settings, prefix: 'shops/two' });
    await other.write(KEY, Buffer.from('of another'));
    const whole = await openBucket({ ...server.settings, prefix: '' });
    await whole.write(KEY, Buffer.from('without a prefix'));
    const keys = async (of: SealedFiles): Promise<string[]> => {
      const found: string[] = [];
      for await (const key of of.keys()) found.push(key);
      return found;
    };
    expect([await keys(files), await keys(other), await keys(whole)]).toEqual([[KEY], [KEY], [KEY]]);
    expect([...server.objects.keys()].sort()).toEqual([`a6/${KEY}`, NAME, `shops/two/a6/${KEY}`]);
    await whole.remove(KEY);
    expect((await files.read(KEY))?.toString()).toBe('sealed');
  });

  it('whose keys were revoked is logged, without them', async () => {
    server.trouble = { status: 403, code: 'InvalidAccessKeyId' };
    const said = await fails(files.read(KEY));
    expect(said).toContain('could not be used to read: 403 InvalidAccessKeyId');
    expect(said).not.toContain(server.settings.keyId);
  });
});
