import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBucketServer } from '../../testing/bucket-server.ts';
import { openBucket } from './bucket-files.ts';
import { systemClock } from '../time/clock.ts';
import { createEncryption } from '../secrets/encryption.ts';
import { openFileStore, type FileStore } from './files.ts';
import { filesInFolder } from './folder-files.ts';
import { FilesUnreachable, type SealedFiles } from './sealed-files.ts';

/* What every place of files keeps: a folder and a bucket are held to the same. */

interface Place {
  readonly sealed: SealedFiles;
  /** The names of all that lies there, with what they hold. */
  contents(): Promise<ReadonlyMap<string, Buffer>>;
  /** From now on it cannot be used. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

async function openFolder(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'evenstock-files-'));
  const folder = join(root, 'files');
  return {
    sealed: filesInFolder(folder),
    async contents() {
      const inside = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = inside
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const held = await Promise.all(
        paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const),
      );
      return new Map(held);
    },
    async goAway() {
      await rm(folder, { recursive: true, force: true });
      await writeFile(folder, 'no folder');
    },
    comeBack: () => rm(folder),
    close: () => rm(root, { recursive: true }),
  };
}

async function openBucketPlace(): Promise<Place> {
  const server = await openBucketServer({ prefix: 'shops/one', pageSize: 2 });
  return {
    sealed: await openBucket(server.settings),
    contents: () =>
      Promise.resolve(
        new Map(
          [...server.objects].map(([name, bytes]) => [name.replace(/^shops\/one\//, ''), bytes] as const),
        ),
      ),
    goAway() {
      server.trouble = { status: 404, code: 'NoSuchBucket' };
      return Promise.resolve();
    },
    comeBack() {
      server.trouble = null;
      return Promise.resolve();
    },
    close: () => server.close(),
  };
}

const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

async function keysOf(files: FileStore): Promise<string[]> {
  const found: string[] = [];
  for await (const key of files.keys()) found.push(key);
  return found.sort();
}

describe.each([
  ['a folder', openFolder],
  ['a bucket', openBucketPlace],
])('files in %s', (_name, open) => {
  let place: Place;
  let files: FileStore;
  const by = (...secrets: readonly [Buffer, ...Buffer[]]): FileStore =>
    openFileStore({ sealed: place.sealed, encryption: createEncryption(secrets), clock: systemClock });
  beforeEach(async () => {
    place = await open();
    files = by(older);
  });
  afterEach(() => place.close());

  it('are encrypted where they lie, replaced whole, and leave nothing beside them', async () => {
    const key = files.newKey();
    await files.write(key, Buffer.from('Jane Tan, 1 Road'));
    const before = (await place.contents()).get(`${key.slice(0, 2)}/${key}`);
    expect(before?.length).toBeGreaterThan('Jane Tan, 1 Road'.length);
    expect(before?.includes('Jane')).toBe(false);
    await files.write(key, Buffer.from([0, 255, 128, 10]));
    expect(await files.read(key)).toEqual(Buffer.from([0, 255, 128, 10]));
    expect([...(await place.contents()).keys()]).toEqual([`${key.slice(0, 2)}/${key}`]);
    await files.write(key, Buffer.alloc(0));
    expect(await files.read(key)).toEqual(Buffer.alloc(0));
  });

  it('open under their own key alone', async () => {
    const [one, other] = [files.newKey(), files.newKey()];
    await files.write(one, Buffer.from('of one order'));
    const sealed = await place.sealed.read(one);
    await place.sealed.write(other, sealed ?? Buffer.alloc(0));
    await expect(files.read(other)).rejects.toThrow('does not open');
  });

  it('are not there under a path or an unknown key', async () => {
    expect(await files.read('../../etc/passwd')).toBeNull();
    expect(await files.read(randomUUID())).toBeNull();
    expect(await files.reseal(randomUUID())).toBe(false);
    await expect((async () => files.write('../outside', Buffer.from('x')))()).rejects.toThrow('no key');
    await expect((async () => files.remove('../outside'))()).rejects.toThrow('no key');
  });

  it('are gone once they are removed, which may be done again', async () => {
    const [one, other] = [files.newKey(), files.newKey()];
    for (const key of [one, other]) await files.write(key, Buffer.from('a label'));
    await files.remove(one);
    await files.remove(one);
    expect(await files.read(one)).toBeNull();
    expect([...(await place.contents()).keys()]).toEqual([`${other.slice(0, 2)}/${other}`]);
  });

  it('are listed all, over several pages, and none before the first', async () => {
    expect(await keysOf(files)).toEqual([]);
    const keys = Array.from({ length: 7 }, () => files.newKey());
    for (const key of keys) await files.write(key, Buffer.from(key));
    expect(await keysOf(files)).toEqual([...keys].sort());
  });

  it('are encrypted anew where an older secret encrypted them, and the rest is left', async () => {
    const both = by(newer, older);
    const keys = [both.newKey(), both.newKey()] as const;
    await by(older).write(keys[0], Buffer.from('before'));
    await both.write(keys[1], Buffer.from('after'));
    const resealed = [];
    for (const key of [keys[0], keys[0], keys[1]]) resealed.push(await both.reseal(key));
    expect(resealed).toEqual([true, false, false]);
    expect((await by(newer).read(keys[0]))?.toString()).toBe('before');
  });

  it('out of reach are another thing than files that are gone', async () => {
    const key = files.newKey();
    await files.write(key, Buffer.from('a label'));
    await place.goAway();
    await expect(files.read(key)).rejects.toThrow(FilesUnreachable);
    await expect(files.write(key, Buffer.from('x'))).rejects.toThrow(FilesUnreachable);
    await expect(files.reseal(key)).rejects.toThrow(FilesUnreachable);
    await expect(files.remove(key)).rejects.toThrow(FilesUnreachable);
    await expect(keysOf(files)).rejects.toThrow(FilesUnreachable);
    await place.comeBack();
    await files.write(key, Buffer.from('again'));
    expect((await files.read(key))?.toString()).toBe('again');
  });

  it('of the size of a large sheet come back byte for byte', async () => {
    const key = files.newKey();
    const bytes = Buffer.alloc(20_000_000, 'rows of a sheet; ');
    await files.write(key, bytes);
    expect((await files.read(key))?.equals(bytes)).toBe(true);
  });
});
