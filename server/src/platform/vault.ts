import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what is secret at rest. */
export interface Vault {
  /** AES-256-GCM. `purpose` binds the text to its place: opened for another purpose, it does not open. */
  seal(plain: string, purpose: string): Buffer;
  open(sealed: Buffer, purpose: string): string;
  /** The same plain text sealed by the newest secret; null where it is already. */
  reseal(sealed: Buffer, purpose: string): Buffer | null;
  /** Keyed hash, for telling equal things apart from others without keeping them. */
  fingerprint(text: string, purpose: string): Buffer;
}

const VERSION = 1;
const IV = 12;
const TAG = 16;

function derive(secret: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `evenstock ${label}`, 32));
}

/** The key of fingerprints that a secret alone gives: what an installation begins with. */
export function fingerprintKeyOf(secret: Buffer): Buffer {
  return derive(secret, 'fingerprint');
}

/**
 * A vault over the installation's secrets, newest first: the first seals, all open, so a secret can be rotated.
 * @param secrets each at least 32 bytes
 * @param mac key of the fingerprints; it outlives the secrets
 */
export function openVault(
  secrets: readonly [Buffer, ...Buffer[]],
  mac: Buffer = fingerprintKeyOf(secrets[0]),
): Vault {
  const keys = secrets.map((secret) => derive(secret, 'seal'));
  const [newest] = keys;
  if (newest === undefined) throw new Error('A vault needs a secret.');
  const seal = (plain: string, purpose: string): Buffer => {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
  };
  const openBy = (sealed: Buffer, purpose: string): { plain: string; key: Buffer } => {
    for (const key of keys) {
      const plain = openWith(key, sealed, purpose);
      if (plain !== null) return { plain, key };
    }
    throw new Error(`A secret (${purpose}) does not open with this installation's EVENSTOCK_SECRET.`);
  };
  return {
    seal,
    open: (sealed, purpose) => openBy(sealed, purpose).plain,
    reseal(sealed, purpose) {
      const { plain, key } = openBy(sealed, purpose);
      return key === newest ? null : seal(plain, purpose);
    },
    fingerprint: (text, purpose) => createHmac('sha256', mac).update(`${purpose}\0${text}`).digest(),
  };
}

/** Null: sealed by another key, for another purpose, or not whole. */
function openWith(key: Buffer, sealed: Buffer, purpose: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + IV)).setAAD(
      Buffer.from(purpose),
    );
    decipher.setAuthTag(sealed.subarray(1 + IV, 1 + IV + TAG));
    const body = decipher.update(sealed.subarray(1 + IV + TAG));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
