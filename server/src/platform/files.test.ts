import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { createEncryption } from './encryption.ts';
import { openFileStore, type FileStore } from './files.ts';

const encryption = createEncryption([Buffer.alloc(32, 1)]);
let folder: string;
let files: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evenstock-files-'));
  files = openFileStore({ folder, encryption, clock: systemClock });
});
afterAll(() => rm(folder, { recursive: true }));

it('keeps bytes encrypted, replaces a file whole, and leaves no half one', async () => {
  const key = files.newKey();
  await files.write(key, Buffer.from('Jane Tan, 1 Road'));
  await files.write(key, Buffer.from([0, 255, 128, 10]));
  expect(await files.read(key)).toEqual(Buffer.from([0, 255, 128, 10]));
  const inside = await readdir(join(folder, key.slice(0, 2)));
  expect(inside).toEqual([key]);
  const name = files.newKey();
  await files.write(name, Buffer.from('Jane Tan, 1 Road'));
  const sealed = await readFile(join(folder, name.slice(0, 2), name));
  expect(sealed.includes('Jane')).toBe(false);
});

it('knows no file by a path or an unknown key', async () => {
  expect(await files.read('../../etc/passwd')).toBeNull();
  expect(await files.read(randomUUID())).toBeNull();
});

it('encrypts what an older secret encrypted anew, and leaves the rest', async () => {
  const place = await mkdtemp(join(folder, 'rotated-'));
  const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const by = (...secrets: readonly [Buffer, ...Buffer[]]): FileStore =>
    openFileStore({ folder: place, encryption: createEncryption(secrets), clock: systemClock });
  const both = by(newer, older);
  const keys = [both.newKey(), both.newKey()] as const;
  await by(older).write(keys[0], Buffer.from('before'));
  await both.write(keys[1], Buffer.from('after'));
  const found: string[] = [];
  for await (const key of both.keys()) found.push(key);
  expect(found.sort()).toEqual([...keys].sort());
  expect([await both.reseal(keys[0]), await both.reseal(keys[0]), await both.reseal(keys[1])]).toEqual([
    true,
    false,
    false,
  ]);
  expect((await by(newer).read(keys[0]))?.toString()).toBe('before');
  expect(await both.reseal(both.newKey())).toBe(false);
});

it('has no keys before its first file', async () => {
  const empty = openFileStore({ folder: join(folder, 'none'), encryption, clock: systemClock });
  for await (const key of empty.keys()) expect.unreachable(key);
});
