import type { Locale } from 'antd/es/locale';
import { useSyncExternalStore } from 'react';
import { addChinese, languageOf, speak, startTexts, type Language } from './texts.ts';

/** Kept in the browser. Where nothing was chosen the browser's own language decides, see `languageOf`. */
export type LanguageChoice = 'en' | 'zh';

const storageKey = 'evenstock-language';
const listeners = new Set<() => void>();
let antChinese: Locale | null = null;

/** All Chinese in one: the texts by namespace, and Ant Design's own. */
export interface ChineseFile {
  readonly texts: Parameters<typeof addChinese>[0];
  readonly messages: Parameters<typeof addChinese>[1];
  readonly antLocale: Locale;
}

let chineseFile = (): Promise<ChineseFile> => Promise.reject(new Error('startLanguage comes first'));

function stored(): LanguageChoice | null {
  const value = localStorage.getItem(storageKey);
  return value === 'en' || value === 'zh' ? value : null;
}

function languageFor(choice: LanguageChoice | null): Language {
  if (choice === null) return languageOf(navigator.languages);
  return choice === 'en' ? 'en' : 'zh-Hans';
}

async function loadChinese(): Promise<void> {
  if (antChinese !== null) return;
  const chinese = await chineseFile();
  addChinese(chinese.texts, chinese.messages);
  antChinese = chinese.antLocale;
}

async function apply(): Promise<void> {
  const choice = stored();
  if (choice === 'zh') await loadChinese();
  // Another one may have been chosen while it was loading.
  if (stored() !== choice) return;
  const language = languageFor(choice);
  await speak(language);
  document.documentElement.lang = language === 'zh-Hans' ? language : 'en';
  for (const listener of listeners) listener();
}

/**
 * Starts the texts in the language of this browser; a chosen one whose texts cannot be loaded is not shown.
 * `load` brings the Chinese of all parts, and is called once somebody chooses it.
 */
export async function startLanguage(load: () => Promise<ChineseFile>): Promise<void> {
  chineseFile = load;
  await startTexts(languageOf(navigator.languages));
  addEventListener('storage', (event) => {
    if (event.key === storageKey) void apply().catch(() => undefined);
  });
  await apply().catch(() => undefined);
}

/** Shows all in that language, now and next time. Throws, and changes nothing, where its texts cannot be loaded. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  if (choice === 'zh') await loadChinese();
  localStorage.setItem(storageKey, choice);
  await apply();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the person chose; null where nothing was chosen. */
export function useChosenLanguage(): LanguageChoice | null {
  return useSyncExternalStore(watch, stored);
}

/** What the person chose; English where nothing was chosen. */
export function useLanguageChoice(): LanguageChoice {
  return useSyncExternalStore(watch, () => stored() ?? 'en');
}

/** Ant Design's own words in Chinese while all is Chinese, else null. */
export function useAntChinese(): Locale | null {
  return useSyncExternalStore(watch, () => (stored() === 'zh' ? antChinese : null));
}
