import { texts } from '../../i18n/texts.ts';

export const useLanguageText = texts('language', {
  failed: 'The language could not be loaded. Check your connection and try again.',
});
