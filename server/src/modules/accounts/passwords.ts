import { hash, verify } from '@node-rs/argon2';
import { inLane } from './password-lanes.ts';

/** argon2id is the library's default algorithm; memory in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** argon2id hash of a password, as text that names its own parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a hash it takes as long and fails, so that nobody learns which accounts exist.
 * @param lane whose password it is said to be: a flood at one account does not keep another waiting
 */
export async function passwordMatches(
  password: string,
  passwordHash: string | null,
  lane: string,
): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const hashed = passwordHash ?? (await decoy);
  const matches = await inLane(lane, () => verify(hashed, password));
  return matches && passwordHash !== null;
}
