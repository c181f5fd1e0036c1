import type { StoreRole } from '@evenstock/contract/accounts/accounts';
import type { StoreAbility } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import type { Tx } from '../../../platform/database/database.ts';
import { abilitiesIn } from '../../../api/caller-abilities.ts';
import { notFound, Refusal, type Actor } from '../../../api/routing.ts';
import { lockStoreRow, roleInStore } from './members.queries.ts';

export interface LockedStore {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly sendEmailNotifications: boolean;
  /** The caller's current role. */
  readonly role: StoreRole | null;
}

/**
 * Locks a store for a change of its memberships, and checks the caller's ability again under the lock, since it may have been
 * lost meanwhile. Such changes of one store are serialised.
 * @throws Refusal 404 for a store that is deleted or that the caller left, 403 for a caller without the ability
 */
export async function lockStore(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'role' | 'token'>,
  storeId: number,
  ability: StoreAbility,
): Promise<LockedStore> {
  const store = await lockStoreRow(tx, storeId);
  if (store === null) throw notFound('store');
  const role = await roleInStore(tx, storeId, actor.userId);
  if (role === null && actor.role === 'member') throw notFound('store');
  if (!abilitiesIn(role, actor).includes(ability)) {
    throw new Refusal(403, message('api.not_allowed'));
  }
  return { ...store, role };
}
