import type { Chinese } from '../../i18n/texts.ts';
import type { useLanguageText } from './language.texts.ts';

export const languageChinese: Chinese<typeof useLanguageText> = {
  failed: '无法加载该语言。请检查网络连接后重试。',
};
