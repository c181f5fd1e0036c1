import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createEncryption } from '../../../platform/secrets/encryption.ts';
import { throttleKeysOf } from './throttle-sign-ins.ts';

const ctx = { encryption: createEncryption([randomBytes(32)]) };
const keysAt = (address: string, email = 'person@shop.test') => throttleKeysOf(ctx, email, address);

/** The names of the keys that two attempts share. */
function shared(one: ReturnType<typeof keysAt>, other: ReturnType<typeof keysAt>): string[] {
  const same = new Set<string>(Object.values(other));
  return Object.entries(one).flatMap(([name, key]) => (same.has(key) ? [name] : []));
}

const ofAccount = ['account', 'strangers', 'codes', 'signUpsOfAccount', 'resetsOfAccount'];

it('two addresses of one line share every limit', () => {
  const keys = keysAt('2001:db8:12:34::1');
  expect(keysAt('2001:db8:12:34:ffff::9')).toEqual(keys);
  expect(shared(keys, keysAt('2001:db8:12:34:ffff::9', 'other@shop.test'))).toEqual([
    'address',
    'network',
    'signUpsFromAddress',
    'resetsFromAddress',
  ]);
});

it('two lines of one network share its limit, and those of the account', () => {
  expect(shared(keysAt('2001:db8:12:34::1'), keysAt('2001:db8:12:35::1'))).toEqual([
    'account',
    'network',
    ...ofAccount.slice(1),
  ]);
  expect(shared(keysAt('192.0.2.7'), keysAt('192.0.2.8', 'other@shop.test'))).toEqual(['network']);
});

it('two networks share only the limits of the account', () => {
  expect(shared(keysAt('2001:db8:12:34::1'), keysAt('2001:db8:13:34::1'))).toEqual(ofAccount);
  expect(shared(keysAt('192.0.2.7'), keysAt('192.0.3.7', 'other@shop.test'))).toEqual([]);
});
