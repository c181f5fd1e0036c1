import type { StoreAbility } from '@evenstock/contract/api/endpoint';
import { operationAbilities, type OperationKind } from '@evenstock/contract/operations/operations';
import { message } from '@evenstock/contract/messages/message';
import { abilitiesIn } from '../../api/caller-abilities.ts';
import { Refusal, type Actor, type StoreScope } from '../../api/routing.ts';

/** The caller's abilities in the store. @throws Refusal 403 where they do not include operations of this kind */
export function requireAbility(
  kind: OperationKind,
  store: StoreScope,
  actor: Actor,
): readonly StoreAbility[] {
  const abilities = abilitiesIn(store.role, actor);
  if (abilities.includes(operationAbilities[kind])) return abilities;
  throw new Refusal(403, message('api.not_allowed'));
}
