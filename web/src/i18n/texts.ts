import { chineseTerms, withTerms } from '@evenstock/contract/messages/languages/chinese-terms';
import type {
  ChineseOf,
  TextKey,
  Texts,
  TextValues,
} from '@evenstock/contract/messages/languages/text-types';
import i18next from 'i18next';
import { useCallback, useSyncExternalStore } from 'react';
import { withMinus } from './minus.ts';

/**
 * Texts are kept beside the code that shows them: `export const useOrdersText = texts('orders', { … })`, then `const t =
 * useOrdersText(); t('imported', { count: 3 })`. The compiler checks keys and required values.
 * Plural texts are `key_one` and `key_other`. The word for a marketplace is always a term: `$t(term:marketplace)`.
 * The Chinese of `orders.texts.ts` is `orders.texts.zh.ts`; `chinese.ts` gathers them.
 */
export type Translate<T extends Texts> = <K extends TextKey<T>>(
  key: K,
  ...values: TextValues<T, K>
) => string;

/** The hook of one namespace, with its name and texts. */
export interface UseTexts<T extends Texts> {
  (): Translate<T>;
  readonly namespace: string;
  readonly english: T;
  /** Returns a text in the language that is shown now, outside of a component. */
  readonly say: Translate<T>;
}

/** The type of the Chinese texts of a namespace, derived from its hook. */
export type Chinese<Hook> = Hook extends UseTexts<infer T> ? ChineseOf<T> : never;

/** If no language was chosen, Chinese browsers show only this word in Chinese. The full Chinese texts build on it. */
const terms = {
  en: {
    marketplace: 'marketplace',
    marketplaces: 'marketplaces',
    Marketplace: 'Marketplace',
    Marketplaces: 'Marketplaces',
  },
  zh: chineseTerms,
};

/** `zh`: English with one word in Chinese. `zh-Hans`: all Chinese; missing texts fall back to `zh`, then `en`. */
export type Language = 'en' | 'zh' | 'zh-Hans';

/** The language of a browser in which none was chosen. */
export function languageOf(preferred: readonly string[]): 'en' | 'zh' {
  return preferred[0]?.toLowerCase().startsWith('zh') === true ? 'zh' : 'en';
}

export async function startTexts(language: Language): Promise<void> {
  await i18next.init({
    lng: language,
    fallbackLng: 'en',
    ns: ['term'],
    defaultNS: 'term',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  i18next.services.formatter?.addCached('number', (language) => {
    const figures = new Intl.NumberFormat(language);
    return (value: number) => withMinus(figures.format(value));
  });
  i18next.addResourceBundle('en', 'term', terms.en);
  i18next.addResourceBundle('zh', 'term', terms.zh);
}

/** Registers the Chinese texts by namespace, and those of the server's messages by module. */
export function addChinese(
  parts: Readonly<Record<string, Texts>>,
  messages: Readonly<Record<string, Texts>>,
): void {
  const entries = Object.entries(messages).map(([module, written]) => [module, withTerms(written)]);
  i18next.addResourceBundle('zh-Hans', 'messages', Object.fromEntries(entries));
  for (const [namespace, written] of Object.entries(parts)) {
    i18next.addResourceBundle('zh-Hans', namespace, written);
  }
}

/** Switches all texts to that language. */
export async function speak(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
}

const waiting = new Map<string, Texts>();

/** Registers the English texts of one namespace and returns the hook that reads them. */
export function texts<const T extends Texts>(namespace: string, english: T): UseTexts<T> {
  waiting.set(namespace, english);
  function register(): void {
    const pending = waiting.get(namespace);
    if (pending === undefined || !i18next.isInitialized) return;
    i18next.addResourceBundle('en', namespace, pending);
    waiting.delete(namespace);
  }
  const say: Translate<T> = (key, ...values) => {
    register();
    return i18next.t(key, { ...values[0], ns: namespace });
  };
  function useTexts(): Translate<T> {
    register();
    const language = useLanguage();
    return useCallback<Translate<T>>(
      (key, ...values) => i18next.t(key, { ...values[0], ns: namespace, lng: language }),
      [language],
    );
  }
  return Object.assign(useTexts, { namespace, english, say });
}

/** The language that is shown now, as a `Language` that `Intl` formats accept. */
export function useLanguage(): string {
  return useSyncExternalStore(watchLanguage, currentLanguage);
}

function watchLanguage(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

function currentLanguage(): string {
  return i18next.language;
}
