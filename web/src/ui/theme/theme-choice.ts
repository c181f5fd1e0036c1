import { useSyncExternalStore } from 'react';
import type { ThemeName } from './tokens.ts';

/** `system` follows the preference of the operating system. */
export type ThemeChoice = ThemeName | 'system';

const storageKey = 'evenstock-theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function stored(): ThemeChoice {
  const value = localStorage.getItem(storageKey);
  return value === 'light' || value === 'dark' ? value : 'system';
}

function apply(): void {
  const choice = stored();
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  for (const listener of listeners) listener();
}

export function startTheme(): void {
  prefersDark.addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key === storageKey) apply();
  });
  apply();
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, choice);
  apply();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(watch, stored);
}

/** The current palette. */
export function useThemeName(): ThemeName {
  return useSyncExternalStore(watch, () => {
    const choice = stored();
    if (choice !== 'system') return choice;
    return prefersDark.matches ? 'dark' : 'light';
  });
}
