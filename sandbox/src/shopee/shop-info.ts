import { z } from 'zod';
import { bodyAs } from './parameters.ts';
import { seconds } from './products.ts';
import { ShopeeError } from './reply.ts';
import type { PublicEndpoint, ShopEndpoint } from './shop-call.ts';
import { consentLifeSeconds } from './tokens.ts';

/** Section 8. */
const getShopInfo: ShopEndpoint = {
  method: 'GET',
  path: 'shop/get_shop_info',
  answer: ({ core, shop }) => {
    const since = seconds(core.grants.consentOf('shopee', shop.id)?.grantedAt ?? shop.record.createdAt);
    return {
      top: {
        shop_name: shop.record.name, region: shop.record.region, status: 'NORMAL', auth_time: since, expire_time: since + consentLifeSeconds,
        is_cb: false, is_sip: false, sip_affi_shops: [], is_upgraded_cbsc: false, merchant_id: null, shop_fulfillment_flag: 'Others', is_main_shop: false,
        is_direct_shop: false, linked_main_shop_id: 0, linked_direct_shop_list: [], is_one_awb: false, is_mart_shop: false, is_outlet_shop: false,
      },
    }; // oxfmt-ignore
  },
};

const getProfile: ShopEndpoint = {
  method: 'GET',
  path: 'shop/get_profile',
  answer: ({ core, shop }) => ({
    response: {
      shop_logo: core.pictureUrl('shop'),
      description: `${shop.record.name}, Singapore`,
      shop_name: shop.record.name,
      invoice_issuer: '',
    },
  }),
};

const getHolidayMode: ShopEndpoint = {
  method: 'GET',
  path: 'shop/get_shop_holiday_mode',
  answer: () => ({
    response: {
      holiday_mode_on: false,
      holiday_mode_type: 0,
      holiday_mode_mtime: 0,
      holiday_mode_start_time: 0,
      holiday_mode_end_time: 0,
    },
  }),
};

const getWarehouseDetail: ShopEndpoint = {
  method: 'GET',
  path: 'shop/get_warehouse_detail',
  answer: () => {
    throw new ShopeeError('warehouse.error_not_in_whitelist', 'The shop is not a multi-warehouse shop.');
  },
};

export const shopEndpoints: readonly ShopEndpoint[] = [
  getShopInfo,
  getProfile,
  getHolidayMode,
  getWarehouseDetail,
];

const pushConfigBody = z.object({
  callback_url: z.url().optional(),
  set_push_config_on: z.array(z.int()).optional(),
  set_push_config_off: z.array(z.int()).optional(),
  blocked_shop_id_list: z.array(z.int()).max(500).optional(),
});

/** One callback address for all shops of the app (7). */
export const pushEndpoints: readonly PublicEndpoint[] = [
  {
    method: 'GET',
    path: 'push/get_app_push_config',
    answer: ({ core }) => ({
      response: {
        callback_url: core.webhookUrl('shopee') ?? '',
        live_push_status: 'Normal',
        push_config_on_list: [1, 2, 3, 4, 7, 8, 22, 29],
        blocked_shop_id_list: [],
      },
    }),
  },
  {
    method: 'POST',
    path: 'push/set_app_push_config',
    answer: ({ core, body }) => {
      const { callback_url } = bodyAs(pushConfigBody, body);
      if (callback_url !== undefined) core.setWebhookUrl('shopee', callback_url);
      return { response: { result: 'success' } };
    },
  },
];
