import { storeAbilities } from '@evenstock/contract/accounts/abilities';
import type { StoreRole } from '@evenstock/contract/accounts/accounts';
import type { StoreAbility } from '@evenstock/contract/api/endpoint';
import type { Actor } from './routing.ts';

/** What the caller may do in a store: what the role allows, and of that, with an access token, what the token was given. */
export function abilitiesIn(
  storeRole: StoreRole | null,
  { role, token }: Pick<Actor, 'role' | 'token'>,
): readonly StoreAbility[] {
  const ofRole = storeAbilities(storeRole, role);
  return token === undefined ? ofRole : ofRole.filter((ability) => token.scopes.includes(ability));
}
