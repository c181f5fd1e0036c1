import type { StoreNotification } from '@evenstock/contract/stores/notifications';
import type { Context } from '../../context.ts';
import { notFound } from '../../api/routing.ts';
import { presentNotification } from './list-notifications.ts';
import { findNotification, markRead, type Reader } from './notifications.queries.ts';

/**
 * Marks a notification read, for the caller alone.
 * @throws Refusal 404 for one that the caller does not see
 */
export async function readNotification(ctx: Context, reader: Reader, id: number): Promise<StoreNotification> {
  await markRead(ctx.db, reader, id, ctx.clock.now());
  const row = await findNotification(ctx.db, reader, id);
  if (row === null) throw notFound('notification');
  return presentNotification(row);
}

/** Marks all visible notifications read, for the caller alone. */
export async function readAllNotifications(ctx: Context, reader: Reader): Promise<void> {
  await markRead(ctx.db, reader, 'all', ctx.clock.now());
}
