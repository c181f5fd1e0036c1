import { passwordGoodLength, passwordMinLength } from '@evenstock/contract/accounts/accounts';

/** Rates a new password by its length only; the server checks for common passwords. */
export type PasswordLength = 'none' | 'short' | 'accepted' | 'good';

/** @param length in characters */
export function passwordLength(length: number): PasswordLength {
  if (length === 0) return 'none';
  if (length < passwordMinLength) return 'short';
  return length < passwordGoodLength ? 'accepted' : 'good';
}
