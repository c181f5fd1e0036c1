import { randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Encryption, Purpose } from './encryption.ts';

/** How long a link to a file opens it, in seconds. */
const LINK_SECONDS = 15 * 60;

/** A file opens under its own key alone. */
const contentPurpose = (key: string): Purpose => ({ text: `file ${key}`, storeId: null, earlier: null });
const LINK_PURPOSE = 'file link';

/** The headers of a file that a browser downloads. */
export interface FileLabel {
  readonly mediaType: string;
  /** The name under which it is saved. */
  readonly name: string;
}

/**
 * Files outside of the database, encrypted at rest, each under a key of its own. Whoever keeps one records its key first, so that
 * a process that is killed leaves no file that nobody knows.
 */
export interface FileStore {
  /** A key that no file has. */
  newKey(): string;
  /** Writes a file whole, or not at all; a file of this key is replaced. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is no such file. */
  read(key: string): Promise<Buffer | null>;
  /** Removes a file; does nothing where there is none. */
  remove(key: string): Promise<void>;
  /** The keys of all files that are there. */
  keys(): AsyncIterable<string>;
  /** Encrypts a file anew where an older secret encrypted it. @returns whether it did */
  reseal(key: string): Promise<boolean>;
  /** The signed address of a file on this server: whoever has it may read the file for a quarter of an hour. */
  link(key: string, label: FileLabel): string;
  /** What a link says of its file; null where it was not signed here for this key, or has ended. */
  verifyLink(key: string, signature: string): FileLabel | null;
}

export interface FileStoreOptions {
  /** It is made with the first file. */
  readonly folder: string;
  readonly encryption: Encryption;
  readonly clock: Clock;
}

const keyShape = z.uuid();
const linkShape = z.tuple([z.number(), z.string(), z.string()]);

/** Opens the file store of a folder. */
export function openFileStore({ folder, encryption, clock }: FileStoreOptions): FileStore {
  const pathOf = (key: string): string => {
    const known = keyShape.parse(key);
    return join(folder, known.slice(0, 2), known);
  };
  const macOf = (key: string, content: string): Buffer =>
    encryption.fingerprint(`${key}\0${content}`, LINK_PURPOSE);
  return {
    newKey: () => randomUUID(),
    write: (key, bytes) => writeWhole(pathOf(key), encryption.sealBytes(bytes, contentPurpose(key))),
    async read(key) {
      if (!keyShape.safeParse(key).success) return null;
      const sealed = await readFile(pathOf(key)).catch(nullIfMissing);
      return sealed === null ? null : encryption.openBytes(sealed, contentPurpose(key));
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    keys: () => keysIn(folder),
    async reseal(key) {
      const path = pathOf(key);
      const sealed = await readFile(path).catch(nullIfMissing);
      const fresh = sealed === null ? null : encryption.reseal(sealed, contentPurpose(key));
      if (fresh === null) return false;
      await writeWhole(path, fresh);
      return true;
    },
    link(key, { mediaType, name }) {
      const until = Math.floor(clock.now().getTime() / 1000) + LINK_SECONDS;
      const content = Buffer.from(JSON.stringify([until, mediaType, name])).toString('base64url');
      return `/files/${key}?sig=${content}.${macOf(key, content).toString('base64url')}`;
    },
    verifyLink(key, signature) {
      const [content = '', mac = ''] = signature.split('.', 2);
      const given = Buffer.from(mac, 'base64url');
      const right = macOf(key, content);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const [until, mediaType, name] = linkShape.parse(
        JSON.parse(Buffer.from(content, 'base64url').toString('utf8')),
      );
      return until * 1000 < clock.now().getTime() ? null : { mediaType, name };
    },
  };
}

async function* keysIn(folder: string): AsyncGenerator<string> {
  for (const part of (await readdir(folder).catch(nullIfMissing)) ?? [])
    for (const name of await readdir(join(folder, part))) if (keyShape.safeParse(name).success) yield name;
}

/** A reader finds the whole file or none, after a power failure too. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const half = `${path}.half`;
  const file = await open(half, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(half, path);
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
