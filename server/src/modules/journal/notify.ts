import type { Tx } from '../../platform/database.ts';
import { announce } from '../../api/live.ts';
import { insertNotification, resolveOpen } from './notifications.queries.ts';
import { joinParagraphs, notificationKinds, type NotificationKind } from './notifications.rules.ts';

/** What a notification is for: the same cause has one open notification, however often it is reported. */
interface Cause {
  readonly storeId: number;
  readonly kind: NotificationKind;
  /** The record that it happened to; 0 for the store itself. */
  readonly subjectId: number;
}

export interface Notification extends Cause {
  /** The one member whom it is for; null for everyone whose role may see its kind. */
  readonly userId: number | null;
  readonly title: string;
  /** Plain text: what happened, and what to do. */
  readonly paragraphs: readonly string[];
  /** A place within the store, such as `/marketplaces/my-shop`. */
  readonly place: string | null;
  readonly at: Date;
}

/** Tells a store's members of something, in the transaction of the change that it tells of. */
export async function notify(tx: Tx, told: Notification): Promise<void> {
  const { storeId, kind, subjectId, userId, title, paragraphs, place, at } = told;
  const { isCritical } = notificationKinds[kind];
  const content = joinParagraphs(paragraphs);
  const added = { storeId, kind, subjectId, userId, isCritical, title, content, place, at };
  const id = await insertNotification(tx, added);
  if (id !== null) await announce(tx, storeId, 'notifications', [id]);
}

/** Takes back what was told of a subject, in the transaction of the change that put it right. */
export async function resolveNotifications(
  tx: Tx,
  cause: Omit<Cause, 'kind'> & { readonly kinds: readonly NotificationKind[]; readonly at: Date },
): Promise<void> {
  const ids = await resolveOpen(tx, cause, cause.at);
  if (ids.length > 0) await announce(tx, cause.storeId, 'notifications', ids);
}
