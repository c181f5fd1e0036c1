import type { Tx } from '../../platform/database/database.ts';
import { notify, type Notification } from '../journal/notify.ts';
import type { NamedMarketplace } from './consent/named-marketplace.ts';

/** A notification of a marketplace. */
export type MarketplaceNotification = Pick<Notification, 'kind' | 'title' | 'paragraphs'>;

/** Notifies a store's members of one of its marketplaces, in the caller's transaction, with a link to its page. @returns whether it is new */
export async function notifyOfMarketplace(
  tx: Tx,
  { id, storeId, slug }: NamedMarketplace,
  notification: MarketplaceNotification,
  at: Date,
): Promise<boolean> {
  const notified = await notify(tx, {
    ...notification,
    storeId,
    subjectId: id,
    userId: null,
    place: `/marketplaces/${slug}`,
    at,
  });
  return notified !== null;
}
