import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rareParts } from './rare-parts.rules.ts';

const numbered = (count: number, text: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => text(n));
/** Two hundred order numbers: all begin with 2511; in one of ten a 9 follows. */
const numbers = numbered(200, (n) => `2511${n % 10 === 0 ? '9' : '0'}${String(n * 7919).padStart(7, '0')}`);

describe('the parts of a text that are rare', () => {
  it('are what is not in almost every text', () => {
    const skus = numbered(200, (n) => `soft lamp sku-${String(100_000 + n)}`);
    expect(rareParts('sku-98765', skus).pattern).toBe('%98765%');
    expect(rareParts('98765-sku', skus).pattern).toBe('%98765%');
    expect(rareParts('lamp 98 lamp 765', skus).pattern).toBe('%765%');
  });

  it('are several in their sequence, joined where they overlap', () => {
    const texts = numbered(200, (n) => `abc ${String(n)} abc`);
    expect(rareParts('xyzw abc uvw', texts).pattern).toBe('%xyzw%uvw%');
    expect(rareParts('1abc2', [...texts, 'c2']).pattern).toBe('%1ab%');
  });

  it('are all that few texts have', () => {
    const ofSix = numbered(200, (n) => (n < 6 ? `251${String(n)}0` : 'lamp'));
    expect(rareParts('2513', ofSix).pattern).toBeNull();
    expect(rareParts('2513', [...ofSix, '2518', '2518']).pattern).toBe('%513%');
  });

  it('are one of those that many texts have, since the others find about the same', () => {
    expect(rareParts('25119', numbers).pattern).toBe('%119%');
    expect(
      rareParts(
        'sku',
        numbered(200, () => 'sku-1'),
      ).pattern,
    ).toBeNull();
  });

  it('are the whole text if no part is rarer than others, and if it has no three letters in a row', () => {
    expect(rareParts('nowhere', numbers).pattern).toBeNull();
    expect(rareParts('a-b-c', numbers).pattern).toBeNull();
    expect(rareParts('25', numbers).pattern).toBeNull();
    expect(rareParts('2511', []).pattern).toBeNull();
  });

  it('are in each text that contains the whole', () => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from('abc12-_% é王😀')), maxLength: 12 });
    fc.assert(
      fc.property(
        letters,
        letters,
        letters,
        fc.array(letters, { maxLength: 30 }),
        (text, before, after, sample) => {
          const { pattern } = rareParts(text, sample);
          let rest = before + text + after;
          for (const part of (pattern ?? '').split('%')) {
            const at = rest.indexOf(part);
            expect(at).toBeGreaterThanOrEqual(0);
            rest = rest.slice(at + part.length);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('a text', () => {
  it('is rare if hardly any text has some part of it', () => {
    expect(rareParts('2511zz', numbers)).toMatchObject({ isRare: true, isCommon: false });
    expect(rareParts('119', numbers)).toMatchObject({ isRare: false, isCommon: false });
    // No index finds it by three letters.
    expect(rareParts('z-q-', numbers).isRare).toBe(false);
  });

  it('of one or two characters is rare if hardly any text has the whole of it', () => {
    expect(['zq', '25', 'z', '2'].map((text) => rareParts(text, numbers).isRare)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('is common if an eighth of the texts has the whole of it', () => {
    expect(rareParts('2511', numbers)).toMatchObject({ isRare: false, isCommon: true });
    expect(rareParts('25', numbers).isCommon).toBe(true);
    expect(rareParts('2511', []).isCommon).toBe(false);
  });
});
