import type { AccountDetails, Credentials } from '@evenstock/connectors/kit/connector';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { channels, type ChannelKind } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { announce } from '../../platform/live.ts';
import { invalid, type Actor, type Refusal } from '../../routing.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { findState, spendState, type AuthorisationState } from './authorisation-states.queries.ts';
import { oneMonthAfter } from './authorisation.rules.ts';
import { hashState } from './begin-authorisation.ts';
import { openTransport } from './channel-transport.ts';
import { storeCredentials } from './credentials.queries.ts';
import { sealCredentials } from './credentials.ts';
import { findConnectedShop } from './marketplaces.queries.ts';

export type ReturnedQuery = Readonly<Record<string, string>>;

/** The marketplaces that the return may be for: the one of its address, or all of its shop where it names none. */
export interface ReturnPlace {
  readonly channel: ChannelKind;
  readonly among: readonly number[];
}

const refused = (text: string): Refusal => invalid('marketplace', text);

/**
 * Completes an authorisation with what the channel's return carried: spends its `state`, exchanges the code, reads the
 * account, and keeps the credentials encrypted. The first pulls follow by news.
 * @returns the marketplace that is authorised now
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
  const { credentials, details } = await exchange(ctx, begun, query);
  await keep(ctx, actor, begun, credentials, details);
  return { storeId: begun.storeId, marketplaceId: begun.marketplaceId };
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
  for (const shopId of [query['shop_id'], query['shop']]) {
    const connected = shopId === undefined ? null : await findConnectedShop(ctx.db, begun.channel, shopId);
    if (connected !== null && connected.id !== begun.marketplaceId)
      throw refused('This shop is already connected.');
  }
}

async function exchange(
  ctx: Context,
  begun: AuthorisationState,
  query: ReturnedQuery,
): Promise<{ credentials: Credentials; details: AccountDetails }> {
  const { channel } = begun;
  const connector = ctx.connectors[channel];
  const app = ctx.apps[channel];
  const { label } = channels[channel];
  if (app === undefined)
    throw refused(`This installation has no app keys for ${label}. Whoever runs it can set them.`);
  const transportFor = (shop: string) =>
    openTransport(ctx, {
      channel,
      limits: connector.limits,
      appId: app.id,
      shop,
      urgency: 'normal',
      clockOffsetMs: begun.clockOffsetMs,
    });
  try {
    const credentials = await connector.authorisation.complete(
      app,
      transportFor(`marketplace ${String(begun.marketplaceId)}`),
      query,
      begun.shopName,
    );
    const http = transportFor(credentials.shopId);
    return { credentials, details: await connector.account.describe({ app, credentials, http }) };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const { kind } = error.fault;
    throw refused(
      kind === 'rejected' || kind === 'unauthorised'
        ? error.message
        : `${error.message} Start again on the marketplace’s page.`,
    );
  }
}

async function keep(
  ctx: Context,
  actor: Actor,
  begun: AuthorisationState,
  credentials: Credentials,
  details: AccountDetails,
): Promise<void> {
  const { marketplaceId, storeId, channel } = begun;
  const now = ctx.clock.now();
  const isMonthly = ctx.connectors[channel].authorisation.consentLasts === 'one_month';
  try {
    await ctx.db.transaction().execute(async (tx) => {
      const current = await tx
        .selectFrom('marketplaces')
        .select(['channel_shop_id', 'deleted_at', 'name'])
        .where('id', '=', marketplaceId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (current.deleted_at !== null) throw refused('This marketplace was deleted meanwhile.');
      if (current.channel_shop_id !== null && current.channel_shop_id !== credentials.shopId) {
        throw refused(
          `${current.name} belongs to another shop. Authorise that shop, or add a new marketplace for this one.`,
        );
      }
      await tx
        .updateTable('marketplaces')
        .set((eb) => ({
          state: 'verified',
          needs_authorization: false,
          auth_expiry: isMonthly ? oneMonthAfter(now) : null,
          channel_shop_id: credentials.shopId,
          shop_name: eb.fn.coalesce('shop_name', eb.val(details.shopName)),
          currency: details.currency,
          account: JSON.stringify(details.fields),
          verified_at: now,
          verified_by_user_id: actor.userId,
          first_synced_at: null,
          deactivated_at: null,
          updated_at: now,
        }))
        .where('id', '=', marketplaceId)
        .execute();
      await storeCredentials(tx, marketplaceId, sealCredentials(ctx.vault, marketplaceId, credentials), now);
      await recordActivity(tx, {
        storeId,
        key: 'marketplace.authorize',
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Marketplace', id: marketplaceId },
        at: now,
      });
      await ctx.emit(tx, { type: 'marketplace.authorised', storeId, marketplaceId, userId: actor.userId });
      await announce(tx, storeId, 'marketplaces', [marketplaceId]);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'marketplaces_shop')) throw refused('This shop is already connected.');
    throw error;
  }
}
