import type { Locale } from 'antd/es/locale';
import { useSyncExternalStore } from 'react';
import { addChinese, languageOf, speak, startTexts, type Language } from './texts.ts';

/** Kept in the browser. If nothing was chosen, the browser's own language decides, see `languageOf`. */
export type LanguageChoice = 'en' | 'zh';

const storageKey = 'evenstock-language';
const listeners = new Set<() => void>();
let antChinese: Locale | null = null;

/** All Chinese texts: ours by namespace, and Ant Design's locale. */
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
  // Another language may have been chosen while the texts were loading.
  if (stored() !== choice) return;
  const language = languageFor(choice);
  await speak(language);
  document.documentElement.lang = language === 'zh-Hans' ? language : 'en';
  for (const listener of listeners) listener();
}

/**
 * Sets the language of this browser at the start. A chosen language whose texts cannot be loaded is not shown.
 * `load` loads the Chinese texts of all parts; it is called once Chinese is chosen.
 */
export async function startLanguage(load: () => Promise<ChineseFile>): Promise<void> {
  chineseFile = load;
  await startTexts(languageOf(navigator.languages));
  addEventListener('storage', (event) => {
    if (event.key === storageKey) void apply().catch(() => undefined);
  });
  await apply().catch(() => undefined);
}

/** Switches to that language, also for later visits. Throws without changing anything if its texts cannot be loaded. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  if (choice === 'zh') await loadChinese();
  localStorage.setItem(storageKey, choice);
  await apply();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen language; null if none was chosen. */
export function useChosenLanguage(): LanguageChoice | null {
  return useSyncExternalStore(watch, stored);
}

/** The chosen language; English if none was chosen. */
export function useLanguageChoice(): LanguageChoice {
  return useSyncExternalStore(watch, () => stored() ?? 'en');
}

/** Ant Design's Chinese locale while all texts are Chinese, else null. */
export function useAntChinese(): Locale | null {
  return useSyncExternalStore(watch, () => (stored() === 'zh' ? antChinese : null));
}
