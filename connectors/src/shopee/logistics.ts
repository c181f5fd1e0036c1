import type { Logistics } from '../kit/capabilities.ts';
import { callShop, responseOf } from './client.ts';
import { channelList } from './wire-actions.ts';

/** The shop's ways of delivery (shopee.md 6.3: get_channel_list), in the words that Shopee has for their fees. */
export const logistics: Logistics = {
  async list(access) {
    const path = '/api/v2/logistics/get_channel_list';
    const list = responseOf(channelList, await callShop(access, { method: 'GET', path }), path);
    return list.logistics_channel_list.map((each) => ({
      id: each.logistics_channel_id,
      name: each.logistics_channel_name ?? each.logistics_channel_id,
      feeType: each.fee_type ?? '',
      enabled: each.enabled,
      hasCod: each.cod_enabled,
    }));
  },
};
