import type { Database } from './platform/database.ts';
import { StartProblem } from './platform/start-problem.ts';
import { fingerprintKeyOf, createEncryption } from './platform/encryption.ts';

/** What the key is sealed for. */
export const FINGERPRINT_KEY_PURPOSE = 'fingerprint key';

/**
 * The key that this installation makes fingerprints with. The first program that asks decides it: the one that its oldest
 * secret gives, so that fingerprints made before the key was kept are found again.
 * @param secrets newest first
 * @throws StartProblem where none of the secrets is this installation's
 */
export async function keepFingerprintKey(
  db: Database,
  secrets: readonly [Buffer, ...Buffer[]],
): Promise<Buffer> {
  const encryption = createEncryption(secrets);
  const first = fingerprintKeyOf(secrets.at(-1) ?? secrets[0]);
  await db
    .insertInto('fingerprint_keys')
    .values({ id: 1, sealed: encryption.seal(first.toString('base64'), FINGERPRINT_KEY_PURPOSE) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { sealed } = await db
    .selectFrom('fingerprint_keys')
    .select('sealed')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  try {
    return Buffer.from(encryption.open(sealed, FINGERPRINT_KEY_PURPOSE), 'base64');
  } catch {
    throw new StartProblem(
      'EVENSTOCK_SECRET is not the secret of this installation: what was sealed does not open with it. Set the one that it ran with; to change it, name the new one and the old one (new,old) and run npm run rotate-secret.',
    );
  }
}
