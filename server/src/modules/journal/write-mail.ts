import { english, englishParagraph } from '@evenstock/contract/messages/english';
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

/** A mail from its messages, in English: an account has no language. */
export function writeMail({
  subject,
  paragraphs,
  action,
  closing = [],
}: MailMessages): Omit<MailMessage, 'to'> {
  return layOutMail({
    subject: english(subject),
    paragraphs: paragraphs.map(englishParagraph),
    ...(action === undefined ? {} : { action: { label: english(action.label), url: action.url } }),
    closing: closing.map(english),
  });
}
