import { message } from '@evenstock/contract/messages/message';
import type { AccountDetails, Connector } from '../kit/connector.ts';
import { app } from './app.ts';
import { authorisation } from './authorisation.ts';
import { buyerCancellation, cancellation } from './cancellation.ts';
import { callSeller, dataOf, limits } from './client.ts';
import { delisting, listingRemoval, pricing, renaming } from './editing.ts';
import { fulfilment } from './fulfilment.ts';
import { labels } from './labels.ts';
import { currencyOf, listings } from './listings.ts';
import { orderCount, orders } from './orders.ts';
import { returnAcceptance, returnDispute } from './return-answers.ts';
import { returns } from './returns.ts';
import { stock } from './stock.ts';
import { locations } from './warehouses.ts';
import { webhooks } from './webhooks.ts';
import { seller } from './wire.ts';

/** Lazada Open Platform, all six sites. */
export const lazada: Connector = {
  channel: 'lazada',
  app,
  limits,
  facts: {
    ordersVisibleWithin: 120,
    ordersPolledEvery: 0,
    hasStableOrderCursor: false,
    settlesWithin: 0,
    // Each action reads the units before it writes, and Lazada refuses to pack or cancel one twice (lazada.md 5, 6.1).
    lateActionBound: 60,
    // A request's timestamp is accepted for two hours (lazada.md 1.3), so a lost request may still land until then.
    lateWriteBound: 7200,
    // Nothing is promised about how fresh a read is: a minute, as for every channel that promises nothing.
    readLag: 60,
    // Unpaid orders are listed, as unpaid (4.1).
    hidesHolds: false,
    restoresOnCancel: 'yes',
    // A unit has the time of its last change, not of its cancellation.
    datesEvents: false,
    compareAndSet: false,
    // One read by seller SKU covers more than one write (3).
    readBeforeWrite: true,
    tellsDeletedListings: true,
    zeroesOnOutOfStockCancel: true,
  },
  authorisation,
  account: {
    async describe(access): Promise<AccountDetails> {
      const path = '/seller/get';
      const answer = await callSeller(access, { method: 'GET', path, parameters: {}, group: 'products' });
      const shop = dataOf(seller, answer, path);
      return {
        shopId: shop.seller_id,
        shopName: shop.name,
        country: access.credentials.extra['country']?.toUpperCase() ?? shop.location,
        currency: currencyOf(access),
        fields: [
          { key: 'seller_id', label: message('account.seller_id'), value: shop.seller_id },
          { key: 'email', label: message('account.email'), value: shop.email },
          { key: 'name_company', label: message('account.company_name'), value: shop.name_company },
          { key: 'name', label: message('account.name'), value: shop.name },
          { key: 'logo_url', label: message('account.logo'), value: shop.logo_url },
          { key: 'short_code', label: message('account.short_code'), value: shop.short_code },
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
