import type { Chinese } from '../../i18n/texts.ts';
import type { useDeadLettersText } from './dead-letters.texts.ts';

export const deadLettersChinese: Chinese<typeof useDeadLettersText> = {
  title: '死信',
  lead: '本系统中彻底失败的后台任务。请重新运行或丢弃。',
  subscriptions: '订阅',
  job: '任务',
  about: '对象',
  reason: '最后一次失败原因',
  failed: '失败时间',
  attempts_other: '共尝试 {{count}} 次',
  retry: '重新运行',
  discard: '丢弃',
  discardQuestion: '丢弃 {{job}}？',
  discardHint: '任务将被删除，未完成的工作不会再执行。',
  retried: '正在重新运行。',
  failedTo: '操作失败。',
  failedToBecause: '操作失败：{{reason}}',
  ofStore: '死信',
  ofStoreHint: '本店铺彻底失败的任务。请重新运行或丢弃。',
  none: '没有彻底失败的任务。',
  noReason: '没有记录原因。',
};
