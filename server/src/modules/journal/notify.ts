import type { Message, Paragraph } from '@evenstock/contract/messages/message';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../api/live.ts';
import { mailNotificationJob } from './journal.jobs.ts';
import { insertNotification, isRenewal, resolveOpen } from './notifications.queries.ts';
import { isMailed, notificationKinds, type NotificationKind } from './notifications.rules.ts';

/** The cause of a notification: one cause has one open notification. */
interface Cause {
  readonly storeId: number;
  readonly kind: NotificationKind;
  /** The id of its record; 0 for the store itself. */
  readonly subjectId: number;
}

export interface Notification extends Cause {
  /** The only reader; null for everyone whose role may see its kind. */
  readonly userId: number | null;
  readonly title: Message;
  /** The event, and what to do about it. */
  readonly paragraphs: readonly Paragraph[];
  /** A path within the store, such as `/marketplaces/my-shop`. */
  readonly place: string | null;
  readonly at: Date;
}

/**
 * Notifies a store's members of a change, in its transaction, and by mail where its kind is mailed and it does not renew one that the
 * same transaction resolved.
 * @returns its id; null where its cause has an open one
 */
export async function notify(tx: Tx, notification: Notification): Promise<number | null> {
  const { kind, storeId } = notification;
  const { isCritical } = notificationKinds[kind];
  const paragraphs = notification.paragraphs.map((paragraph) => [paragraph].flat());
  const id = await insertNotification(tx, { ...notification, isCritical, paragraphs });
  if (id === null) return null;
  await announce(tx, storeId, 'notifications', [id]);
  if (isMailed(kind) && !(await isRenewal(tx, id))) {
    await enqueue(tx, mailNotificationJob, { notificationId: id, userId: null });
  }
  return id;
}

/** Resolves the notifications of a subject, in the transaction of the change that resolves their cause. */
export async function resolveNotifications(
  tx: Tx,
  cause: Omit<Cause, 'kind'> & { readonly kinds: readonly NotificationKind[]; readonly at: Date },
): Promise<void> {
  const ids = await resolveOpen(tx, cause, cause.at);
  if (ids.length > 0) await announce(tx, cause.storeId, 'notifications', ids);
}
