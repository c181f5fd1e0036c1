import { messageTexts } from './catalogue.ts';
import { messageOnWire, type Message, type MessageCode } from './message.ts';

const codes: ReadonlySet<string> = new Set(
  Object.entries(messageTexts).flatMap(([module, texts]) =>
    Object.keys(texts).map((key) => `${module}.${key.replace(/_(one|other)$/, '')}`),
  ),
);

const isMessageCode = (text: string): text is MessageCode => codes.has(text);

/** The message that a schema gave as the text of its fault; null for a text of Zod's own. */
export function readFault(text: string): Message | null {
  if (!text.startsWith('{')) return null;
  const { code, values } = messageOnWire.parse(JSON.parse(text));
  return isMessageCode(code) ? { code, values } : null;
}
