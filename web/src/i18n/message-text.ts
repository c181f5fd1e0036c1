import type { MessageOnWire, MessageValues } from '@evenstock/contract/messages/message';
import i18next from 'i18next';
import { useLanguage } from './texts.ts';

/** A message of the server: its code, values and English text. Servers of earlier versions send only the English text. */
interface Said {
  readonly code?: string | undefined;
  readonly values?: MessageValues | undefined;
  readonly text: string;
}

/** The message in the language that is shown now; in English if that language lacks the code. */
export function messageText({ code, values, text }: Said): string {
  const key = code === undefined ? undefined : `messages:${code}`;
  return key !== undefined && i18next.exists(key) ? i18next.t(key, { ...values }) : text;
}

/** Joins texts. After Chinese punctuation no space is added. */
const joined = (texts: readonly string[]): string =>
  texts.reduce(
    (before, text) => (/^$|[，。：；？！]$/.test(before) ? before + text : `${before} ${text}`),
    '',
  );

/** Joins messages, each with its English text, into one text. */
export const paragraphText = (messages: readonly Said[]): string => joined(messages.map(messageText));

/** Joins messages. `text` is the English of all of them, shown if one of them has no translation. */
export function messagesText(messages: readonly MessageOnWire[] | undefined, text: string): string {
  if (messages === undefined || messages.length === 0) return text;
  if (!messages.every(({ code }) => i18next.exists(`messages:${code}`))) return text;
  return joined(messages.map((message) => messageText({ ...message, text })));
}

/** `messageText` as a hook: renders again when another language is chosen. */
export function useMessageText(): typeof messageText {
  useLanguage();
  return messageText;
}

/** `messagesText` as a hook: renders again when another language is chosen. */
export function useMessagesText(): typeof messagesText {
  useLanguage();
  return messagesText;
}
