import type { MailLanguage } from '@evenstock/contract/accounts/accounts';

/**
 * The language of a page for a reader without a session, by the browser's order of preference: Chinese if it comes before English.
 * @param header Accept-Language
 */
export function readerLanguage(header: string | undefined): MailLanguage {
  const wanted = (header ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^(en|zh)(-|$)/.test(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return wanted[0]?.tag.startsWith('zh') === true ? 'zh' : 'en';
}
