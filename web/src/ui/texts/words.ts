import type { Words } from '@evenstock/contract/channels/channels';
import { useCallback } from 'react';
import { useLanguage } from '../../i18n/texts.ts';

/** A hook that returns words in the current language. */
export function useWords(): (words: Words) => string {
  const language = useLanguage();
  return useCallback(({ en, zh }) => (language === 'zh-Hans' ? zh : en), [language]);
}
