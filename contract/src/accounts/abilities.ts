import type { StoreRole, UserRole } from './accounts.ts';
import type { PlatformAbility, StoreAbility } from '../api/endpoint.ts';

/** Day-to-day work: everyone who works in the store. */
const memberAbilities: readonly StoreAbility[] = [
  'store.view',
  'member.view',
  'referral.send',
  'marketplace.view',
  'order.view',
  'order.work',
  'product.view',
  'product.work',
  'stock.view',
  'stock.work',
  'token.manage',
];

/** Store admins, the owner among them. */
const adminAbilities: readonly StoreAbility[] = [
  ...memberAbilities,
  'store.edit',
  'order.export',
  'subscription.view',
  'member.manage',
  'marketplace.manage',
  'marketplace.authenticate',
  'listing.delete',
  'webhook.manage',
];

const ownerAbilities: readonly StoreAbility[] = [
  ...adminAbilities,
  'store.transfer',
  'store.delete',
  'subscription.manage',
  'dead_letter.manage',
];

/** What everyone but the owner may do with their own place in a store. */
const guestAbilities: readonly StoreAbility[] = ['store.leave', 'transfer.answer'];

/** What a role in the store allows. Platform admins act in any store with a store admin's abilities, never an owner's. */
export function storeAbilities(storeRole: StoreRole | null, userRole: UserRole): readonly StoreAbility[] {
  if (storeRole === 'owner') return ownerAbilities;
  const work = storeRole === 'admin' || userRole !== 'member' ? adminAbilities : memberAbilities;
  if (storeRole !== null) return [...work, ...guestAbilities];
  return userRole === 'member' ? [] : work;
}

/** The roles that somebody may give another member: store admins either, members none but their own. */
export function assignableRoles(
  storeRole: StoreRole | null,
  userRole: UserRole,
): readonly Exclude<StoreRole, 'owner'>[] {
  return storeAbilities(storeRole, userRole).includes('member.manage') ? ['member', 'admin'] : ['member'];
}

/** What a role over the whole installation allows. */
export function platformAbilities(userRole: UserRole): readonly PlatformAbility[] {
  if (userRole === 'developer') return ['platform.inspect', 'platform.operate', 'platform.develop'];
  return userRole === 'admin' ? ['platform.inspect', 'platform.operate'] : [];
}
