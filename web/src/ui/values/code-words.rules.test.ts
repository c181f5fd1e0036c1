import { describe, expect, it } from 'vitest';
import { reasonWords, statusWords } from './code-words.rules.ts';

describe('reasonWords', () => {
  it('names the codes that are known, however a vendor spells them', () => {
    expect(reasonWords('CHANGE_MIND')).toMatchObject({ key: 'changed_mind', code: null });
    expect(reasonWords('DIFF_DESC')).toMatchObject({ key: 'not_as_described', code: null });
    expect(reasonWords('46')).toEqual({ key: 'numbered', words: '46', code: null });
  });

  it('makes words of an unknown code and keeps the code beside them', () => {
    expect(reasonWords('BROKEN_ZIP')).toEqual({ key: null, words: 'Broken zip', code: 'BROKEN_ZIP' });
    expect(reasonWords('order_refund-reason_damaged').words).toBe('Order refund reason damaged');
  });

  it('leaves words as they are', () => {
    for (const words of ['It is damaged', 'Barang rusak', '不想要了', 'Damaged'])
      expect(reasonWords(words)).toEqual({ key: null, words, code: null });
  });
});

describe('statusWords', () => {
  it('never shows a bare code', () => {
    expect(statusWords('SELLER_DISPUTE')).toEqual({
      key: null,
      words: 'Seller dispute',
      code: 'SELLER_DISPUTE',
    });
    expect(statusWords('JUDGING').words).toBe('Judging');
    expect(statusWords('Refund in part').code).toBeNull();
  });
});
