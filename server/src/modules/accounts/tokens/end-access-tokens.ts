import type { Tx } from '../../../platform/database/database.ts';
import { endTokens } from './access-tokens.queries.ts';

/** Ends the access tokens of a person who leaves a store, in the transaction that ends the membership. */
export function endTokensOfMember(
  tx: Tx,
  member: { readonly storeId: number; readonly userId: number },
  at: Date,
): Promise<void> {
  return endTokens(tx, member, at);
}
