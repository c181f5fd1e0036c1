import type { Database } from './platform/database/database.ts';
import { StartProblem } from './platform/process/start-problem.ts';
import { createEncryption, fingerprintKeyOf, type Purpose } from './platform/secrets/encryption.ts';

/** Purpose of the sealed key. */
export const fingerprintKeyPurpose: Purpose = { text: 'fingerprint key', storeId: null };

/**
 * The key that this installation makes fingerprints with. The first program that asks decides it: the one that its oldest
 * secret gives.
 * @param secrets newest first
 * @throws StartProblem where none of the secrets is this installation's
 */
export async function keepFingerprintKey(
  db: Database,
  secrets: readonly [Buffer, ...Buffer[]],
): Promise<Buffer> {
  const first = fingerprintKeyOf(secrets.at(-1) ?? secrets[0]);
  const encryption = createEncryption(secrets, first);
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
    return Buffer.from(encryption.open(sealed, fingerprintKeyPurpose), 'base64');
  } catch {
    throw new StartProblem(
      'EVENSTOCK_SECRET is not the secret of this installation: what was sealed does not open with it. Set the one that it ran with; to change it, name the new one and the old one (new,old) and run npm run rotate-secret.',
    );
  }
}
