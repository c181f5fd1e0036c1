import type { OrderRow } from '@evenstock/contract/orders/orders';

/** Whether an order only waits for its buyer, so that nothing is wrong with it and nobody has to act. */
export function isWaiting({ reason_messages: messages }: Pick<OrderRow, 'reason_messages'>): boolean {
  return messages?.some(({ code }) => code === 'orders.awaiting_payment') === true;
}
