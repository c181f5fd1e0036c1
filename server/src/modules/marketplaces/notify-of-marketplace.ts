import type { Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { notify, type Notification } from '../journal/notify.ts';
import { mailNotificationJob } from './marketplaces.jobs.ts';
import type { NamedMarketplace } from './named-marketplace.ts';

/** A notification of a marketplace. */
export type MarketplaceNotification = Pick<Notification, 'kind' | 'title' | 'paragraphs'>;

/** Kinds that are mailed, too, where the store wants mails: until somebody acts, nothing comes in or goes out. */
const mailed: ReadonlySet<Notification['kind']> = new Set([
  'authorisation_expired',
  'orders_failing',
  'listings_failing',
]);

/** Notifies a store's members of one of its marketplaces, in the caller's transaction, with a link to its page. */
export async function notifyOfMarketplace(
  tx: Tx,
  { id, storeId, slug }: NamedMarketplace,
  notification: MarketplaceNotification,
  at: Date,
): Promise<void> {
  const notificationId = await notify(tx, {
    ...notification,
    storeId,
    subjectId: id,
    userId: null,
    place: `/marketplaces/${slug}`,
    at,
  });
  if (notificationId === null || !mailed.has(notification.kind)) return;
  await enqueue(tx, mailNotificationJob, { notificationId, userId: null });
}
