import type { Context } from '../../../context.ts';
import { readMailRecipients } from './members.queries.ts';

/** A store and who is mailed of what nobody there asked for: its owner and its admins. */
export interface MailedStore {
  readonly slug: string;
  readonly name: string;
  readonly recipients: readonly { readonly userId: number; readonly email: string }[];
}

/** Who is mailed by one of a store's two switches. Null: the switch is off, or the store is deleted. */
export function findMailRecipients(
  ctx: Context,
  storeId: number,
  mailSwitch: 'send_email_notifications' | 'send_stock_error',
): Promise<MailedStore | null> {
  return readMailRecipients(ctx.db, storeId, mailSwitch);
}
