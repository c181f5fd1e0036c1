import { createTransport } from 'nodemailer';
import type { Clock } from '../time/clock.ts';
import type { Handle } from '../database/database.ts';

/** One mail: plain text, and HTML where `mail-layout.ts` laid it out. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Message id of letters, digits, - and _, for deduplication; unique per mail if absent. */
  readonly id?: string;
}

export interface Mail {
  send(message: MailMessage): Promise<void>;
}

/**
 * Sends by SMTP.
 * @param url `smtp://user:password@host:587`, or `smtps://` for TLS from the start
 * @param from the sender, `Evenstock <no-reply@shop.example>`
 */
export function smtpMail(url: string, from: string): Mail {
  const transport = createTransport(url, { from });
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send(message) {
      const { to, subject, text, html, id } = message;
      await transport.sendMail({
        to,
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
      });
    },
  };
}

/** Stores mails in the database instead of sending them; the demo shows them at /dev/mail. */
export function caughtMail(db: Handle, clock: Clock): Mail {
  return {
    async send({ to, subject, text, html, id }) {
      await db
        .insertInto('caught_mails')
        .values({
          recipient: to,
          subject,
          body: text,
          html: html ?? null,
          message_id: id ?? null,
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.column('message_id').doNothing())
        .execute();
    },
  };
}
