import type { Order, OrderEventName, OrderStage } from './records.ts';

const notShipped: readonly OrderStage[] = ['unpaid', 'ready', 'packed'];

/** The stages in which an event is possible. A simulator adds what its channel forbids. */
const possibleFrom: Record<OrderEventName, readonly OrderStage[]> = {
  place: [],
  pay: ['unpaid'],
  pack: ['ready'],
  unpack: ['packed'],
  ship: ['ready', 'packed'],
  unship: ['shipped'],
  deliver: ['shipped'],
  collect: ['ready', 'packed'],
  complete: ['shipped', 'delivered'],
  cancel: notShipped,
  request_cancellation: notShipped,
  withdraw_cancellation: notShipped,
  reject_cancellation: notShipped,
  reinstate: ['unpaid', 'ready', 'packed', 'cancelled'],
  request_return: ['shipped', 'delivered', 'completed'],
  withdraw_return: ['shipped', 'delivered', 'completed'],
  reject_return: ['shipped', 'delivered', 'completed'],
  return: ['shipped', 'delivered', 'completed'],
  edit: notShipped,
};

const says: Record<OrderStage, string> = {
  unpaid: 'not paid',
  ready: 'waiting to be packed',
  packed: 'packed',
  shipped: 'on its way',
  delivered: 'delivered',
  completed: 'completed',
  cancelled: 'cancelled',
};

/** The reason why an event is impossible in the order's present stage; null if it is possible. */
export function whyNot(order: Order, event: OrderEventName): string | null {
  if (!possibleFrom[event].includes(order.stage)) {
    return `Order ${order.number} is ${says[order.stage]}: "${event}" is not possible now.`;
  }
  if (event === 'request_cancellation' && order.cancellationRequested)
    return `Order ${order.number} has a request to cancel already.`;
  if (
    (event === 'withdraw_cancellation' || event === 'reject_cancellation') &&
    !order.cancellationRequested
  ) {
    return `Order ${order.number} has no request to cancel.`;
  }
  if (event === 'reinstate' && order.lines.every(({ cancelled }) => cancelled === 0)) {
    return `Order ${order.number} has nothing cancelled to take back.`;
  }
  if (event === 'request_return' && order.returnRequested)
    return `Order ${order.number} has a return already.`;
  if (
    (event === 'return' || event === 'withdraw_return' || event === 'reject_return') &&
    !order.returnRequested
  )
    return `Order ${order.number} has no return to settle.`;
  if (event === 'collect' && !order.selfCollect)
    return `Order ${order.number} is not collected by the buyer.`;
  return null;
}

/** The events that are possible now, for pages that offer them. */
export function possibleEvents(order: Order, events: readonly OrderEventName[]): OrderEventName[] {
  return events.filter((event) => whyNot(order, event) === null);
}

/** The stage after an event that concerns the whole order. */
export function stageAfter(stage: OrderStage, event: OrderEventName): OrderStage {
  switch (event) {
    case 'pay':
    case 'unpack':
    case 'unship':
      return 'ready';
    case 'pack':
      return 'packed';
    case 'ship':
      return 'shipped';
    case 'deliver':
      return 'delivered';
    case 'collect':
    case 'complete':
      return 'completed';
    case 'cancel':
      return 'cancelled';
    default:
      return stage;
  }
}
