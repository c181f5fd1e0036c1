import type { MailLanguage } from '@evenstock/contract/accounts/accounts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../api/routing.ts';
import { setLanguage } from './accounts.queries.ts';

/** Keeps the language that somebody reads in: their mails are written in it from now on. */
export function chooseLanguage(
  ctx: Context,
  { userId }: Pick<Actor, 'userId'>,
  language: MailLanguage,
): Promise<void> {
  return setLanguage(ctx.db, userId, language);
}
