import { passwordMinLength } from '@evenstock/contract/accounts/accounts';

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Says whether a password is one of those that are tried first: the 17,950 of eight characters or more among the most frequent ones of
 * published leaks (zxcvbn). Upper and lower case count as the same. The list is read when it is first asked for.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readCommon();
  return (await common).has(password.toLowerCase());
}

async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // Shorter ones cannot be chosen.
  return new Set(dictionary.passwords.filter(({ length }) => length >= passwordMinLength));
}
