import { notFound, type Actor, type StoreScope } from '../../../api/routing.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { endToken } from './access-tokens.queries.ts';

/**
 * Revokes an access token: one's own, or as the owner of the store anybody's. The next call with it is refused.
 * @throws Refusal 404
 */
export function revokeAccessToken(ctx: Context, actor: Actor, store: StoreScope, id: number): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const userId = store.role === 'owner' ? null : actor.userId;
    if (!(await endToken(tx, { storeId: store.id, id, userId, now }))) throw notFound('access_token');
    await recordActivity(tx, {
      storeId: store.id,
      key: 'access_token.revoke',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'AccessToken', id },
      after: { revoked_at: now.toISOString() },
      at: now,
    });
  });
}
