import type { ChineseOf } from '../languages/text-types.ts';
import type { webhookMessages } from './webhooks.ts';

export const webhookChinese: ChineseOf<typeof webhookMessages> = {
  url_required: '请填写 URL',
  url_too_long: 'URL 最多 {{limit}} 个字符',
  url_invalid: 'URL 必须是完整的地址，例如 https://example.com/evenstock',
  url_not_https: 'URL 必须以 https:// 开头',
  url_with_password: 'URL 不能包含用户名和密码',
  url_private: '此地址不是公网地址。Webhook 只发送到公网地址',
  events_required: '请至少选择一个事件',
  event_unknown: '未知的事件',
  too_many: '每家店铺最多 {{count}} 个 Webhook。请先删除一个',
  switched_off_first: '此 Webhook 已停用。请先启用。',
  answered: '接收方返回了 {{status}}。',
  redirected: '接收方返回了 {{status}}：不会跟随重定向。请填写新的地址。',
  address_private: '该域名指向非公网地址。',
  name_unknown: '找不到接收方的域名。',
  no_answer: '接收方在 {{seconds}} 秒内没有应答。',
  not_reached: '无法连接到接收方。',
  certificate: '接收方的证书无效。',
  was_switched_off: '此 Webhook 已停用。',
  went_off: '发往 {{host}} 的 Webhook 已停用',
  no_answer_for_a_day: '接收方已有一天没有接受任何投递，系统不再向其发送。',
  switch_on_again: '请检查接收方，重新启用 Webhook，并重新发送失败的投递。',
};
