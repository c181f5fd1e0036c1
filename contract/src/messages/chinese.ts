import i18next from 'i18next';
import { messageChinese } from './catalogue.zh.ts';
import type { MessageOnWire } from './message.ts';

const instance = i18next.createInstance();
void instance.init({
  lng: 'zh',
  initAsync: false,
  ns: ['messages'],
  defaultNS: 'messages',
  resources: { zh: { messages: messageChinese } },
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** A message in Chinese, for mails to whoever asked for it. */
export const chinese = ({ code, values }: MessageOnWire): string => instance.t(code, values);
