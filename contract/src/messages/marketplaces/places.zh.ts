import type { placeMessages } from './places.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const placeChinese: ChineseOf<typeof placeMessages> = {
  no_places: '{{channel}} 的店铺只有一个库存地点，无需选择。',
  none_chosen: '请选择一个库存地点。',
  one_only: '请选择一个地点：该渠道的数量只在一个地点读取和写入。',
  unknown: '店铺没有这个地点。请重新加载地点列表。',
  not_sellers: '{{place}} 已关闭，或其中的商品由平台保管：请选择其他地点。',
  moving: '链接仍在转到之前选择的地点。请一分钟后重试。',
  changed: '有人已选择其他地点：{{places}}。请先查看。',
  not_known:
    '尚不清楚 {{marketplace}} 的哪个库存地点在此处保管。请在其页面选择；在此之前，不会读取或写入任何内容。',
};
