import type { MailLanguage } from '@evenstock/contract/accounts/accounts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

/** The language that the account of an address has chosen; null where it chose none, or there is no account. */
export async function readLanguage(db: Handle, email: string): Promise<MailLanguage | null> {
  const { rows } = await sql<{ language: MailLanguage | null }>`
    select language from users where email = ${email.toLowerCase()}`.execute(db);
  return rows[0]?.language ?? null;
}
