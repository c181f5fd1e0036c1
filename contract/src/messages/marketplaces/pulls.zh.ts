import type { pullMessages } from './pulls.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const pullChinese: ChineseOf<typeof pullMessages> = {
  needs_authorisation: '{{marketplace}} 未授权。请先授权，再重新拉取。',

  first_sync_done: '{{marketplace}} 已同步',
  first_sync_brought: '商品和订单已导入。商品链接：{{listings}}。订单：{{orders}}。',
  orders_unreadable: '无法读取 {{marketplace}} 的部分订单',
  orders_unreadable_help:
    '这些订单不在此处，请到$t(term:marketplace)处理。全部列在其页面上，系统会自动重试。',
  list_short: '{{marketplace}} 的列表只返回了 {{all}} 个商品中的 {{listed}} 个',
  list_short_text: '不会因此从您的 SKU 中移除任何商品。会逐一查询列表中缺少的商品，并再次读取列表。',
  made_anew: '{{marketplace}} 的商品链接已在该平台删除并重新上架',
  made_anew_text:
    '新链接是单独的 SKU。请在“合并库存”的“建议”中合并回去：数量为原 SKU 的数量减去新链接已售出的数量。',
  made_anew_codes: '其编码为 {{codes}}。',
  made_anew_more: '另有 {{more}} 个。',
  listings_unreadable: '无法读取 {{marketplace}} 的部分商品链接',
  listings_unreadable_help: '这些链接的数量未保持同步。全部列在其页面上，系统会自动重试。',
  orders_failing: '{{marketplace}} 的订单无法导入',
  orders_failing_help: '恢复之前，那里卖出的商品不会从此处的数量中扣除。',
  listings_failing: '{{marketplace}} 的商品链接无法导入',
  listings_failing_help: '恢复之前，那里的改动不会显示在此处。',
  returns_unreadable: '无法读取 {{marketplace}} 的部分退货',
  returns_unreadable_help:
    '相关订单不会显示这些退货，请到$t(term:marketplace)处理。全部列在其页面上，系统会自动重试。',
  returns_failing: '{{marketplace}} 的退货无法导入',
  returns_failing_help: '恢复之前，请到$t(term:marketplace)处理退货。',
  record_named: '记录 {{reference}}：',
  record_missing: '$t(term:marketplace)已没有此记录。',
  throttled: '{{marketplace}} 要求我们放慢。',
  unavailable: '{{marketplace}} 没有回应。',
  unexpected: '{{marketplace}} 的回应我们无法理解。',
  unauthorised: '{{marketplace}} 不再接受我们的授权。',
  refused_because: '{{marketplace}} 拒绝：',
  listings_go_on: '商品拉取稍后会自动继续。',
  orders_go_on: '订单拉取稍后会自动继续。',
  returns_go_on: '退货拉取稍后会自动继续。',
  verify_to_go_on: '请在其页面上点击“验证”以继续。',
  verify_again_to_go_on: '请在其页面上点击“重新验证”以继续。',
  extend_to_go_on: '请在其页面上点击“延长有效期”以继续。',
  next_listings_pull: '下一次商品拉取会自动重试。',
  next_orders_pull: '下一次订单拉取会自动重试。',
  next_returns_pull: '下一次退货拉取会自动重试。',
  internal: '我们这边出了问题，稍后会自动重试。',
};
