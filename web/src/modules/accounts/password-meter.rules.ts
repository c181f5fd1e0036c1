import { passwordGoodLength, passwordMinLength } from '@evenstock/contract/accounts';

/** How far a new password is by its length alone; what is common is the server's to say. */
export type PasswordLength = 'none' | 'short' | 'accepted' | 'good';

/** @param length in characters */
export function passwordLength(length: number): PasswordLength {
  if (length === 0) return 'none';
  if (length < passwordMinLength) return 'short';
  return length < passwordGoodLength ? 'accepted' : 'good';
}
