import { message } from '@evenstock/contract/messages/message';
import type { Notification } from '../journal/notify.ts';

const PLACE = '/settings/subscription_history';

function ofStore(storeId: number, at: Date) {
  return { storeId, subjectId: 0, userId: null, place: PLACE, at };
}

export function paymentLate(storeId: number, at: Date): Notification {
  return {
    ...ofStore(storeId, at),
    kind: 'payment_late',
    title: message('billing.payment_late'),
    paragraphs: [message('billing.payment_late_help')],
  };
}

export function subscriptionEnded(storeId: number, at: Date): Notification {
  return {
    ...ofStore(storeId, at),
    kind: 'subscription_ended',
    title: message('billing.subscription_ended'),
    paragraphs: [message('billing.subscription_ended_help')],
  };
}
