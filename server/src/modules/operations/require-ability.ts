import { storeAbilities } from '@evenstock/contract/abilities';
import type { StoreAbility } from '@evenstock/contract/endpoint';
import { operationAbilities, type OperationKind } from '@evenstock/contract/operations';
import { Refusal, type Actor, type StoreScope } from '../../api/routing.ts';

/** What the caller may do in the store. @throws Refusal 403 where work of this kind is not among it */
export function requireAbility(
  kind: OperationKind,
  store: StoreScope,
  actor: Actor,
): readonly StoreAbility[] {
  const abilities = storeAbilities(store.role, actor.role);
  if (abilities.includes(operationAbilities[kind])) return abilities;
  throw new Refusal(403, 'Your role does not allow this. Ask an admin or the owner of the store.');
}
