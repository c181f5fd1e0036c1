import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What a value is encrypted for. It is authenticated with the value, which decrypts for nothing else. */
export interface Purpose {
  /** The kind of value, and the record that it belongs to. */
  readonly text: string;
  /** The store whose key encrypts the value; null: the installation's key does. */
  readonly storeId: number | null;
}

/** Encryption of secrets and personal data at rest. */
export interface Encryption {
  /** Encrypts by AES-256-GCM. */
  seal(plain: string, purpose: Purpose): Buffer;
  /** @throws Error for a value that was encrypted for another purpose or store, with another secret, or was changed */
  open(sealed: Buffer, purpose: Purpose): string;
  /** As `seal`, of bytes. */
  sealBytes(plain: Uint8Array, purpose: Purpose): Buffer;
  openBytes(sealed: Buffer, purpose: Purpose): Buffer;
  /** Encrypts the same plain text with the newest secret; null where that encrypted it. */
  reseal(sealed: Buffer, purpose: Purpose): Buffer | null;
  /** A keyed hash (HMAC), to find equal values without storing them. */
  fingerprint(text: string, purpose: string): Buffer;
}

/** The first byte of a value: the form in which it is sealed. */
const FORM = 1;
const IV = 12;
const TAG = 16;

function derive(secret: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `evenstock ${label}`, 32));
}

/** Derives the fingerprint key of a secret, which is the first one of an installation. */
export function fingerprintKeyOf(secret: Buffer): Buffer {
  return derive(secret, 'fingerprint');
}

const keyOf = (secret: Buffer, { storeId }: Purpose): Buffer =>
  derive(secret, storeId === null ? 'seal' : `seal of store ${String(storeId)}`);

/**
 * Creates the encryption by the installation's secrets, newest first. The newest encrypts and all decrypt, so secrets can be
 * rotated. Each store has a key of its own, derived from the secret.
 * @param secrets each at least 32 bytes
 * @param mac key of the fingerprints; it outlives the secrets
 */
export function createEncryption(
  secrets: readonly [Buffer, ...Buffer[]],
  mac: Buffer = fingerprintKeyOf(secrets[0]),
): Encryption {
  const [newest] = secrets;
  const sealBytes = (plain: Uint8Array, purpose: Purpose): Buffer => {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', keyOf(newest, purpose), iv).setAAD(
      Buffer.from(purpose.text),
    );
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.from([FORM]), iv, cipher.getAuthTag(), body]);
  };
  const openBy = (sealed: Buffer, purpose: Purpose): { plain: Buffer; isCurrent: boolean } => {
    for (const secret of sealed[0] === FORM ? secrets : []) {
      const plain = openWith(keyOf(secret, purpose), sealed, purpose.text);
      if (plain !== null) return { plain, isCurrent: secret === newest };
    }
    throw new Error(`A secret (${purpose.text}) does not open with this installation's EVENSTOCK_SECRET.`);
  };
  return {
    seal: (plain, purpose) => sealBytes(Buffer.from(plain, 'utf8'), purpose),
    open: (sealed, purpose) => openBy(sealed, purpose).plain.toString('utf8'),
    sealBytes,
    openBytes: (sealed, purpose) => openBy(sealed, purpose).plain,
    reseal(sealed, purpose) {
      const { plain, isCurrent } = openBy(sealed, purpose);
      return isCurrent ? null : sealBytes(plain, purpose);
    },
    fingerprint: (text, purpose) => createHmac('sha256', mac).update(`${purpose}\0${text}`).digest(),
  };
}

/** Null where the value was encrypted with another key or for another purpose, or is damaged. */
function openWith(key: Buffer, sealed: Buffer, text: string): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + IV)).setAAD(
      Buffer.from(text),
    );
    decipher.setAuthTag(sealed.subarray(1 + IV, 1 + IV + TAG));
    const body = decipher.update(sealed.subarray(1 + IV + TAG));
    return Buffer.concat([body, decipher.final()]);
  } catch {
    return null;
  }
}
