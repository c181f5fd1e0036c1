import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encryption of secrets and personal data at rest. */
export interface Encryption {
  /** Encrypts by AES-256-GCM. `purpose` is authenticated with it: the value cannot be decrypted for another purpose. */
  seal(plain: string, purpose: string): Buffer;
  open(sealed: Buffer, purpose: string): string;
  /** As `seal`, of bytes. */
  sealBytes(plain: Uint8Array, purpose: string): Buffer;
  openBytes(sealed: Buffer, purpose: string): Buffer;
  /** Encrypts the same plain text with the newest secret; null where it is encrypted with it already. */
  reseal(sealed: Buffer, purpose: string): Buffer | null;
  /** A keyed hash (HMAC), to find equal values without storing them. */
  fingerprint(text: string, purpose: string): Buffer;
}

const VERSION = 1;
const IV = 12;
const TAG = 16;

function derive(secret: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `evenstock ${label}`, 32));
}

/** Derives the fingerprint key of a secret, which is the first one of an installation. */
export function fingerprintKeyOf(secret: Buffer): Buffer {
  return derive(secret, 'fingerprint');
}

/**
 * Creates the encryption by the installation's secrets, newest first. The newest encrypts and all decrypt, so secrets can be
 * rotated.
 * @param secrets each at least 32 bytes
 * @param mac key of the fingerprints; it outlives the secrets
 */
export function createEncryption(
  secrets: readonly [Buffer, ...Buffer[]],
  mac: Buffer = fingerprintKeyOf(secrets[0]),
): Encryption {
  const keys = secrets.map((secret) => derive(secret, 'seal'));
  const [newest] = keys;
  if (newest === undefined) throw new Error('Encryption needs a secret.');
  const sealBytes = (plain: Uint8Array, purpose: string): Buffer => {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
  };
  const seal = (plain: string, purpose: string): Buffer => sealBytes(Buffer.from(plain, 'utf8'), purpose);
  const openBy = (sealed: Buffer, purpose: string): { plain: Buffer; key: Buffer } => {
    for (const key of keys) {
      const plain = openWith(key, sealed, purpose);
      if (plain !== null) return { plain, key };
    }
    throw new Error(`A secret (${purpose}) does not open with this installation's EVENSTOCK_SECRET.`);
  };
  return {
    seal,
    open: (sealed, purpose) => openBy(sealed, purpose).plain.toString('utf8'),
    sealBytes,
    openBytes: (sealed, purpose) => openBy(sealed, purpose).plain,
    reseal(sealed, purpose) {
      const { plain, key } = openBy(sealed, purpose);
      return key === newest ? null : sealBytes(plain, purpose);
    },
    fingerprint: (text, purpose) => createHmac('sha256', mac).update(`${purpose}\0${text}`).digest(),
  };
}

/** Null where the value was encrypted with another key or for another purpose, or is damaged. */
function openWith(key: Buffer, sealed: Buffer, purpose: string): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + IV)).setAAD(
      Buffer.from(purpose),
    );
    decipher.setAuthTag(sealed.subarray(1 + IV, 1 + IV + TAG));
    const body = decipher.update(sealed.subarray(1 + IV + TAG));
    return Buffer.concat([body, decipher.final()]);
  } catch {
    return null;
  }
}
