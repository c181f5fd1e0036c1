import type { connectionMessages } from './connections.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const connectionChinese: ChineseOf<typeof connectionMessages> = {
  shop_unknown: '{{channel}} 店铺 {{shop}} 不存在，请先创建。',
  no_app_keys: '此安装没有 {{channel}} 的应用密钥，请联系负责运维的人设置。',
  start_again: '{{reason}} 请在$t(term:marketplace)页面重新开始。',
  shop_connected: '此店铺已连接。',
  marketplace_deleted: '此$t(term:marketplace)已被删除。',
  other_shop: '{{marketplace}} 属于另一个店铺。请授权那个店铺，或为此店铺新增$t(term:marketplace)。',
  same_shop: '{{marketplace}} 就是这个店铺。请改为验证 {{marketplace}}，它的订单和链接仍在。',
  verified_with_keys: '{{marketplace}} 使用密钥验证，请在其页面输入密钥。',
  state_missing: '返回的地址缺少开始时的状态。请在$t(term:marketplace)页面重新开始。',
  state_of_another: '此授权不是由您在此处开始的。请在$t(term:marketplace)页面重新开始。',
  state_expired: '此授权超过了十分钟。请在$t(term:marketplace)页面重新开始。',
  state_of_another_channel:
    '此授权是为另一个$t(term:marketplace)开始的。请在此$t(term:marketplace)的页面重新开始。',
  other_channel: '{{marketplace}} 属于其他平台。',
  no_logistics: '{{channel}} 没有物流列表。',
  notice_unsigned: '此通知的签名不属于已连接的店铺。',
  shop_missing: '{{channel}} 店铺不存在。',
  state_used: '此授权已被使用。请在$t(term:marketplace)页面重新开始。',
  consent_ran_out: '授权已到期。',
  authorisation_ended: '{{marketplace}} 需要重新授权',
  authorisation_ended_help: '在店铺管理员到其页面重新授权之前，不会有新订单进来，也不会推送数量。',
  authorisation_ends: '{{marketplace}} 的授权将于 {{day}} 到期',
  authorisation_ends_help: '到期后须由店铺管理员在其页面重新授权；在此之前不会有新订单进来，也不会推送数量。',

  marketplace_gone: '此$t(term:marketplace)已不存在。',
  not_connected: '{{marketplace}} 未授权。请在其$t(term:marketplace)页面授权。',
  redirected: '{{channel}} 的回应转向了另一个地址。',
  answer_too_long: '{{channel}} 的回应超过 {{megabytes}} MB，未予读取。',
  no_answer: '{{channel}} 在 {{seconds}} 秒内没有回应，或无法连接。',
  not_answering: '{{channel}} 一直没有回应，稍后会自动重试。',
  many_calls: '对此$t(term:marketplace)的许多请求正在排队。',
  token_refused: '{{marketplace}} 暂时不接受其令牌，我们稍后会重试。',
  being_renewed: '正在更新此$t(term:marketplace)的授权，稍后会自动重试。',
};
