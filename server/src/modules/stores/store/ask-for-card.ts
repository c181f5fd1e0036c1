import { message } from '@evenstock/contract/messages/message';
import type { Tx } from '../../../platform/database/database.ts';
import { notify, resolveNotifications } from '../../journal/notify.ts';
import { findStore } from './stores.queries.ts';

/**
 * Asks a store's new owner for a card, where its subscription is still charged to one that was entered before. The notification
 * ends with the subscription.
 */
export async function askForCard(tx: Tx, storeId: number, ownerId: number, at: Date): Promise<void> {
  const cause = { storeId, subjectId: 0, at };
  await resolveNotifications(tx, { ...cause, kinds: ['card_of_former_owner'] });
  const store = await findStore(tx, storeId);
  if (store === null || store.subscriptionId === null) return;
  await notify(tx, {
    ...cause,
    kind: 'card_of_former_owner',
    userId: ownerId,
    title: message('stores.card_of_former_owner'),
    paragraphs: [message('stores.enter_your_card')],
    place: '/settings/subscription_history',
  });
}
