import i18next from 'i18next';
import { messageChinese } from './catalogue.zh.ts';
import { withTerms } from './languages/chinese-terms.ts';
import type { MessageOnWire } from './message.ts';
import type { Texts } from './languages/text-types.ts';

const written: readonly (readonly [string, Texts])[] = Object.entries(messageChinese);
const messages = Object.fromEntries<Texts>(written.map(([module, texts]) => [module, withTerms(texts)]));
const instance = i18next.createInstance();
void instance.init({
  lng: 'zh',
  initAsync: false,
  ns: ['messages'],
  defaultNS: 'messages',
  resources: { zh: { messages } },
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** A message in Chinese, for mails to who chose it. */
export const chinese = ({ code, values }: MessageOnWire): string => instance.t(code, values);
