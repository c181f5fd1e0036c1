import type { MailLanguage } from '@evenstock/contract/accounts/accounts';
import type { Message, MessageOnWire } from '@evenstock/contract/messages/message';
import { spoken } from '@evenstock/contract/accounts/spoken';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';

export interface MailMessages {
  readonly subject: Message;
  /** The event, and what to do about it. */
  readonly paragraphs: readonly (MessageOnWire | readonly MessageOnWire[])[];
  /** The one link of the mail. */
  readonly action?: { readonly label: Message; readonly url: string };
  /** A note in smaller letters at the end. */
  readonly closing?: readonly Message[];
}

/** Writes a mail from its messages. */
export function writeMail(
  { subject, paragraphs, action, closing = [] }: MailMessages,
  language: MailLanguage,
): Omit<MailMessage, 'to'> {
  const { say, tag, between } = spoken[language];
  return layOutMail({
    language: tag,
    subject: say(subject),
    paragraphs: paragraphs.map((paragraph) => [paragraph].flat().map(say).join(between)),
    ...(action === undefined ? {} : { action: { label: say(action.label), url: action.url } }),
    closing: closing.map(say),
  });
}
