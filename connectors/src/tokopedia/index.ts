import type { AccountDetails, Connector } from '../kit/connector.ts';
import { removed } from '../kit/errors.ts';
import { app } from './app.ts';
import { authorisation, shopInfo } from './authorisation.ts';
import { cancellation } from './cancellation.ts';
import { limits } from './client.ts';
import { fulfilment } from './fulfilment.ts';
import { labels } from './labels.ts';
import { CURRENCY, listings } from './listings.ts';
import { orders } from './orders.ts';
import { stock } from './stock.ts';
import { webhooks } from './webhooks.ts';

/** Tokopedia over its own Open API; shops that have moved to TikTok Shop are the `tiktok` channel's. */
export const tokopedia: Connector = {
  channel: 'tokopedia',
  app,
  limits,
  facts: {
    // Not documented; a minute, as elsewhere.
    ordersVisibleWithin: 60,
    // By the date of placing: an order neither enters nor leaves a span that is past (4.1).
    hasStableOrderCursor: true,
    settlesWithin: 0,
    // Nothing in a request says how old it is (1).
    lateWriteBound: 60,
    // Nothing is promised about how fresh a read is: a minute, as for every channel that promises nothing.
    readLag: 60,
    // Whether unpaid orders are listed at once is not documented: taken for hidden.
    hidesHolds: true,
    // Not documented: so a cancelled unit is put on the listing by our own write.
    restoresOnCancel: 'no',
    datesEvents: false,
    compareAndSet: false,
    // A read covers half as many products as a write, and quotas are not known (2, 3).
    readBeforeWrite: false,
    // Only the products that a rejection names as empty, and we name none (6).
    zeroesOnOutOfStockCancel: false,
  },
  authorisation,
  account: {
    /** tokopedia.md 8. */
    async describe(access): Promise<AccountDetails> {
      const { shopId } = access.credentials;
      const found = await shopInfo(access, { shop_id: shopId });
      const shop = found.find(({ shop_id }) => shop_id === shopId);
      if (shop === undefined) {
        throw removed(
          'not_linked',
          'This shop is no longer linked to this installation’s Tokopedia app. Ask Tokopedia to link it again.',
        );
      }
      return {
        shopId,
        shopName: shop.shop_name,
        country: 'ID',
        currency: CURRENCY,
        fields: [
          { key: 'shop_id', label: 'Shop ID', value: shopId },
          { key: 'shop_name', label: 'Shop name', value: shop.shop_name },
          { key: 'country', label: 'Country', value: 'ID' },
          { key: 'province', label: 'Province', value: shop.province_name },
          { key: 'shop_url', label: 'Shop page', value: shop.shop_url },
          { key: 'domain', label: 'Domain', value: shop.domain },
          { key: 'is_open', label: 'Open', value: shop.is_open === null ? null : shop.is_open === 1 },
          { key: 'images', label: 'Images', value: shop.logo === null ? [] : [shop.logo] },
        ],
      };
    },
  },
  listings,
  stock,
  orders,
  fulfilment,
  cancellation,
  labels,
  webhooks,
};
