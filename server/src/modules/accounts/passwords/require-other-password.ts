import { message } from '@evenstock/contract/messages/message';
import { invalid } from '../../../api/routing.ts';
import type { FairnessKey } from './password-semaphore.ts';
import { passwordMatches } from './passwords.ts';

/**
 * Requires that a new password is not the present one: an expired password would otherwise be set again.
 * @param key the account and network of the attempt, for the fair semaphore
 * @throws Refusal 422 beside `password`
 */
export async function requireOtherPassword(
  password: string,
  presentHash: string | null,
  key: FairnessKey,
): Promise<void> {
  if (presentHash !== null && (await passwordMatches(password, presentHash, key))) {
    throw invalid('password', message('accounts.password_unchanged'));
  }
}
