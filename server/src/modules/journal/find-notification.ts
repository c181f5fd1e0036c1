import type { Context } from '../../context.ts';
import { readOpenNotification } from './notifications.queries.ts';
import type { NotificationTexts } from './notifications.rules.ts';

export interface OpenNotification extends NotificationTexts {
  readonly storeId: number;
  readonly place: string | null;
}

/** A notification whose cause is not resolved; null where it is resolved. */
export function findNotification(ctx: Context, id: number): Promise<OpenNotification | null> {
  return readOpenNotification(ctx.db, id);
}
