import type { tallyMessages } from './tallies.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const tallyChinese: ChineseOf<typeof tallyMessages> = {
  code_required: '请扫描或输入条码或 SKU。',
  total_of_sku: '请选择要输入总数的 SKU。',
  units_range: '数量必须是整数，最多 {{most}}。',
  text_too_long: '最多输入 {{most}} 个字符。',
  no_skus_in_receipt: '收货单不能预选 SKU。请扫描收到的商品。',
  sets_chosen: '套装无法盘点：{{names}}。请盘点其组成 SKU。',
  is_closed: '此单刚刚已被应用或放弃，无法再扫描。',
  is_discarded: '此单刚刚已被放弃，没有任何更改。',
  is_applied: '此单已应用，无法放弃。',
  scanned_meanwhile: '期间有人扫描了更多商品。请重新查看差异后再应用。',
  codes_wait: '没有对应 SKU 的条码：{{count}} 个。请为每个选择 SKU 或忽略，然后再应用。',
  uncounted_changed: '未盘点的 SKU：{{count}} 个。请重新查看后再应用。',
  nothing_scanned: '尚未扫描任何商品，没有可应用的内容。',
  not_a_code: '此条码已不再待处理。',
  changed_since: '盘点后数量另有更改，因此保持不变。请重新盘点。',
  counted_elsewhere: '另一张已应用的盘点单在此之后盘点了它，因此保持不变。',
  too_many_units: '差异超过 {{most}} 件，因此保持不变。请检查盘点结果。',
};
