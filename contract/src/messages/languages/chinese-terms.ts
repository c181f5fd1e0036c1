import type { Texts } from './text-types.ts';

/** The Chinese of the terms: the words that a Chinese browser shows in Chinese before Chinese is chosen. */
export const chineseTerms = {
  marketplace: '销售渠道',
  marketplaces: '销售渠道',
  Marketplace: '销售渠道',
  Marketplaces: '销售渠道',
} as const;

/** Chinese texts with their terms filled in: i18next leaves `$t(term:x)` as it is where a value of the text holds `$t(`, too. */
export function withTerms(written: Texts): Texts {
  const terms: Texts = chineseTerms;
  return Object.fromEntries(
    Object.entries(written).map(([key, text]) => [
      key,
      text.replaceAll(/\$t\(term:(\w+)\)/g, (whole, term: string) => terms[term] ?? whole),
    ]),
  );
}
