import type { OrderRow } from '@evenstock/contract/orders/orders';

/** The alternative names of states, which a list of a single marketplace shows beside the usual ones. */
export type SecondReading =
  | 'to_process'
  | 'delivery_in_process'
  | 'completed'
  | 'cancelled'
  | 'error'
  | 'to_return'
  | 'return_complete'
  | 'to_note';

const returnedStates: ReadonlySet<string> = new Set(['returned', 'refunded']);

/** The name of an order's state at its marketplace. */
export function secondReading(order: Pick<OrderRow, 'state' | 'marketplace_state'>): SecondReading {
  switch (order.state) {
    case 'staff_to_process':
      return 'to_process';
    case 'buyer_self_collect':
    case 'shipped':
      return 'delivery_in_process';
    case 'completed':
      return 'completed';
    case 'failed_orders':
      return order.marketplace_state === 'CANCELLED' ? 'cancelled' : 'error';
    case 'outstanding_issues':
      if (order.marketplace_state === 'TO_RETURN') return 'to_return';
      return returnedStates.has(order.marketplace_state) ? 'return_complete' : 'to_note';
  }
}
