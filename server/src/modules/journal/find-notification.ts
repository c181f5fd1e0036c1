import type { Message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { readOpenNotification } from './notifications.queries.ts';
import { messagesOf } from './notifications.rules.ts';

export interface OpenNotification {
  readonly storeId: number;
  readonly title: Message;
  readonly paragraphs: readonly (readonly Message[])[];
  readonly place: string | null;
}

/** A notification whose cause is not resolved; null where it is resolved. */
export async function findNotification(ctx: Context, id: number): Promise<OpenNotification | null> {
  const row = await readOpenNotification(ctx.db, id);
  return row === null ? null : { storeId: row.storeId, place: row.place, ...messagesOf(row) };
}
