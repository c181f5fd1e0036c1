import type { ActionKind } from '@evenstock/contract/actions/actions';
import { message, type Message } from '@evenstock/contract/messages/message';

/** What is being done to an order, and since when. */
interface UnderWay {
  readonly kind: ActionKind;
  /** Null: it is not known. */
  readonly askedBy: string | null;
  /** As the store's clocks show it. */
  readonly since: string;
}

const codes = {
  'order.ship': 'orders.busy_ship',
  'order.ready_to_collect': 'orders.busy_ready_to_collect',
  'order.confirm_pickup': 'orders.busy_confirm_pickup',
  'order.cancel': 'orders.busy_cancel',
  'order.accept_cancellation': 'orders.busy_accept_cancellation',
  'order.reject_cancellation': 'orders.busy_reject_cancellation',
  'order.accept_return': 'orders.busy_accept_return',
  'order.dispute_return': 'orders.busy_dispute_return',
} as const;

const isOfOrder = (kind: ActionKind): kind is keyof typeof codes => kind in codes;

/** Why nothing else is done to an order now. */
export function busyWith({ kind, askedBy: who, since }: UnderWay): Message {
  if (who === null || !isOfOrder(kind)) return message('orders.busy', { since });
  return message(codes[kind], { who, since });
}
