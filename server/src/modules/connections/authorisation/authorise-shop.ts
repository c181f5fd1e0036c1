import type { Credentials } from '@evenstock/connectors/kit/access';
import type { AccountDetails } from '@evenstock/connectors/kit/connector';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { announce } from '../../../api/live.ts';
import { type Actor, invalid, type Refusal } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { resolveNotifications } from '../../journal/notify.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { oneMonthAfter } from './authorisation.rules.ts';
import { limitsOf } from '../limits/rate-limit.rules.ts';
import { openTransport } from '../calls/channel-transport.ts';
import { lockShopId } from '../calls/connections.queries.ts';
import { storeCredentials } from '../calls/credentials.queries.ts';
import { sealCredentials } from '../calls/credentials.ts';
import { consentKinds } from '../calls/consent-notifications.rules.ts';
import { recordAuthorised } from '../../marketplaces/record-authorised.ts';
import { recordFoundPlaces } from '../../marketplaces/places/record-places.ts';
import type { FoundPlaces } from '../../marketplaces/places/shop-places.ts';
import { findPlaces } from '../places/find-places.ts';
import { readPlacesJob, readPlacesKey } from '../calls/connections.jobs.ts';
import { findDeactivatedDuplicate, reviveMarketplace } from '../../marketplaces/revive-marketplace.ts';

/** A marketplace whose shop is about to be authorised. */
export interface UnauthorisedShop {
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly channel: ChannelKind;
  readonly shopName: string | null;
  readonly clockOffsetMs: number;
}

export const refused = (reason: Message): Refusal => invalid('marketplace', reason);

/**
 * Exchanges a returned query or typed keys for credentials, reads the account, and stores both, the credentials encrypted. A domain
 * event starts the first pulls.
 * @returns the marketplace that is authorised now: another than the given one if the store had this shop before
 * @throws Refusal 422 on `marketplace` with what went wrong and what to do
 */
export async function authoriseShop(
  ctx: Context,
  actor: Actor,
  wanted: UnauthorisedShop,
  given: Readonly<Record<string, string>>,
): Promise<number> {
  return keep(ctx, actor, wanted, await exchange(ctx, wanted, given));
}

/** What a consent gave, and what the shop shows with it. */
interface Consented {
  readonly credentials: Credentials;
  readonly details: AccountDetails;
  readonly places: FoundPlaces;
}

async function exchange(
  ctx: Context,
  wanted: UnauthorisedShop,
  given: Readonly<Record<string, string>>,
): Promise<Consented> {
  const { channel } = wanted;
  const connector = ctx.connectors[channel];
  const app = ctx.apps[channel];
  const { label } = channels[channel];
  if (app === undefined) throw refused(message('connections.no_app_keys', { channel: label }));
  const transportFor = (shop: string) =>
    openTransport(ctx, {
      channel,
      limits: limitsOf(connector, app),
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
    const access = { app, credentials, http: transportFor(credentials.shopId) };
    const details = await connector.account.describe(access);
    const places = await findPlaces(async () => (await connector.locations?.list(access)) ?? []);
    return { credentials, details, places };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const { kind } = error.fault;
    throw refused(
      kind === 'rejected' || kind === 'unauthorised'
        ? error.fault.reason
        : message('connections.start_again', { reason: error.message }),
    );
  }
}

async function keep(
  ctx: Context,
  actor: Actor,
  wanted: UnauthorisedShop,
  { credentials, details, places }: Consented,
): Promise<number> {
  const { storeId, channel } = wanted;
  const now = ctx.clock.now();
  const isMonthly = ctx.connectors[channel].authorisation.consentLasts === 'one_month';
  const consentEndsAt = isMonthly ? oneMonthAfter(now) : (details.consentEndsAt ?? null);
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const marketplaceId = await recordOf(tx, wanted, credentials.shopId, now);
      const shop = { shopId: credentials.shopId, details, consentEndsAt, userId: actor.userId };
      const { isUnread } = await recordFoundPlaces(tx, ctx, marketplaceId, places);
      const before = await recordAuthorised(tx, marketplaceId, shop, now);
      await storeCredentials(
        tx,
        marketplaceId,
        sealCredentials(ctx.encryption, { storeId, marketplaceId }, credentials),
        now,
      );
      await recordActivity(tx, {
        storeId,
        key: 'marketplace.authorize',
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Marketplace', id: marketplaceId },
        before: before ?? {},
        after: { state: 'verified', needs_authorization: false },
        at: now,
      });
      await resolveNotifications(tx, { storeId, kinds: consentKinds, subjectId: marketplaceId, at: now });
      await ctx.emit(tx, { type: 'marketplace.authorised', storeId, marketplaceId, userId: actor.userId });
      if (isUnread)
        await enqueue(tx, readPlacesJob, { marketplaceId }, { key: readPlacesKey(marketplaceId) });
      await announce(tx, storeId, 'marketplaces', [...new Set([wanted.marketplaceId, marketplaceId])]);
      return marketplaceId;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'marketplaces_shop')) throw refused(message('connections.shop_connected'));
    throw error;
  }
}

/** The record that the shop belongs to: the wanted one, or the one that the store had of this shop before. */
async function recordOf(tx: Tx, wanted: UnauthorisedShop, shopId: string, now: Date): Promise<number> {
  const { marketplaceId, storeId, channel } = wanted;
  const current = await lockShopId(tx, marketplaceId);
  if (current.deletedAt !== null) throw refused(message('connections.marketplace_deleted'));
  if (current.shopId === shopId) return marketplaceId;
  if (current.shopId !== null) {
    throw refused(message('connections.other_shop', { marketplace: current.name }));
  }
  const fresh = { id: marketplaceId, storeId, channel };
  const duplicate = await findDeactivatedDuplicate(tx, fresh, shopId);
  if (duplicate !== null) {
    throw refused(message('connections.same_shop', { marketplace: duplicate.name }));
  }
  return (await reviveMarketplace(tx, fresh, shopId, now)) ?? marketplaceId;
}
