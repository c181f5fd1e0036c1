import { z } from 'zod';
import { endpoint, type StoreAbility } from '../api/endpoint.ts';
import { empty, id, instant, listOf, none, paging, recordId } from '../api/fields.ts';
import { fault } from '../messages/message.ts';
import { storePath } from './stores.ts';

/** What every access token begins with, by which programs and people know one. */
export const tokenPrefix = 'evst_';
/** Calls of one token in a minute; the minute begins with a call. */
export const tokenCallsPerMinute = 300;
/** The lifetimes of a token, in days. */
export const tokenDays = [7, 30, 90, 365] as const;
/** Living tokens of one person in one store. */
export const mostTokens = 20;

/**
 * The abilities that a token can be given. Tokens, members, consents, the store itself and the account are left to people at a
 * screen, so what those need is not here.
 */
export const tokenScopes = [
  'store.view',
  'member.view',
  'marketplace.view',
  'order.view',
  'order.work',
  'order.export',
  'product.view',
  'product.work',
  'listing.delete',
  'stock.view',
  'stock.work',
  'subscription.view',
] as const satisfies readonly StoreAbility[];
export const tokenScope = z.enum(tokenScopes, { error: fault('tokens.scope_unknown') });
export type TokenScope = z.infer<typeof tokenScope>;

export const accessToken = z.object({
  id,
  name: z.string(),
  /** Its first characters. */
  prefix: z.string(),
  scopes: z.array(tokenScope),
  user: z.object({ id, email: z.string() }),
  created_at: instant,
  expires_at: instant,
  /** To the minute; null where it was never used. */
  last_used_at: instant.nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;

export const listAccessTokens = endpoint({
  name: 'listAccessTokens',
  summary: 'Living access tokens of the caller in this store, newest first; the owner sees everybody’s',
  method: 'GET',
  path: '/api/stores/:storeId/access_tokens.json',
  params: storePath,
  query: z.object(paging),
  body: none,
  reply: listOf('access_tokens', accessToken),
  permission: 'token.manage',
  audit: null,
});

export const createAccessToken = endpoint({
  name: 'createAccessToken',
  summary:
    'Make an access token for programs; `token` is shown in this answer alone. user[current_password] is needed unless the sign-in is less than 10 minutes old',
  method: 'POST',
  path: '/api/stores/:storeId/access_tokens.json',
  params: storePath,
  query: none,
  body: z.object({
    access_token: z.object({
      name: z
        .string({ error: fault('tokens.name_required') })
        .trim()
        .min(1, fault('tokens.name_required'))
        .max(100, fault('tokens.name_too_long', { limit: 100 })),
      scopes: z
        .array(tokenScope, { error: fault('tokens.scopes_required') })
        .min(1, fault('tokens.scopes_required'))
        .max(tokenScopes.length),
      expires_in_days: z.union(
        tokenDays.map((days) => z.literal(days)),
        { error: fault('tokens.days_unknown') },
      ),
    }),
    user: z.object({ current_password: z.string().max(1000).optional() }).optional(),
  }),
  reply: z.object({ access_token: accessToken, token: z.string() }),
  permission: 'token.manage',
  audit: 'access_token.create',
});

export const revokeAccessToken = endpoint({
  name: 'revokeAccessToken',
  summary: 'Revoke an access token; the owner revokes anybody’s',
  method: 'DELETE',
  path: '/api/stores/:storeId/access_tokens/:accessTokenId.json',
  params: z.object({ ...storePath.shape, accessTokenId: recordId }),
  query: none,
  body: none,
  reply: empty,
  permission: 'token.manage',
  audit: 'access_token.revoke',
});
