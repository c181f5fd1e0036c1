import { mostTokens, tokenPrefix, type TokenScope } from '@evenstock/contract/stores/access-tokens';
import { message } from '@evenstock/contract/messages/message';
import { abilitiesIn } from '../../../api/caller-abilities.ts';
import { invalid, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { countTokens, insertToken, type TokenRow } from './access-tokens.queries.ts';
import { proveOwner } from '../sessions/prove-owner.ts';
import { hashToken, newToken } from '../account/tokens.ts';

const DAY = 24 * 60 * 60_000;
/** Length of the stored prefix: enough to recognise a token, too little to guess it. */
const SHOWN = tokenPrefix.length + 6;

/**
 * Makes an access token of the caller for a store.
 * @returns the token, which is not stored
 * @throws Refusal 403 if the caller is not a member; 422 for scopes that the caller does not have, without proof that the caller
 * owns the account, or with too many tokens
 */
export async function createAccessToken(
  ctx: Context,
  caller: { readonly actor: Actor; readonly store: StoreScope; readonly address: string },
  wish: { readonly name: string; readonly scopes: readonly TokenScope[]; readonly expires_in_days: number },
  currentPassword: string | undefined,
): Promise<{ readonly row: TokenRow; readonly token: string }> {
  const { actor, store, address } = caller;
  if (store.role === null) throw new Refusal(403, message('tokens.members_only'));
  const own = abilitiesIn(store.role, { role: 'member' });
  const excess = wish.scopes.filter((scope) => !own.includes(scope));
  if (excess.length > 0) {
    throw invalid('scopes', message('tokens.scope_not_own', { scopes: excess.join(', ') }));
  }
  await proveOwner(ctx, actor, currentPassword, address);
  const token = `${tokenPrefix}${newToken()}`;
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    if ((await countTokens(tx, store.id, actor.userId, now)) >= mostTokens) {
      throw invalid('access_token', message('tokens.too_many', { count: mostTokens }));
    }
    const row = await insertToken(tx, {
      storeId: store.id,
      userId: actor.userId,
      name: wish.name,
      prefix: token.slice(0, SHOWN),
      tokenHash: hashToken(token),
      scopes: [...new Set(wish.scopes)],
      now,
      expiresAt: new Date(now.getTime() + wish.expires_in_days * DAY),
    });
    await recordActivity(tx, {
      storeId: store.id,
      key: 'access_token.create',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'AccessToken', id: row.id },
      extras: { scopes: row.scopes.join(', '), expires_at: row.expiresAt.toISOString() },
      at: now,
    });
    return { row, token };
  });
}
