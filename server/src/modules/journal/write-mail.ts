import { chinese } from '@evenstock/contract/messages/chinese';
import { english } from '@evenstock/contract/messages/english';
import type { Message, Paragraph } from '@evenstock/contract/messages/message';
import { layOutMail } from '../../platform/mail-layout.ts';
import type { MailMessage } from '../../platform/mail.ts';

interface MailMessages {
  readonly subject: Message;
  /** What happened, and what to do. */
  readonly paragraphs: readonly Paragraph[];
  /** The one thing to do. */
  readonly action?: { readonly label: Message; readonly url: string };
  /** In smaller letters at the end. */
  readonly closing?: readonly Message[];
}

/** How each language is spoken, and what HTML calls it. */
const languages = {
  en: { say: english, name: 'en', between: ' ' },
  zh: { say: chinese, name: 'zh-Hans', between: '' },
} as const;

/** A mail from its messages: in English, as an account has no language, unless its reader chose one. */
export function writeMail(
  { subject, paragraphs, action, closing = [] }: MailMessages,
  language: keyof typeof languages = 'en',
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
