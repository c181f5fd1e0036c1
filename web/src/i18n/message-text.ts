import type { MessageOnWire, MessageValues } from '@evenstock/contract/messages/message';
import i18next from 'i18next';
import { useLanguage } from './texts.ts';

/** Something the server said: its code and values, with its English. A server of before sends the English alone. */
interface Said {
  readonly code?: string | undefined;
  readonly values?: MessageValues | undefined;
  readonly text: string;
}

/** What the server said in the language that is shown now; in English where that language lacks the code. */
export function messageText({ code, values, text }: Said): string {
  const key = code === undefined ? undefined : `messages:${code}`;
  return key !== undefined && i18next.exists(key) ? i18next.t(key, { ...values }) : text;
}

/** Texts that follow one another: no space stands after punctuation of Chinese. */
const joined = (texts: readonly string[]): string =>
  texts.reduce(
    (before, text) => (/^$|[，。：；？！]$/.test(before) ? before + text : `${before} ${text}`),
    '',
  );

/** Messages that follow one another, each with its English, as one text. */
export const paragraphText = (messages: readonly Said[]): string => joined(messages.map(messageText));

/** Messages that follow one another; `text`: all of them in English, shown where one of them has no text in this language. */
export function messagesText(messages: readonly MessageOnWire[] | undefined, text: string): string {
  if (messages === undefined || messages.length === 0) return text;
  if (!messages.every(({ code }) => i18next.exists(`messages:${code}`))) return text;
  return joined(messages.map((message) => messageText({ ...message, text })));
}

/** `messageText`, rendered again when another language is chosen. */
export function useMessageText(): typeof messageText {
  useLanguage();
  return messageText;
}

/** `messagesText`, rendered again when another language is chosen. */
export function useMessagesText(): typeof messagesText {
  useLanguage();
  return messagesText;
}
