import { invalid } from '../../api/routing.ts';
import { canBeAuthorised, type Standing } from './consent.rules.ts';

/** May the authorisation of this marketplace begin now? */
export function isAuthorisable(marketplace: Standing): boolean {
  return canBeAuthorised(marketplace);
}

/** @throws Refusal 422 for a marketplace that is authorised already and whose consent is not to be extended */
export function requireAuthorisable(marketplace: Standing & { readonly name: string }): void {
  if (canBeAuthorised(marketplace)) return;
  throw invalid(
    'marketplace',
    `${marketplace.name} is authorised already. Deactivate it first to authorise it anew.`,
  );
}
