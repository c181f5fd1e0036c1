import type { Chinese } from '../i18n/texts.ts';
import type { useFailureText } from './failure.texts.ts';

export const failureChinese: Chinese<typeof useFailureText> = {
  noAnswer: 'Evenstock 没有响应。请检查网络连接后重试。',
  noAnswerYet: 'Evenstock 没有响应。请检查网络连接；恢复后页面会自动打开。',
  late: 'Evenstock 没有及时响应。操作可能仍会完成：重试前请先查看结果。',
  because: '{{what}}：{{reason}}',
};
