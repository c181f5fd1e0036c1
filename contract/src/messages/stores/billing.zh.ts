import type { billingMessages } from './billing.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const billingChinese: ChineseOf<typeof billingMessages> = {
  no_subscription: '此店铺没有订阅。',
  subscription_not_ended: '支付服务商未能结束订阅。请重试，或在控制台中结束。',
  not_charged: '此安装不收取任何费用。',
  notice_unsigned: '此通知没有支付服务商的签名。',
  merging_needs_payment:
    '合并后将有 {{merged}} 个已合并链接，其中 {{free}} 个免费。请先添加付款方式，再重新合并。',
  has_payment_method: '此店铺已有付款方式。',
  path_required: '必须是本程序的路径，例如 /stores',

  payment_late: '此店铺的一笔付款未成功',
  payment_late_help: '未能从银行卡扣款，系统会自动重试；如果卡已过期，请在控制台中换一张。',
  subscription_ended: '此店铺的订阅已结束',
  subscription_ended_help: '支付服务商已结束订阅。已合并的链接保持合并；如需继续合并，请重新添加付款方式。',
};
