import type { Locale } from 'antd/es/locale';
import { useSyncExternalStore } from 'react';
import { addChinese, languageOf, speak, startTexts, type Language } from './texts.ts';

/** Kept in the browser. Where nothing was chosen the browser's own language decides, see `languageOf`. */
export type LanguageChoice = 'en' | 'zh';

const storageKey = 'evenstock-language';
const listeners = new Set<() => void>();
let antChinese: Locale | null = null;

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
  const { chinese } = await import('../app/chinese.ts');
  addChinese(chinese.texts);
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

/** Starts the texts in the language of this browser; a chosen one whose texts cannot be loaded is not shown. */
export async function startLanguage(): Promise<void> {
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

/** What the person chose; English where nothing was chosen. */
export function useLanguageChoice(): LanguageChoice {
  return useSyncExternalStore(watch, () => stored() ?? 'en');
}

/** Ant Design's own words in Chinese while all is Chinese, else null. */
export function useAntChinese(): Locale | null {
  return useSyncExternalStore(watch, () => (stored() === 'zh' ? antChinese : null));
}
