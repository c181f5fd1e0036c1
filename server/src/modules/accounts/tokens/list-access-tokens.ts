import {
  tokenScopes,
  type AccessToken,
  type listAccessTokens as endpoint,
} from '@evenstock/contract/stores/access-tokens';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { pageOf } from '../../../api/page-request.ts';
import type { Call } from '../../../api/routing.ts';
import { readTokens, type TokenRow } from './access-tokens.queries.ts';

/** The living tokens of the caller in a store; the owner of the store sees everybody's. */
export async function listAccessTokens({
  ctx,
  actor,
  store,
  query,
}: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const page = pageOf(query);
  const userId = store.role === 'owner' ? null : actor.userId;
  const { tokens, totalCount } = await readTokens(
    ctx.db,
    { storeId: store.id, userId, now: ctx.clock.now() },
    page,
  );
  return {
    access_tokens: tokens.map(presentToken),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}

/** A token as the API shows it. */
export const presentToken = (row: TokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: tokenScopes.filter((scope) => row.scopes.includes(scope)),
  user: { id: row.userId, email: row.email },
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});
