import { z } from 'zod';
import { deliveryChannels, type DeliveryChannel } from './delivery.ts';
import { bodyAs } from './parameters.ts';
import { keyOf } from './records.ts';
import { badParameter } from './reply.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';

/** Section 6.3. */
const getChannelList: ShopEndpoint = {
  method: 'GET',
  path: 'logistics/get_channel_list',
  answer: (call) => ({
    response: { logistics_channel_list: deliveryChannels.map((channel) => channelFields(call, channel)) },
  }),
};

function settingOf(
  { records, shop }: ShopCall,
  channel: DeliveryChannel,
): { enabled: boolean; cod: boolean } {
  return (
    records.channels.get(keyOf(shop, String(channel.id))) ?? { enabled: channel.enabled, cod: channel.cod }
  );
}

function channelFields(call: ShopCall, channel: DeliveryChannel): Record<string, unknown> {
  const { enabled, cod } = settingOf(call, channel);
  return {
    logistics_channel_id: channel.id,
    logistics_channel_name: channel.name,
    enabled,
    cod_enabled: cod,
    fee_type: channel.feeType,
    force_enable: false,
    mask_channel_id: 0,
    size_list: channel.feeType === 'SIZE_SELECTION' ? [{ size_id: '1', name: 'S', default_price: 1 }, { size_id: '2', name: 'M', default_price: 2.5 }] : [],
    weight_limit: { item_max_weight: 30, item_min_weight: 0.01 },
    item_max_dimension: { height: 100, width: 100, length: 100, unit: 'cm', dimension_sum: 180 },
    volume_limit: { item_max_volume: 0, item_min_volume: 0 },
    logistics_description: '',
    support_cross_border: false,
    preprint: false,
    block_seller_cover_shipping_fee: false,
    logistics_capability: { seller_logistics: channel.sellerLogistics },
  }; // oxfmt-ignore
}

const updateBody = z.object({
  logistics_channel_id: z.int(),
  enabled: z.boolean().optional(),
  cod_enabled: z.boolean().optional(),
});

const updateChannel: ShopEndpoint = {
  method: 'POST',
  path: 'logistics/update_channel',
  answer: (call) => {
    const body = bodyAs(updateBody, call.body);
    const channel = deliveryChannels.find(({ id }) => id === body.logistics_channel_id);
    if (channel === undefined) throw badParameter('logistics_channel_id is not a channel of this shop.');
    const before = settingOf(call, channel);
    const after = { enabled: body.enabled ?? before.enabled, cod: body.cod_enabled ?? before.cod };
    call.records.channels.put(keyOf(call.shop, String(channel.id)), after);
    return {
      response: {
        shop_id: Number(call.shop.id),
        logistics_channel_id: channel.id,
        enabled: after.enabled,
        cod_enabled: after.cod,
      },
    };
  },
};

export const channelEndpoints: readonly ShopEndpoint[] = [getChannelList, updateChannel];
