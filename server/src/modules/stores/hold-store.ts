import { storeAbilities } from '@evenstock/contract/abilities';
import type { StoreRole } from '@evenstock/contract/accounts';
import type { StoreAbility } from '@evenstock/contract/endpoint';
import type { Tx } from '../../platform/database.ts';
import { notFound, Refusal, type Actor } from '../../api/routing.ts';
import { lockStore, roleInStore } from './members.queries.ts';

export interface HeldStore {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly sendEmailNotifications: boolean;
  /** The caller's role, as it is now. */
  readonly role: StoreRole | null;
}

/**
 * Locks a store for a change of who belongs to it, and looks anew at what the caller may do: who lost the right while the
 * call was under way does not use it any more. Such changes of one store happen one after the other.
 * @throws Refusal 404 for a store that is gone or that the caller left, 403 for what the caller may not do any more
 */
export async function holdStore(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'role'>,
  storeId: number,
  ability: StoreAbility,
): Promise<HeldStore> {
  const store = await lockStore(tx, storeId);
  if (store === null) throw notFound('The store');
  const role = await roleInStore(tx, storeId, actor.userId);
  if (role === null && actor.role === 'member') throw notFound('The store');
  if (!storeAbilities(role, actor.role).includes(ability)) {
    throw new Refusal(403, 'Your role does not allow this. Ask an admin or the owner of the store.');
  }
  return { ...store, role };
}
