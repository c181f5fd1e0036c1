import type { StoreRole, UserRole } from './accounts.ts';
import type { PlatformAbility, StoreAbility } from './endpoint.ts';

const memberAbilities: readonly StoreAbility[] = [
  'store.view',
  'member.view',
  'marketplace.view',
  'order.view',
  'order.work',
  'product.view',
  'product.work',
  'stock.view',
  'stock.work',
];

const adminAbilities: readonly StoreAbility[] = [
  ...memberAbilities,
  'store.edit',
  'marketplace.manage',
  'marketplace.authenticate',
];

/** What a role in the store allows. Platform admins act in any store with a store admin's abilities. */
export function storeAbilities(storeRole: StoreRole | null, userRole: UserRole): readonly StoreAbility[] {
  if (storeRole === 'owner' || storeRole === 'admin' || userRole !== 'member') return adminAbilities;
  return storeRole === 'member' ? memberAbilities : [];
}

/** What a role over the whole installation allows. */
export function platformAbilities(userRole: UserRole): readonly PlatformAbility[] {
  if (userRole === 'developer') return ['platform.inspect', 'platform.develop'];
  return userRole === 'admin' ? ['platform.inspect'] : [];
}
