import type { operationMessages } from './operations.ts';
import type { ChineseOf } from './languages/text-types.ts';

export const operationChinese: ChineseOf<typeof operationMessages> = {
  ended_already: '操作已结束，没有可取消的内容。',
  nothing_to_retry: '这里没有需要重试的内容。',
  nothing_to_dismiss: '没有可忽略的内容。',
  under_way: '相同的操作正在进行，请等待其结束。',
  files_away: '无法读取或保存文件。',
  internal: '我们这边出了问题。',
  stands: '已完成的部分保持有效。',
  goes_on: '稍后会自动继续。',
  nothing_to_continue: '这里没有可继续的内容。',
};
