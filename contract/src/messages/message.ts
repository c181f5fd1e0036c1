import { z } from 'zod';
import type { messageTexts, MessageModule } from './catalogue.ts';
import type { TextKey, TextValues } from './languages/text-types.ts';

type TextsOf<M extends MessageModule> = (typeof messageTexts)[M];
/** `{module}.{key}`: names one text of the catalogue. Programs may rely on it; the text may change. */
export type MessageCode = { [M in MessageModule]: `${M}.${TextKey<TextsOf<M>>}` }[MessageModule];
type ValuesOf<C extends MessageCode> = C extends `${infer M extends MessageModule}.${infer K}`
  ? TextValues<TextsOf<M>, K>
  : never;

export const messageValues = z.record(z.string(), z.union([z.string(), z.number()]));
export type MessageValues = Readonly<z.infer<typeof messageValues>>;

/** Something the server says to people: a code, and the values of its text. Rendered by `english`, or by the web. */
export interface Message {
  readonly code: MessageCode;
  readonly values: MessageValues;
}

/** A message on the wire. Its code is any text there: the reader may be older than the server. */
export const messageOnWire = z.object({ code: z.string(), values: messageValues });
export type MessageOnWire = Readonly<z.infer<typeof messageOnWire>>;
/** Messages that are read one after another. Older servers omit them beside their English. */
export const messagesOnWire = z.array(messageOnWire).optional();
/** A message with its English. */
export const saidMessage = messageOnWire.extend({ text: z.string() });
export type SaidMessage = z.infer<typeof saidMessage>;

/** One paragraph of a longer text: a message, or several that follow one another. */
export type Paragraph = Message | readonly Message[];

/** A message by its code; the compiler holds it to the values that its text needs. */
export function message<C extends MessageCode>(code: C, ...values: ValuesOf<C>): Message {
  return { code, values: values[0] ?? {} };
}

/** A connector's own words, in English, as a message. */
export const fromChannel = (text: string): Message => message('api.channel', { text });

/** A message as the text of a schema's fault: Zod carries nothing but a text. */
export const fault = <C extends MessageCode>(code: C, ...values: ValuesOf<C>): string =>
  JSON.stringify(message(code, ...values));
