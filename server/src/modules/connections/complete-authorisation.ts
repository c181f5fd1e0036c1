import { channels, type ChannelKind } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import type { Actor } from '../../api/routing.ts';
import { authoriseShop, refused } from './authorise-shop.ts';
import { findState, spendState, type AuthorisationState } from './authorisation-states.queries.ts';
import { hashState } from './begin-authorisation.ts';
import { findConnectedShop } from './connections.queries.ts';

export type ReturnedQuery = Readonly<Record<string, string>>;

/** The marketplaces that the return may be for: the one of its address, or all of its shop where it names none. */
export interface ReturnPlace {
  readonly channel: ChannelKind;
  readonly among: readonly number[];
}

/**
 * Completes an authorisation with what the channel's return carried: spends its `state`, exchanges the code, reads the
 * account, and keeps the credentials encrypted. The first pulls follow by an event.
 * @returns the marketplace that is authorised now: another than the begun one where the store had this shop before
 * @throws Refusal 422 on `marketplace` with what went wrong and what to do
 */
export async function completeAuthorisation(
  ctx: Context,
  actor: Actor,
  place: ReturnPlace,
  query: ReturnedQuery,
): Promise<{ storeId: number; marketplaceId: number }> {
  const begun = await spend(ctx, actor, place, query['state']);
  await refuseConnectedShop(ctx, begun, query);
  return { storeId: begun.storeId, marketplaceId: await authoriseShop(ctx, actor, begun, query) };
}

/** Used before the code is exchanged: whatever happens then, this return does not work again. */
async function spend(
  ctx: Context,
  actor: Actor,
  place: ReturnPlace,
  state: string | undefined,
): Promise<AuthorisationState> {
  if (state === undefined || state === '') {
    throw refused(
      'The return does not carry the state it was begun with. Start again on the marketplace’s page.',
    );
  }
  const hash = hashState(state);
  const now = ctx.clock.now();
  const spent = await spendState(ctx.db, hash, { ...place, userId: actor.userId }, now);
  if (spent !== null) return spent;

  const known = await findState(ctx.db, hash);
  if (known === null || known.userId !== actor.userId) {
    throw refused('This authorisation was not begun by you here. Start again on the marketplace’s page.');
  }
  if (known.usedAt !== null) {
    throw refused('This authorisation was used already. Start again on the marketplace’s page.');
  }
  if (known.expiresAt <= now) {
    throw refused('This authorisation took longer than ten minutes. Start again on the marketplace’s page.');
  }
  throw refused(
    'This authorisation was begun for another marketplace. Start again on this marketplace’s page.',
  );
}

/**
 * Where the return names its shop, one that is connected elsewhere is refused before the code is exchanged: some channels
 * end the tokens given out before when they give out new ones. The unique index decides all the same.
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
      throw refused('This shop is already connected.');
  }
}
