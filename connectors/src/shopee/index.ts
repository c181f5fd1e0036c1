import { message } from '@evenstock/contract/messages/message';
import type { AccountDetails, Connector } from '../kit/connector.ts';
import { app } from './app.ts';
import { authorisation } from './authorisation.ts';
import { boosting } from './boosting.ts';
import { buyerCancellation, cancellation } from './cancellation.ts';
import { limits } from './client.ts';
import { discounts } from './discounts.ts';
import { delisting, listingRemoval, pricing, renaming } from './editing.ts';
import { fulfilment } from './fulfilment.ts';
import { labels } from './labels.ts';
import { listings } from './listings.ts';
import { locations, readProfile, readShop } from './shop.ts';
import { logistics } from './logistics.ts';
import { orders } from './orders.ts';
import { returnAcceptance, returnDispute } from './return-answers.ts';
import { returns } from './returns.ts';
import { selfCollect } from './self-collect.ts';
import { stock } from './stock.ts';
import { webhooks } from './webhooks.ts';

/** Shopee, Open Platform API v2 (Singapore and all other sites of the global host). */
export const shopee: Connector = {
  channel: 'shopee',
  app,
  limits,
  facts: {
    ordersVisibleWithin: 60,
    ordersPolledEvery: 0,
    hasStableOrderCursor: false,
    settlesWithin: 0,
    // Each action reads the order before it writes (shopee.md 5.2, 6).
    lateActionBound: 60,
    // A request's timestamp is refused when it is five minutes old (shopee.md 1.4).
    lateWriteBound: 300,
    // Nothing is promised about how fresh a read is: a minute, as for every channel that promises nothing.
    readLag: 60,
    // Unpaid orders are listed, as UNPAID (4.2).
    hidesHolds: false,
    restoresOnCancel: 'yes',
    // An order says when it was placed, but not when which of its units were cancelled.
    datesEvents: false,
    compareAndSet: false,
    // One read covers the models of an item, as one write does (3).
    readBeforeWrite: true,
    tellsDeletedListings: true,
    zeroesOnOutOfStockCancel: false,
  },
  authorisation,
  account: {
    async describe(access): Promise<AccountDetails> {
      const shop = await readShop(access);
      const page = await readProfile(access);
      const { shopId } = access.credentials;
      return {
        shopId,
        shopName: shop.name,
        country: shop.region,
        currency: shop.currency,
        consentEndsAt: shop.consentEndsAt,
        fields: [
          { key: 'shop_id', label: message('account.shop_id'), value: shopId },
          { key: 'shop_name', label: message('account.shop_name'), value: shop.name },
          { key: 'country', label: message('account.country'), value: shop.region },
          { key: 'description', label: message('account.description'), value: page.description },
          // Version 2 of the API does not return the next two, nor videos.
          { key: 'disable_make_offer', label: message('account.disable_make_offer'), value: null },
          {
            key: 'enable_display_unitno',
            label: message('account.enable_display_of_unit_number'),
            value: null,
          },
          {
            key: 'images',
            label: message('account.images'),
            value: page.shop_logo === null ? [] : [page.shop_logo],
          },
          { key: 'videos', label: message('account.videos'), value: null },
        ],
      };
    },
  },
  listings,
  stock,
  orders,
  locations,
  pricing,
  renaming,
  delisting,
  listingRemoval,
  fulfilment,
  selfCollect,
  cancellation,
  buyerCancellation,
  returns,
  returnAcceptance,
  returnDispute,
  labels,
  discounts,
  logistics,
  boosting,
  webhooks,
};
