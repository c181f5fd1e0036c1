import type { Chinese } from '../../i18n/texts.ts';
import type { useOperationsText } from './operations.texts.ts';

export const operationsChinese: Chinese<typeof useOperationsText> = {
  syncTitle: '从$t(term:marketplace)同步',
  syncProgress: '正在读取 {{done}} / {{total}}…',
  mergeTitle: '合并库存',
  mergeProgress: '正在合并：{{done}} / {{total}}',
  goesOn: '可以关闭此窗口，操作会继续进行。',
  cancel: '取消',
  ending: '正在结束…',
  cancelFailed: '取消失败',
  cancelFailedBecause: '取消失败：{{reason}}',
  cancelled: '已在 {{done}} / {{total}} 处取消。已完成的部分保留。',
  retryFailed: '重试失败',
  retryFailedBecause: '重试失败：{{reason}}',
  retry: '重试失败项',
  details: '详情',
  close: '关闭',
  more_other: '还有 {{count}} 项。',
};
