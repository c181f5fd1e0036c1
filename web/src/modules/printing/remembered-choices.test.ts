import { afterEach, expect, it, vi } from 'vitest';
import { keepGrouping, keepPaper, lastGrouping, lastPaper } from './remembered-choices.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
};
afterEach(() => {
  vi.unstubAllGlobals();
  kept.clear();
});

it('the paper and the sorting that were chosen last are chosen again', () => {
  vi.stubGlobal('localStorage', storage);
  expect([lastPaper(), lastGrouping()]).toEqual(['A6', 'order']);
  keepPaper('100x150');
  keepGrouping('sku');
  expect([lastPaper(), lastGrouping()]).toEqual(['100x150', 'sku']);
});

it('what is no longer offered, or cannot be kept, is the usual choice', () => {
  vi.stubGlobal('localStorage', { getItem: () => 'A3', setItem: () => undefined });
  expect(lastPaper()).toBe('A6');
  const refused = (): never => {
    throw new Error('Storage is disabled.');
  };
  vi.stubGlobal('localStorage', { getItem: refused, setItem: refused });
  keepPaper('A4');
  expect(lastPaper()).toBe('A6');
});
