import type { printingMessages } from './printing.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const printingChinese: ChineseOf<typeof printingMessages> = {
  no_labels: '{{channel}} 不提供面单。请在您预订配送的地方打印。',
  not_authorised: '{{marketplace}} 未授权。请在其页面验证，再重新打印。',
  order_gone: '此订单已不存在。',
  not_ready: '{{channel}} 半小时内未生成面单。请到该平台查看订单，再重试。',
  not_yet: '{{channel}} 尚未提供面单，完成后会自动显示在此。',
  being_made: '{{channel}} 仍在生成面单。请一分钟后重试。',
  unreadable: '{{channel}} 提供的面单无法读取。请在其卖家中心打印。',
  not_fetched: '未能获取 {{channel}} 的面单。请重试。',
  too_large: '{{channel}} 提供的面单超过 {{limit}} MB。请在其卖家中心打印。',
  no_amounts: '销售渠道尚未提供金额。请在订单付款后打印发票。',
  buyer_deleted: '买家资料已删除，无法打印。',
  no_items: '此订单的所有商品均已取消。',
};
