import { describe, expect, it } from 'vitest';
import { intentOf } from './keyboard.rules.ts';

const free = { isTyping: false, isInDialog: false, afterG: false };
const pressed = (key: string, held: 'ctrlKey' | 'metaKey' | 'altKey' | null = null) => ({
  key,
  ctrlKey: held === 'ctrlKey',
  metaKey: held === 'metaKey',
  altKey: held === 'altKey',
});

describe('the action of a key', () => {
  it.each([
    ['?', 'help'],
    ['/', 'search'],
    ['j', 'down'],
    ['k', 'up'],
    ['x', 'select'],
    ['o', null],
  ])('%s: %s', (key, intent) => {
    expect(intentOf(pressed(key), free)).toBe(intent);
  });

  it('only Ctrl or Cmd opens the palette', () => {
    expect(intentOf(pressed('k', 'ctrlKey'), free)).toBe('palette');
    expect(intentOf(pressed('K', 'metaKey'), free)).toBe('palette');
    expect(intentOf(pressed('k', 'altKey'), free)).toBe(null);
    expect(intentOf(pressed('j', 'ctrlKey'), free)).toBe(null);
  });

  it('g and a second key open a screen', () => {
    const after = { ...free, afterG: true };
    expect(['o', 'p', 's'].map((key) => intentOf(pressed(key), after))).toEqual([
      'orders',
      'products',
      'summary',
    ]);
    expect(intentOf(pressed('j'), after)).toBe('down');
  });

  it('no key works while a dialog is open, and only the palette key works while typing', () => {
    for (const key of ['?', '/', 'j', 'g']) {
      expect(intentOf(pressed(key), { ...free, isTyping: true })).toBe(null);
      expect(intentOf(pressed(key), { ...free, isInDialog: true })).toBe(null);
    }
    expect(intentOf(pressed('k', 'ctrlKey'), { ...free, isTyping: true })).toBe('palette');
    expect(intentOf(pressed('k', 'ctrlKey'), { ...free, isTyping: true, isInDialog: true })).toBe(null);
  });
});
