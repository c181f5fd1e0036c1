import * as contract from '@evenstock/contract/stores/access-tokens';
import { route, type Route } from '../../api/routing.ts';
import { createAccessToken } from './tokens/create-access-token.ts';
import { listAccessTokens, presentToken } from './tokens/list-access-tokens.ts';
import { revokeAccessToken } from './tokens/revoke-access-token.ts';

export const accessTokensRoutes: readonly Route[] = [
  route(contract.listAccessTokens, listAccessTokens),
  route(contract.createAccessToken, async ({ ctx, actor, store, body, address }) => {
    const password = body.user?.current_password;
    const { row, token } = await createAccessToken(
      ctx,
      { actor, store, address },
      body.access_token,
      password,
    );
    return { access_token: presentToken(row), token };
  }),
  route(contract.revokeAccessToken, async ({ ctx, actor, store, params }) => {
    await revokeAccessToken(ctx, actor, store, params.accessTokenId);
    return {};
  }),
];
