import type { Credentials } from '@evenstock/connectors/kit/access';
import type { AccountDetails } from '@evenstock/connectors/kit/connector';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { channels, type ChannelKind } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { announce } from '../../api/live.ts';
import { invalid, type Actor, type Refusal } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { resolveNotifications } from '../journal/notify.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { oneMonthAfter } from './authorisation.rules.ts';
import { openTransport } from './channel-transport.ts';
import { lockShopId } from './connections.queries.ts';
import { storeCredentials } from './credentials.queries.ts';
import { sealCredentials } from './credentials.ts';
import { consentKinds } from './consent-notifications.rules.ts';
import { recordAuthorised } from '../marketplaces/record-authorised.ts';
import { findDeactivatedTwin, reviveMarketplace } from '../marketplaces/revive-marketplace.ts';

/** A marketplace whose shop is about to be authorised. */
export interface UnauthorisedShop {
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly channel: ChannelKind;
  readonly shopName: string | null;
  readonly clockOffsetMs: number;
}

export const refused = (text: string): Refusal => invalid('marketplace', text);

/**
 * Exchanges what the seller's consent gave (a returned query, or typed keys) for credentials, reads the account, and keeps
 * both; the credentials encrypted. The first pulls follow by an event.
 * @returns the marketplace that is authorised now: another than the wanted one where the store had this shop before
 * @throws Refusal 422 on `marketplace` with what went wrong and what to do
 */
export async function authoriseShop(
  ctx: Context,
  actor: Actor,
  wanted: UnauthorisedShop,
  given: Readonly<Record<string, string>>,
): Promise<number> {
  const { credentials, details } = await exchange(ctx, wanted, given);
  return keep(ctx, actor, wanted, credentials, details);
}

async function exchange(
  ctx: Context,
  wanted: UnauthorisedShop,
  given: Readonly<Record<string, string>>,
): Promise<{ credentials: Credentials; details: AccountDetails }> {
  const { channel } = wanted;
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
      clockOffsetMs: wanted.clockOffsetMs,
    });
  try {
    const credentials = await connector.authorisation.complete(
      app,
      transportFor(`marketplace ${String(wanted.marketplaceId)}`),
      given,
      wanted.shopName,
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
  wanted: UnauthorisedShop,
  credentials: Credentials,
  details: AccountDetails,
): Promise<number> {
  const { storeId, channel } = wanted;
  const now = ctx.clock.now();
  const isMonthly = ctx.connectors[channel].authorisation.consentLasts === 'one_month';
  const consentEndsAt = isMonthly ? oneMonthAfter(now) : (details.consentEndsAt ?? null);
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const marketplaceId = await recordOf(tx, wanted, credentials.shopId, now);
      const shop = { shopId: credentials.shopId, details, consentEndsAt, userId: actor.userId };
      await recordAuthorised(tx, marketplaceId, shop, now);
      await storeCredentials(tx, marketplaceId, sealCredentials(ctx.vault, marketplaceId, credentials), now);
      await recordActivity(tx, {
        storeId,
        key: 'marketplace.authorize',
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Marketplace', id: marketplaceId },
        at: now,
      });
      await resolveNotifications(tx, { storeId, kinds: consentKinds, subjectId: marketplaceId, at: now });
      await ctx.emit(tx, { type: 'marketplace.authorised', storeId, marketplaceId, userId: actor.userId });
      await announce(tx, storeId, 'marketplaces', [...new Set([wanted.marketplaceId, marketplaceId])]);
      return marketplaceId;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'marketplaces_shop')) throw refused('This shop is already connected.');
    throw error;
  }
}

/** The record that the shop belongs to: the wanted one, or the one that the store had of this shop before. */
async function recordOf(tx: Tx, wanted: UnauthorisedShop, shopId: string, now: Date): Promise<number> {
  const { marketplaceId, storeId, channel } = wanted;
  const current = await lockShopId(tx, marketplaceId);
  if (current.deletedAt !== null) throw refused('This marketplace was deleted meanwhile.');
  if (current.shopId === shopId) return marketplaceId;
  if (current.shopId !== null) {
    throw refused(
      `${current.name} belongs to another shop. Authorise that shop, or add a new marketplace for this one.`,
    );
  }
  const fresh = { id: marketplaceId, storeId, channel };
  const twin = await findDeactivatedTwin(tx, fresh, shopId);
  if (twin !== null) {
    throw refused(
      `${twin.name} is this shop already. Verify ${twin.name} instead; its orders and listings are still here.`,
    );
  }
  return (await reviveMarketplace(tx, fresh, shopId, now)) ?? marketplaceId;
}
