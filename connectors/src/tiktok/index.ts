import { message } from '@evenstock/contract/messages/message';
import type { Access } from '../kit/access.ts';
import type { AccountDetails, Connector } from '../kit/connector.ts';
import { removed, unexpected } from '../kit/errors.ts';
import { app } from './app.ts';
import { authorisation, authorisedShops } from './authorisation.ts';
import { buyerCancellation } from './buyer-cancellation.ts';
import { cancellation } from './cancellation.ts';
import { limits } from './client.ts';
import { delisting, listingRemoval, pricing, renaming } from './editing.ts';
import { fulfilment } from './fulfilment.ts';
import { locations } from './keeper.ts';
import { labels } from './labels.ts';
import { listings } from './listings.ts';
import { orderCount, orders } from './orders.ts';
import { currencyOf } from './regions.ts';
import { returnAcceptance, returnDispute } from './return-answers.ts';
import { returns } from './returns.ts';
import { stock } from './stock.ts';
import { webhooks } from './webhooks.ts';
import { channel } from './channel.ts';

const longestConsentMs = 10 * 365 * 86_400_000;

/** The refresh token ends with the consent. Samples name an end a lifetime ahead (tiktok.md 1.1), which says nothing of the consent. */
function consentEnd({ credentials, http }: Access): Date | null {
  const end = credentials.refreshExpiresAt;
  return end !== null && end.getTime() - http.now().getTime() < longestConsentMs ? end : null;
}

/**
 * TikTok Shop Open API: shops of South-East Asia, and in Indonesia the same shop's storefront on Tokopedia. That shop has one
 * stock for both (tiktok.md 9), so it is connected once and all its orders are taken, whatever their `commerce_platform`.
 */
export const tiktok: Connector = {
  channel: 'tiktok',
  app,
  limits,
  facts: {
    // Undocumented; the longest that we know of another channel.
    ordersVisibleWithin: 120,
    ordersPolledEvery: 0,
    // Page tokens are opaque, and rows keep changing while they are read (4.1).
    hasStableOrderCursor: false,
    settlesWithin: 0,
    // Each action reads the order before it writes (5, 6).
    lateActionBound: 60,
    // A request's timestamp is refused when it is five minutes old (1.5).
    lateWriteBound: 300,
    // The index and status lag a write "by seconds" (3.3), and nobody says by how many: a minute.
    readLag: 60,
    // Unpaid orders are listed, as UNPAID (4.3).
    hidesHolds: false,
    // Undocumented. Yes errs to fewer units on sale, no to more.
    restoresOnCancel: 'yes',
    // An order says when it was placed, but not when which of its units were cancelled.
    datesEvents: false,
    compareAndSet: false,
    // A read may be older than the last write: what it shows must not be written over by.
    readBeforeWrite: false,
    tellsDeletedListings: true,
    zeroesOnOutOfStockCancel: true,
  },
  authorisation,
  account: {
    async describe(access): Promise<AccountDetails> {
      const { shopId, accessToken } = access.credentials;
      const shops = await authorisedShops(access.app, access.http, accessToken);
      const shop = shops.find(({ id }) => id === shopId);
      // A list with nothing in it says nothing of this shop.
      if (shops.length === 0) throw unexpected(message('answers.incomplete', { channel }));
      if (shop === undefined) {
        throw removed('shop_not_authorised', message('consent.shop_not_authorised', { channel }));
      }
      return {
        shopId,
        shopName: shop.name,
        country: shop.region,
        currency: currencyOf(shop.region),
        consentEndsAt: consentEnd(access),
        fields: [
          { key: 'shop_id', label: message('account.shop_id'), value: shop.id },
          { key: 'shop_name', label: message('account.shop_name'), value: shop.name },
          { key: 'region', label: message('account.region'), value: shop.region },
          { key: 'seller_type', label: message('account.seller_type'), value: shop.seller_type },
          { key: 'code', label: message('account.shop_code'), value: shop.code },
        ],
      };
    },
  },
  listings,
  stock,
  orders,
  orderCount,
  locations,
  pricing,
  renaming,
  delisting,
  listingRemoval,
  fulfilment,
  cancellation,
  buyerCancellation,
  returns,
  returnAcceptance,
  returnDispute,
  labels,
  webhooks,
};
