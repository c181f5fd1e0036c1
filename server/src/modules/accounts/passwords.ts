import { hash, verify } from '@node-rs/argon2';
import { inTurn, type Turn } from './password-lanes.ts';

/** argon2id is the library's default algorithm; memory in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** New passwords take turns with the accounts, as if they were one of them. */
const newPassword: Turn = { account: 'new', network: 'new' };

/** argon2id hash of a password, as text that names its own parameters. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(newPassword, () => hash(password, cost));
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a hash it takes as long and fails, so that nobody learns which accounts exist.
 * @param turn whose password it is said to be, and where the try comes from: a flood keeps few others waiting
 */
export async function passwordMatches(
  password: string,
  passwordHash: string | null,
  turn: Turn,
): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const hashed = passwordHash ?? (await decoy);
  const matches = await inTurn(turn, () => verify(hashed, password));
  return matches && passwordHash !== null;
}
