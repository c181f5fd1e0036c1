import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../api/routing.ts';
import { authoriseShop, refused } from './authorise-shop.ts';
import { findState, spendState, type AuthorisationState } from './authorisation-states.queries.ts';
import { hashState } from './begin-authorisation.ts';
import { findConnectedShop } from '../calls/connections.queries.ts';

export type ReturnedQuery = Readonly<Record<string, string>>;

/** The marketplaces that the return may be for: the one of its address, or all of its shop where it names none. */
export interface ReturnScope {
  readonly channel: ChannelKind;
  readonly among: readonly number[];
}

/**
 * Completes an authorisation by the channel's return: spends its `state`, exchanges the code, reads the account, and stores the
 * encrypted credentials. A domain event starts the first pulls.
 * @returns the marketplace that is authorised now: another than the begun one if the store had this shop before
 * @throws Refusal 422 on `marketplace` with what went wrong and what to do
 */
export async function completeAuthorisation(
  ctx: Context,
  actor: Actor,
  scope: ReturnScope,
  query: ReturnedQuery,
): Promise<{ storeId: number; marketplaceId: number }> {
  const begun = await spend(ctx, actor, scope, query['state']);
  await refuseConnectedShop(ctx, begun, query);
  return { storeId: begun.storeId, marketplaceId: await authoriseShop(ctx, actor, begun, query) };
}

/** Spends the `state` before the code is exchanged, so that a return never works twice. */
async function spend(
  ctx: Context,
  actor: Actor,
  scope: ReturnScope,
  state: string | undefined,
): Promise<AuthorisationState> {
  if (state === undefined || state === '') {
    throw refused(message('connections.state_missing'));
  }
  const hash = hashState(state);
  const now = ctx.clock.now();
  const spent = await spendState(ctx.db, hash, { ...scope, userId: actor.userId }, now);
  if (spent !== null) return spent;

  const known = await findState(ctx.db, hash);
  if (known === null || known.userId !== actor.userId) {
    throw refused(message('connections.state_of_another'));
  }
  if (known.usedAt !== null) {
    throw refused(message('connections.state_used'));
  }
  if (known.expiresAt <= now) {
    throw refused(message('connections.state_expired'));
  }
  throw refused(message('connections.state_of_another_channel'));
}

/**
 * Refuses a shop that is connected elsewhere before the code is exchanged, where the return names its shop: some channels revoke
 * earlier tokens when they issue new ones. The unique index decides in any case.
 */
async function refuseConnectedShop(
  ctx: Context,
  begun: AuthorisationState,
  query: ReturnedQuery,
): Promise<void> {
  const { consent } = channels[begun.channel];
  for (const name of consent.by === 'redirect' ? consent.shopParameters : []) {
    const shopId = query[name];
    const connected = shopId === undefined ? null : await findConnectedShop(ctx.db, begun.channel, shopId);
    if (connected !== null && connected.id !== begun.marketplaceId)
      throw refused(message('connections.shop_connected'));
  }
}
