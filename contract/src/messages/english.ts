import i18next from 'i18next';
import { messageTexts } from './catalogue.ts';
import type { MessageOnWire, Paragraph, SaidMessage } from './message.ts';

const instance = i18next.createInstance();
void instance.init({
  lng: 'en',
  initAsync: false,
  ns: ['messages'],
  defaultNS: 'messages',
  resources: { en: { messages: messageTexts } },
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** A message in English: what replies, mails and logs carry. */
export const english = ({ code, values }: MessageOnWire): string => instance.t(code, values);

/** Messages that are read one after another, in English. */
export const englishOf = (messages: readonly MessageOnWire[]): string => messages.map(english).join(' ');

/** A message with its English. */
export const said = ({ code, values }: MessageOnWire): SaidMessage => ({
  code,
  values,
  text: english({ code, values }),
});

/** A paragraph in English: its messages one after another. */
export const englishParagraph = (paragraph: Paragraph): string => englishOf([paragraph].flat());
