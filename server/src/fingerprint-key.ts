import type { Database } from './platform/database/database.ts';
import { StartProblem } from './platform/process/start-problem.ts';
import {
  createEncryption,
  fingerprintKeyOf,
  isEarlierForm,
  type Purpose,
} from './platform/secrets/encryption.ts';

/**
 * Purpose of the sealed key. It is sealed anew last: an earlier form of the key means that other values may have one too, and its
 * new form that none has.
 */
export const fingerprintKeyPurpose: Purpose = {
  text: 'fingerprint key, after all others',
  storeId: null,
  earlier: 'fingerprint key',
};

export interface FingerprintKey {
  readonly key: Buffer;
  /** Whether there may be values in an earlier form. */
  readonly opensEarlier: boolean;
}

/**
 * The key that this installation makes fingerprints with. The first program that asks decides it: the one that its oldest
 * secret gives, so that fingerprints made before the key was kept are found again.
 * @param secrets newest first
 * @throws StartProblem where none of the secrets is this installation's
 */
export async function keepFingerprintKey(
  db: Database,
  secrets: readonly [Buffer, ...Buffer[]],
): Promise<FingerprintKey> {
  const first = fingerprintKeyOf(secrets.at(-1) ?? secrets[0]);
  const encryption = createEncryption(secrets, first, true);
  await db
    .insertInto('fingerprint_keys')
    .values({ id: 1, sealed: encryption.seal(first.toString('base64'), fingerprintKeyPurpose) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { sealed } = await db
    .selectFrom('fingerprint_keys')
    .select('sealed')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  try {
    const key = Buffer.from(encryption.open(sealed, fingerprintKeyPurpose), 'base64');
    return { key, opensEarlier: isEarlierForm(sealed) };
  } catch {
    throw new StartProblem(
      'EVENSTOCK_SECRET is not the secret of this installation: what was sealed does not open with it. Set the one that it ran with; to change it, name the new one and the old one (new,old) and run npm run rotate-secret.',
    );
  }
}
