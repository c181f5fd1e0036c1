import { createTransport } from 'nodemailer';
import type { Clock } from './clock.ts';
import type { Handle } from './database.ts';

/** One mail, in plain text. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
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
  return {
    async send(message) {
      await transport.sendMail({ to: message.to, subject: message.subject, text: message.text });
    },
  };
}

/** Keeps mails in the database instead of sending them; the demo shows them at /dev/mail. */
export function caughtMail(db: Handle, clock: Clock): Mail {
  return {
    async send({ to, subject, text }) {
      await db
        .insertInto('caught_mails')
        .values({ recipient: to, subject, body: text, created_at: clock.now() })
        .execute();
    },
  };
}
