import type { Notification } from '../journal/notify.ts';

const PLACE = '/settings/subscription_history';

function toldTo(storeId: number, at: Date) {
  return { storeId, subjectId: 0, userId: null, place: PLACE, at };
}

export function paymentLate(storeId: number, at: Date): Notification {
  return {
    ...toldTo(storeId, at),
    kind: 'payment_late',
    title: 'A payment for this store did not go through',
    paragraphs: [
      'The card was not charged. It is tried again by itself; if it has expired, put in another one in the console.',
    ],
  };
}

export function subscriptionEnded(storeId: number, at: Date): Notification {
  return {
    ...toldTo(storeId, at),
    kind: 'subscription_ended',
    title: 'The subscription of this store has ended',
    paragraphs: [
      'The payment provider ended it. Merged listings stay merged; to merge more, add a payment method again.',
    ],
  };
}
