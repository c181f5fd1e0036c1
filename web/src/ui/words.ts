import type { Words } from '@evenstock/contract/channels';
import { useCallback } from 'react';
import { useLanguage } from '../i18n/texts.ts';

/** Reads words that come in both languages. */
export function useWords(): (words: Words) => string {
  const language = useLanguage();
  return useCallback(({ en, zh }) => (language === 'zh-Hans' ? zh : en), [language]);
}
