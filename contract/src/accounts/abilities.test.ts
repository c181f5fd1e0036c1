import { expect, it } from 'vitest';
import { assignableRoles, storeAbilities } from './abilities.ts';
import type { StoreRole, UserRole } from './accounts.ts';
import { endpoints } from '../table.ts';

/** Who may: o the owner, a an admin, m a member of the store, p a platform admin who is no member. */
const mayCall: Readonly<Record<string, string>> = {
  showStore: 'oamp',
  updateStore: 'oap',
  startTransfer: 'o',
  cancelTransfer: 'o',
  deleteStore: 'o',
  leaveStore: 'am',
  // Only the person whom the ownership was offered to.
  acceptTransfer: 'am',
  rejectTransfer: 'am',
  listMembers: 'oamp',
  showMember: 'oamp',
  listTransferees: 'oamp',
  addMember: 'oap',
  changeMemberRole: 'oap',
  removeMember: 'oap',
  createMarketplace: 'oap',
  updateMarketplace: 'oap',
  deactivateMarketplace: 'oap',
  deleteMarketplace: 'oap',
  beginAuthorisation: 'oap',
  verifyQoo10: 'oap',
  sendReferralEmails: 'oamp',
};

const callers: Readonly<Record<string, readonly [StoreRole | null, UserRole]>> = {
  o: ['owner', 'member'],
  a: ['admin', 'member'],
  m: ['member', 'member'],
  p: [null, 'admin'],
};

it.each(Object.entries(mayCall))('%s is for %s', (name, letters) => {
  const endpoint = endpoints.find((declared) => declared.name === name);
  if (endpoint === undefined) throw new Error(`No endpoint is called ${name}.`);
  const allowed = Object.entries(callers).filter(([, [storeRole, userRole]]) =>
    storeAbilities(storeRole, userRole).some((ability) => ability === endpoint.permission),
  );
  expect(allowed.map(([letter]) => letter).join('')).toBe(letters);
});

it('a stranger may nothing, and a platform admin who is a member has the rights of both', () => {
  expect(storeAbilities(null, 'member')).toEqual([]);
  const both = storeAbilities('member', 'developer');
  expect(both).toContain('member.manage');
  expect(both).toContain('store.leave');
  expect(both).not.toContain('store.delete');
  expect(storeAbilities('owner', 'admin')).toContain('store.delete');
});

it('store admins and platform admins give either role, members only their own, nobody makes an owner', () => {
  expect(assignableRoles('owner', 'member')).toEqual(['member', 'admin']);
  expect(assignableRoles('admin', 'member')).toEqual(['member', 'admin']);
  expect(assignableRoles(null, 'developer')).toEqual(['member', 'admin']);
  expect(assignableRoles('member', 'member')).toEqual(['member']);
});
