import { describe, expect, it } from 'vitest';
import { messageTexts } from './catalogue.ts';
import { messageChinese } from './catalogue.zh.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { fault, message } from './message.ts';
import { readFault } from './read-fault.ts';

type Written = Readonly<Record<string, string>>;

const modules = Object.entries<Written>(messageTexts);
const translations = new Map<string, Written>(Object.entries(messageChinese));

/** The values that a text takes, with their formats. */
const taken = (text: string): string =>
  [...new Set(text.match(/\{\{[^}]*\}\}/g))]
    .filter((value) => value !== '{{field}}')
    .toSorted()
    .join(' ');

describe.each(modules)('the messages of %s', (module, texts) => {
  const pairs = Object.entries(texts)
    .filter(([key]) => !key.endsWith('_one'))
    .map(([key, text]) => ({ key, text, translated: translations.get(module)?.[key] ?? '' }));

  it('take the same values in Chinese; a field is named beside its error', () => {
    expect(pairs.map(({ key, translated }) => [key, taken(translated)])).toEqual(
      pairs.map(({ key, text }) => [key, taken(text)]),
    );
  });

  it('are written in Chinese', () => {
    const others = pairs.filter(
      ({ text, translated }) =>
        text.replaceAll(/\{\{[^}]*\}\}/g, '') !== '' && !/\p{Script=Han}/u.test(translated),
    );
    expect(others).toEqual([]);
  });
});

describe('a message in Chinese', () => {
  it('is rendered with the word for a marketplace', () => {
    expect(chinese(message('actions.no_effect'))).toBe('销售渠道没有回应，那里也没有变化。请稍后重试。');
  });
});

describe('a message', () => {
  it('is rendered in English with its values', () => {
    expect(english(message('orders.too_far_back', { months: 3 }))).toBe(
      'Orders are listed for the last 3 months; choose a later day, or search an exact order number',
    );
    expect(english(message('accounts.too_many_codes', { count: 1 }))).toBe(
      'Too many codes were tried. Try again in a minute.',
    );
    expect(english(message('accounts.too_many_codes', { count: 12 }))).toBe(
      'Too many codes were tried. Try again in 12 minutes.',
    );
  });

  it('keeps signs of HTML in a value as they are', () => {
    expect(english(message('api.channel', { text: '<b>5 & 6</b> {{count}} $t(x)' }))).toBe(
      '<b>5 & 6</b> {{count}} $t(x)',
    );
  });

  it('travels as the text of a schema’s fault', () => {
    expect(readFault(fault('accounts.password_too_short', { limit: 8 }))).toEqual({
      code: 'accounts.password_too_short',
      values: { limit: 8 },
    });
    expect(readFault('Invalid input')).toBeNull();
  });
});
