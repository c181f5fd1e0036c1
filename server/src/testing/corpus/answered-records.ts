import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { CorpusRecord } from '@evenstock/sandbox/wild/corpus-entry';

/** Where records of a kind are in the answers of a call. */
export interface AnsweredRecords {
  readonly record: CorpusRecord;
  /** The end of the vendor's name of the call. */
  readonly call: string;
  readonly records: string;
  readonly key: string;
}

const of = (record: CorpusRecord, call: string, records: string, key: string): AnsweredRecords => ({
  record,
  call,
  records,
  key,
});

export const answeredRecords: Readonly<Record<ChannelKind, readonly AnsweredRecords[]>> = {
  lazada: [
    of('order', 'orders/get', '/data/orders/*', '/order_id'),
    of('order', 'orders/items/get', '/data/*', '/order_id'),
    of('listing', 'products/get', '/data/products/*', '/item_id'),
    of('return', 'getreverseordersforseller', '/result/items/*', '/reverse_order_id'),
  ],
  shopee: [
    of('order', 'order/get_order_list', '/response/order_list/*', '/order_sn'),
    of('order', 'order/get_order_detail', '/response/order_list/*', '/order_sn'),
    of('listing', 'product/get_item_list', '/response/item/*', '/item_id'),
    of('listing', 'product/get_item_base_info', '/response/item_list/*', '/item_id'),
    of('return', 'returns/get_return_list', '/response/return/*', '/return_sn'),
  ],
  shopify: [of('order', 'orders', '/data/orders/nodes/*', '/id')],
  tiktok: [
    of('order', 'orders/search', '/data/orders/*', '/id'),
    of('order', 'order/202507/orders', '/data/orders/*', '/id'),
    of('listing', 'products/search', '/data/products/*', '/id'),
    of('stock', 'inventory/search', '/data/inventory/*', '/product_id'),
    of('return', 'returns/search', '/data/return_orders/*', '/return_id'),
  ],
  tokopedia: [
    of('order', 'order/list', '/data/*', '/order_id'),
    of('listing', 'product/info', '/data/*', '/basic/productID'),
    of('return', 'ticket', '/data/shops/*/ticket/*', '/id'),
  ],
  qoo10: [
    of('listing', 'ItemsLookup.GetItemDetailInfo', '/ResultObject/*', '/ItemNo'),
    of('order', 'ShippingBasic.GetShippingInfo_v2', '/ResultObject/*', '/orderNo'),
    of('return', 'ShippingBasic.GetClaimInfo_v2', '/ResultObject/*', '/orderNo'),
  ],
  'amazon-sg': [
    of('order', 'searchOrders', '/orders/*', '/orderId'),
    of('listing', 'searchListingsItems', '/items/*', '/sku'),
  ],
};
