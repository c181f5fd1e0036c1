import { message } from '@evenstock/contract/messages/message';
import type { AccountDetails, Connector } from '../kit/connector.ts';
import { unexpected } from '../kit/errors.ts';
import { app } from './app.ts';
import { authorisation, locations, shopInfo } from './authorisation.ts';
import { cancellation } from './cancellation.ts';
import { limits } from './client.ts';
import { fulfilment } from './fulfilment.ts';
import { labels } from './labels.ts';
import { CURRENCY, listings } from './listings.ts';
import { orders } from './orders.ts';
import { returns } from './returns.ts';
import { stock } from './stock.ts';
import { webhooks } from './webhooks.ts';
import { channel } from './channel.ts';

/** Tokopedia over its own Open API; shops that have moved to TikTok Shop are the `tiktok` channel's. */
export const tokopedia: Connector = {
  channel: 'tokopedia',
  app,
  limits,
  facts: {
    // Not documented; a minute, as elsewhere.
    ordersVisibleWithin: 60,
    ordersPolledEvery: 0,
    // By the date of placing: an order neither enters nor leaves a span that is past (4.1).
    hasStableOrderCursor: true,
    settlesWithin: 0,
    // A request has no timestamp (1).
    lateActionBound: 60,
    lateWriteBound: 60,
    // Nothing is promised about how fresh a read is: a minute, as for every channel that promises nothing.
    readLag: 60,
    // Not documented; assumed to be hidden.
    hidesHolds: true,
    restoresOnCancel: 'undocumented',
    datesEvents: false,
    compareAndSet: false,
    // A read covers half as many products as a write, and quotas are not known (2, 3).
    readBeforeWrite: false,
    // Only the products that a rejection names as empty, and we name none (6).
    tellsDeletedListings: true,
    zeroesOnOutOfStockCancel: false,
  },
  authorisation,
  account: {
    /** tokopedia.md 8. */
    async describe(access): Promise<AccountDetails> {
      const { shopId } = access.credentials;
      const { shops } = await shopInfo(access, { shop_id: shopId });
      const shop = shops.find(({ shop_id }) => shop_id === shopId);
      // A shop that is not linked is refused with a code of its own (1): a list without it says nothing.
      if (shop === undefined) throw unexpected(message('answers.incomplete', { channel }));
      return {
        shopId,
        shopName: shop.shop_name,
        country: 'ID',
        currency: CURRENCY,
        fields: [
          { key: 'shop_id', label: message('account.shop_id'), value: shopId },
          { key: 'shop_name', label: message('account.shop_name'), value: shop.shop_name },
          { key: 'country', label: message('account.country'), value: 'ID' },
          { key: 'province', label: message('account.province'), value: shop.province_name },
          { key: 'shop_url', label: message('account.shop_page'), value: shop.shop_url },
          { key: 'domain', label: message('account.domain'), value: shop.domain },
          {
            key: 'is_open',
            label: message('account.open'),
            value: shop.is_open === null ? null : shop.is_open === 1,
          },
          { key: 'images', label: message('account.images'), value: shop.logo === null ? [] : [shop.logo] },
        ],
      };
    },
  },
  listings,
  stock,
  orders,
  locations,
  fulfilment,
  cancellation,
  returns,
  labels,
  webhooks,
};
