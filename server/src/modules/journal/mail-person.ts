import type { MailLanguage } from '@evenstock/contract/accounts/accounts';
import type { Context } from '../../context.ts';
import { readLanguage } from './languages.queries.ts';
import { writeMail, type MailMessages } from './write-mail.ts';

interface MailedPerson {
  readonly to: string;
  /** The language if the account chose none; English unless given. */
  readonly otherwise?: MailLanguage | null;
  /** See `MailMessage`. */
  readonly id?: string;
}

/** Mails a person in the language that their account has chosen. Every mail is sent through this function. */
export async function mailPerson(
  ctx: Pick<Context, 'db' | 'mail'>,
  { to, otherwise = null, id }: MailedPerson,
  messages: MailMessages,
): Promise<void> {
  const language = (await readLanguage(ctx.db, to)) ?? otherwise ?? 'en';
  await ctx.mail.send({ to, ...(id === undefined ? {} : { id }), ...writeMail(messages, language) });
}

/** The language that the account of an address has chosen; null where it chose none, or there is no account. */
export function languageOf(ctx: Pick<Context, 'db'>, email: string): Promise<MailLanguage | null> {
  return readLanguage(ctx.db, email);
}
