import type { actionMessages } from './actions.ts';
import type { ChineseOf } from './text-types.ts';

export const actionChinese: ChineseOf<typeof actionMessages> = {
  not_dismissible: '此操作仍在进行，或已完成。',
  no_effect: '$t(term:marketplace)没有回应，那里也没有变化。请稍后重试。',
  given_up_not_sent: '$t(term:marketplace)没有做任何事，一位成员已关闭此操作。',
  given_up_unknown: '无法得知是否生效，一位成员已关闭此操作。请到$t(term:marketplace)查看。',
  record_gone: '它已不存在，因此没有向$t(term:marketplace)发送任何内容。',
  record_gone_since: '它已不存在，因此无法得知是否生效。',
  taken_over: '此操作已由另一个进程接手。',
};
