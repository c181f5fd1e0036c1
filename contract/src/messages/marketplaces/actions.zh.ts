import type { actionMessages } from './actions.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const actionChinese: ChineseOf<typeof actionMessages> = {
  not_dismissible: '此操作仍在进行，或已完成。',
  not_retriable: '此操作无法重试，或已有人重试。',
  busy: '正在进行另一项操作，请等它结束。',
  unknown_still:
    '$t(term:marketplace)尚未确认此操作。系统会继续核对。请先在那里查看是否已完成，再忽略此项；若未完成，请重新操作。',
  no_effect: '$t(term:marketplace)没有回应，那里也没有变化。请稍后重试。',
  given_up_not_sent: '$t(term:marketplace)没有做任何事，一位成员已关闭此操作。',
  given_up_unknown: '无法得知是否生效，一位成员已关闭此操作。请到$t(term:marketplace)查看。',
  not_authorised:
    '$t(term:marketplace)拒绝了 Evenstock 的授权。请查看该$t(term:marketplace)的页面，然后重试。',
  record_gone: '它已不存在，因此没有向$t(term:marketplace)发送任何内容。',
  record_gone_since: '它已不存在，因此无法得知是否生效。',
  reason_deleted: '原因已随买家资料一同删除。',
  taken_over: '此操作已由另一个进程接手。',
};
