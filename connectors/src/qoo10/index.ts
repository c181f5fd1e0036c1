import { message } from '@evenstock/contract/messages/message';
import type { AccountDetails, Connector } from '../kit/connector.ts';
import { app } from './app.ts';
import { authorisation } from './authorisation.ts';
import { buyerCancellation, cancellation } from './cancellation.ts';
import { limits } from './client.ts';
import { delisting, listingRemoval, pricing, renaming } from './editing.ts';
import { fulfilment } from './fulfilment.ts';
import { labels } from './labels.ts';
import { CURRENCY, listings } from './listings.ts';
import { logistics, readDeliveryGroups } from './logistics.ts';
import { orders } from './orders.ts';
import { returnAcceptance, returns } from './returns.ts';
import { stock } from './stock.ts';

/** Qoo10, QAPI of Singapore. It sends no notices (qoo10.md 7). */
export const qoo10: Connector = {
  channel: 'qoo10',
  app,
  limits,
  facts: {
    // Not documented; the hour by which sellers' tools overlap (7) is added to each window that we ask for.
    ordersVisibleWithin: 60,
    ordersPolledEvery: 0,
    // Lists are read whole, in the order of an order's states, so that an order that moves on meanwhile is in a later one.
    hasStableOrderCursor: true,
    settlesWithin: 0,
    // A request has no timestamp (1.2).
    lateActionBound: 60,
    lateWriteBound: 60,
    // Nothing is promised about how fresh a read is: a minute, as for every channel that promises nothing.
    readLag: 60,
    // An unpaid order that expires leaves the lists without a claim, according to Singapore's document (4.1, 4.4).
    hidesHolds: true,
    restoresOnCancel: 'undocumented',
    datesEvents: false,
    compareAndSet: false,
    // A read costs as much as a write, of one item, and calls are few (2).
    readBeforeWrite: false,
    // "Out of Stock(by Seller)": the platform then expects stock 0 (4.4).
    // -10009 refuses whatever is not on sale, and so says nothing of a deleted one (qoo10.md 2).
    tellsDeletedListings: false,
    zeroesOnOutOfStockCancel: true,
  },
  authorisation,
  account: {
    /** qoo10.md 8: no call describes the account; the shipping templates show that the key works. */
    async describe(access): Promise<AccountDetails> {
      const groups = await readDeliveryGroups(access);
      const { shopId } = access.credentials;
      return {
        shopId,
        shopName: shopId,
        country: 'SG',
        currency: CURRENCY,
        fields: [
          { key: 'user_id', label: message('account.user_id'), value: shopId },
          { key: 'country', label: message('account.country'), value: 'SG' },
          {
            key: 'shipping_templates',
            label: message('account.shipping_templates'),
            value: groups.map(({ name }) => name),
          },
        ],
      };
    },
  },
  listings,
  stock,
  orders,
  pricing,
  renaming,
  delisting,
  listingRemoval,
  fulfilment,
  cancellation,
  buyerCancellation,
  returns,
  returnAcceptance,
  labels,
  logistics,
};
