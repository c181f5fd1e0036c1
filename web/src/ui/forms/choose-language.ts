import { chooseLanguage, type LanguageChoice } from '../../i18n/language-choice.ts';
import { useLanguageText } from '../texts/language.texts.ts';
import { notify } from '../pages/notices.ts';

/** Each language in its own name, whichever language is shown. */
export const languageNames: Readonly<Record<LanguageChoice, string>> = { en: 'English', zh: '中文' };

/** Changes the language; shows an error if its texts cannot be loaded. */
export function useChooseLanguage(): (choice: LanguageChoice) => void {
  const t = useLanguageText();
  return (choice) => {
    chooseLanguage(choice).catch(() => notify({ kind: 'error', text: t('failed') }));
  };
}
