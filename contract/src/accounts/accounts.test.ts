import { expect, it } from 'vitest';
import { storeAbilities } from './abilities.ts';
import { user } from './accounts.ts';
import { listStoreProfiles } from '../stores/stores.ts';

const account = {
  id: 1,
  email: 'owner@shop.test',
  role: 'member',
  password_expired: false,
  password_common: false,
  avatar_url: null,
  invitation_pending: false,
  invitation_accepted_at: null,
  has_password: true,
  second_factor_on: false,
  language: null,
};
const readRole = (role: unknown) =>
  user.safeParse({ ...account, stores: [{ id: 7, slug: 'shop', name: 'Shop', role }] }).data?.stores[0]?.role;

it.each([
  [0, 'member'],
  [1, 'admin'],
  [2, 'owner'],
  ['admin', 'admin'],
  [3, undefined],
  [-1, undefined],
  ['1', undefined],
])('the role %j of a reply is read as %j', (sent, read) => {
  expect(readRole(sent)).toBe(read);
});

it('1 and 2 count as store admin, 0 does not', () => {
  const mayInvite = (sent: number) => {
    const role = readRole(sent);
    return role !== undefined && storeAbilities(role, 'member').includes('member.manage');
  };
  expect([0, 1, 2].map(mayInvite)).toEqual([false, true, true]);
});

it('a member is read so too', () => {
  const { shape } = listStoreProfiles.reply;
  expect(shape.store_profiles.element.shape.role.parse(2)).toBe('owner');
});
