import { message } from '@evenstock/contract/messages/message';
import type { AccountDetails, Connector } from '../kit/connector.ts';
import { parseReply } from '../kit/read-records.ts';
import { app } from './app.ts';
import { authorisation } from './authorisation.ts';
import { cancellation } from './cancellation.ts';
import { graphql, limits } from './client.ts';
import { shopDocument } from './documents.ts';
import { delisting, listingRemoval, pricing, renaming } from './editing.ts';
import { fulfilment } from './fulfilment.ts';
import { listings } from './listings.ts';
import { orderCount, orders } from './orders.ts';
import { returns } from './returns.ts';
import { stock } from './stock.ts';
import { webhooks } from './webhooks.ts';
import { places } from './places.ts';
import { installed, shop as shopSchema } from './wire.ts';

/** Whether the shop granted all its orders; where the answer does not tell the scopes, nothing is said of it. */
function toldInFull(installation: unknown): boolean {
  const { success, data } = installed.safeParse(installation);
  const scopes = success ? data.accessScopes : null;
  return !scopes || scopes.some(({ handle }) => handle === 'read_all_orders');
}

/** Shopify, Admin GraphQL API 2026-10. */
export const shopify: Connector = {
  channel: 'shopify',
  app,
  limits,
  facts: {
    // Searches lag behind for a moment (shopify.md 9).
    ordersVisibleWithin: 60,
    ordersPolledEvery: 0,
    hasStableOrderCursor: true,
    settlesWithin: 0,
    // With compare-and-set a late write is refused; this bounds only how long an unknown one stays open.
    lateActionBound: 60,
    lateWriteBound: 60,
    // Nothing is promised about how fresh a read is; each quantity says when it last changed (shopify.md 3.1).
    readLag: 60,
    hidesHolds: false,
    // Refunds and cancellations report the restocked units of each line (6).
    restoresOnCancel: 'reported',
    datesEvents: true,
    compareAndSet: true,
    readBeforeWrite: true,
    tellsDeletedListings: true,
    zeroesOnOutOfStockCancel: false,
  },
  authorisation,
  account: {
    async describe(access): Promise<AccountDetails> {
      const { data } = await graphql(access, shopDocument, {});
      const shop = parseReply(shopSchema, data['shop'], 'shop');
      const host = shop.myshopifyDomain?.toLowerCase() ?? null;
      const country = shop.shopAddress?.countryCodeV2 ?? null;
      return {
        shopId: host ?? access.credentials.shopId,
        shopName: shop.name,
        country,
        currency: shop.currencyCode,
        fields: [
          { key: 'shop_id', label: message('account.shop_id'), value: host },

          { key: 'shop_name', label: message('account.shop_name'), value: shop.name },
          { key: 'region', label: message('account.region'), value: country },
          ...(toldInFull(data['currentAppInstallation'])
            ? []
            : [{ key: 'orders_told', label: message('account.orders_told'), value: '60 days' }]),
        ],
      };
    },
  },
  locations: places,
  listings,
  stock,
  orders,
  orderCount,
  pricing,
  renaming,
  delisting,
  listingRemoval,
  fulfilment,
  cancellation,
  returns,
  webhooks,
};
