import type { MailLanguage } from '@evenstock/contract/accounts';
import { chinese } from '@evenstock/contract/messages/chinese';
import { english } from '@evenstock/contract/messages/english';
import type { Message, MessageOnWire } from '@evenstock/contract/messages/message';
import { layOutMail } from '../../platform/mail-layout.ts';
import type { MailMessage } from '../../platform/mail.ts';

export interface MailMessages {
  readonly subject: Message;
  /** What happened, and what to do. */
  readonly paragraphs: readonly (MessageOnWire | readonly MessageOnWire[])[];
  /** The one thing to do. */
  readonly action?: { readonly label: Message; readonly url: string };
  /** In smaller letters at the end. */
  readonly closing?: readonly Message[];
}

/** How each language is spoken, and what HTML calls it. */
const languages = {
  en: { say: english, name: 'en', between: ' ' },
  zh: { say: chinese, name: 'zh-Hans', between: '' },
} as const satisfies Readonly<Record<MailLanguage, unknown>>;

/** A mail from its messages. */
export function writeMail(
  { subject, paragraphs, action, closing = [] }: MailMessages,
  language: MailLanguage,
): Omit<MailMessage, 'to'> {
  const { say, name, between } = languages[language];
  return layOutMail({
    language: name,
    subject: say(subject),
    paragraphs: paragraphs.map((paragraph) => [paragraph].flat().map(say).join(between)),
    ...(action === undefined ? {} : { action: { label: say(action.label), url: action.url } }),
    closing: closing.map(say),
  });
}
