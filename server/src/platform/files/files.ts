import { randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../time/clock.ts';
import type { Encryption, Purpose } from '../secrets/encryption.ts';
import { isFileKey, type SealedFiles } from './sealed-files.ts';

/** How long a link to a file opens it, in seconds. */
const LINK_SECONDS = 15 * 60;

/** A file opens under its own key alone. */
const contentPurpose = (key: string): Purpose => ({ text: `file ${key}`, storeId: null });
const LINK_PURPOSE = 'file link';

/** The headers of a file that a browser downloads. */
export interface FileLabel {
  readonly mediaType: string;
  /** The name under which it is saved. */
  readonly name: string;
}

/**
 * Files outside of the database, encrypted at rest, each under a key of its own. Record the key before writing the file, so that a
 * kill leaves no orphan. The store may be unreachable: methods then throw FilesUnreachable.
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
  /** The signed address of a file on this server; it opens the file for a quarter of an hour without a session. */
  link(key: string, label: FileLabel): string;
  /** What a link says of its file; null where it was not signed here for this key, or has ended. */
  verifyLink(key: string, signature: string): FileLabel | null;
}

export interface FileStoreOptions {
  /** Where the files lie once they are encrypted. */
  readonly sealed: SealedFiles;
  readonly encryption: Encryption;
  readonly clock: Clock;
}

const linkShape = z.tuple([z.number(), z.string(), z.string()]);

/** Opens the file store over sealed files, which see encrypted bytes alone. */
export function openFileStore({ sealed, encryption, clock }: FileStoreOptions): FileStore {
  const macOf = (key: string, content: string): Buffer =>
    encryption.fingerprint(`${key}\0${content}`, LINK_PURPOSE);
  return {
    newKey: () => randomUUID(),
    write: (key, bytes) => sealed.write(known(key), encryption.sealBytes(bytes, contentPurpose(key))),
    async read(key) {
      if (!isFileKey(key)) return null;
      const bytes = await sealed.read(key);
      return bytes === null ? null : encryption.openBytes(bytes, contentPurpose(key));
    },
    remove: (key) => sealed.remove(known(key)),
    keys: () => sealed.keys(),
    async reseal(key) {
      const bytes = await sealed.read(known(key));
      const fresh = bytes === null ? null : encryption.reseal(bytes, contentPurpose(key));
      if (fresh === null) return false;
      await sealed.write(key, fresh);
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

/** @throws Error for what no file is called: it would name something else where the files lie */
function known(key: string): string {
  if (!isFileKey(key)) throw new Error('This is no key of a file.');
  return key;
}
