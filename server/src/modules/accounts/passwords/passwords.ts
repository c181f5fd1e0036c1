import { message } from '@evenstock/contract/messages/message';
import { hash, verify } from '@node-rs/argon2';
import { invalid } from '../../../api/routing.ts';
import { isCommonPassword } from './common-passwords.ts';
import { withPermit, type FairnessKey } from './password-semaphore.ts';

/** argon2id is the library's default algorithm; memory in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** New passwords share the queue of one pretended account. */
const newPassword: FairnessKey = { account: 'new', network: 'new' };

/**
 * Hashes a password that is being set. Every new password goes this way.
 * @throws Refusal 422 beside `password` where it is a common one
 */
export async function hashNewPassword(password: string): Promise<string> {
  if (await isCommonPassword(password)) throw invalid('password', message('accounts.password_common'));
  return hashPassword(password);
}

/** argon2id hash of a password, as text that names its own parameters. */
function hashPassword(password: string): Promise<string> {
  return withPermit(newPassword, () => hash(password, cost));
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a hash it takes as long and fails, so that nobody learns which accounts exist.
 * @param key the account and network of the attempt, for the fair semaphore
 */
export async function passwordMatches(
  password: string,
  passwordHash: string | null,
  key: FairnessKey,
): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const hashed = passwordHash ?? (await decoy);
  const matches = await withPermit(key, () => verify(hashed, password));
  return matches && passwordHash !== null;
}
