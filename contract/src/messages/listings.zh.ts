import type { listingMessages } from './listings.ts';
import type { ChineseOf } from './text-types.ts';

export const listingChinese: ChineseOf<typeof listingMessages> = {
  price_required: '请填写价格',
  price_number: '价格必须是数字',
  price_least: '价格不得低于 0.1',
  price_most: '价格不得超过 1,000,000,000',
  price_digits_other: '以 {{currency}} 计的价格最多有 {{count}} 位小数。',
  name_required: '请填写名称',
  name_too_long: '{{channel}} 上的名称最多 {{limit}} 个字符。',
  name_elsewhere: '此名称属于另一个刊登商品。',
  not_by_channel: '{{channel}} 不允许其他程序执行此操作。请在其卖家中心操作。',
  needs_authorisation: '{{marketplace}} 未授权。请在其页面验证，然后重试。',
  gone: '该刊登商品已在 {{marketplace}} 删除。',
  no_price: '{{marketplace}} 未显示此刊登商品的价格。请先在其卖家中心设置。',
  not_on_sale: '该刊登商品未在 {{marketplace}} 销售。',
  on_sale: '该刊登商品已在 {{marketplace}} 销售。',
  admins_delete: '只有店铺管理员可以删除刊登商品。请联系店铺所有者或管理员。',
  not_shared: '其 SKU 未与其他刊登商品共享，无需取消合并。',
  busy: '{{marketplace}} 尚未确认上一次更改。请待其确认后重试。',
  refused: '该$t(term:marketplace)拒绝了此操作。',
  unreadable: '无法读取 {{marketplace}}：{{reason}}',
};
