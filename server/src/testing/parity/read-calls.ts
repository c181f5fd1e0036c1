import type { ChannelHttp, ChannelReply, ChannelRequest } from '@evenstock/connectors/kit/http';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';

/** The only calls that a comparison makes: they read, and change nothing. `{}` is an id in the path. */
const allowed: Readonly<Record<ChannelKind, readonly string[]>> = {
  lazada: [
    'GET /seller/get',
    'GET /seller/warehouse/get',
    'GET /products/get',
    'GET /product/item/get',
    'GET /orders/get',
    'GET /orders/items/get',
    'GET /order/get',
    'GET /order/items/get',
    'GET /reverse/getreverseordersforseller',
    'GET /order/reverse/return/history/list',
  ],
  shopee: [
    'GET /api/v2/shop/get_shop_info',
    'GET /api/v2/shop/get_profile',
    'GET /api/v2/shop/get_warehouse_detail',
    'GET /api/v2/product/get_item_list',
    'GET /api/v2/product/get_item_base_info',
    'GET /api/v2/product/get_model_list',
    'GET /api/v2/product/get_boosted_list',
    'GET /api/v2/order/get_order_list',
    'GET /api/v2/order/get_order_detail',
    'GET /api/v2/order/get_package_detail',
    'GET /api/v2/logistics/get_channel_list',
    'GET /api/v2/discount/get_discount_list',
    'GET /api/v2/discount/get_discount',
    'GET /api/v2/returns/get_return_list',
    'GET /api/v2/returns/get_return_detail',
  ],
  // A document that begins with `query` changes nothing; its name stands for it.
  shopify: ['POST /admin/api/{}/graphql.json'],
  tiktok: [
    'GET /authorization/202309/shops',
    'POST /product/202502/products/search',
    'GET /product/202309/products/{}',
    'POST /product/202309/inventory/search',
    'POST /order/202309/orders/search',
    'GET /order/202507/orders',
    'POST /return_refund/202309/returns/search',
    'GET /return_refund/202309/returns/{}/records',
    'POST /return_refund/202309/cancellations/search',
    'GET /logistics/202309/warehouses',
  ],
  tokopedia: [
    'GET /v1/shop/fs/{}/shop-info',
    'GET /inventory/v1/fs/{}/product/info',
    'GET /inventory/v1/fs/{}/product/variant/{}',
    'GET /v2/order/list',
    'GET /v2/fs/{}/order',
    'GET /resolution/v1/fs/{}/ticket',
  ],
  qoo10: [
    'POST ItemsLookup.GetAllGoodsInfo',
    'POST ItemsLookup.GetItemDetailInfo',
    'POST ItemsLookup.GetGoodsInventoryInfo',
    'POST ItemsLookup.GetSellerDeliveryGroupInfo',
    'POST ShippingBasic.GetShippingInfo_v2',
    'POST ShippingBasic.GetClaimInfo_v2',
    'POST ShippingBasic.GetShippingAndClaimInfoByOrderNo',
  ],
  'amazon-sg': [
    'GET /sellers/v1/marketplaceParticipations',
    'GET /listings/2021-08-01/items/{}',
    'GET /listings/2021-08-01/items/{}/{}',
    'GET /orders/2026-01-01/orders',
    'GET /orders/2026-01-01/orders/{}',
  ],
};

const document = z.object({ query: z.string() });

/** The name of a call that reads; null for any other, which is then not sent. */
export function readCall(channel: ChannelKind, { method, url, body }: ChannelRequest): string | null {
  const { pathname } = new URL(url);
  const path = channel === 'qoo10' ? pathname.slice(pathname.lastIndexOf('/') + 1) : pathname;
  const asked = `${method} ${channel === 'lazada' ? path.replace(/^\/rest(?=\/)/, '') : path}`;
  const known = allowed[channel].find((call) => matches(call, asked));
  if (known === undefined || channel !== 'shopify') return known ?? null;
  const text = document.safeParse(typeof body === 'string' ? JSON.parse(body) : null).data?.query ?? '';
  const name = /^query (\w+)/.exec(text)?.[1];
  return name === undefined || /^\s*(?:mutation|subscription)\b/m.test(text) ? null : name;
}

function matches(call: string, asked: string): boolean {
  const [parts, given] = [call.split('/'), asked.split('/')];
  return (
    parts.length === given.length && parts.every((part, index) => part === '{}' || part === given[index])
  );
}

/** A call that may change something was about to be sent. */
export class NoReadCall extends Error {}

export interface Heard {
  readonly call: string;
  readonly reply: ChannelReply;
}

/** A transport that sends calls that read, and keeps their answers; any other is refused before it is sent. */
export function onlyReading(channel: ChannelKind, http: ChannelHttp, heard: Heard[]): ChannelHttp {
  return {
    now: () => http.now(),
    async send(request) {
      const call = readCall(channel, request);
      if (call === null) throw new NoReadCall(`${request.method} ${new URL(request.url).pathname}`);
      const reply = await http.send(request);
      heard.push({ call, reply });
      return reply;
    },
  };
}
