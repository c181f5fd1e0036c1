import { message } from '@evenstock/contract/messages/message';
import { invalid } from '../../../api/routing.ts';
import { canBeAuthorised, type ConsentStatus } from './consent.rules.ts';

/** Whether an authorisation of this marketplace may begin. */
export function isAuthorisable(marketplace: ConsentStatus): boolean {
  return canBeAuthorised(marketplace);
}

/** @throws Refusal 422 for a marketplace that is authorised and whose consent cannot be extended */
export function requireAuthorisable(marketplace: ConsentStatus & { readonly name: string }): void {
  if (canBeAuthorised(marketplace)) return;
  throw invalid('marketplace', message('marketplaces.authorised_already', { marketplace: marketplace.name }));
}
