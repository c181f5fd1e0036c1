import type { Item, ListingStatus, Order, Variant } from '../core/records.ts';
import type { Buyer } from '../core/buyers.ts';

/** `order_status` (4.2). */
export function orderStatus(order: Order): string {
  if (order.stage === 'cancelled') return 'CANCELLED';
  if (order.cancellationRequested) return 'IN_CANCEL';
  if (order.returnRequested) return 'TO_RETURN';
  switch (order.stage) {
    case 'unpaid':
      return 'UNPAID';
    case 'ready':
      return pickupFailed(order) ? 'RETRY_SHIP' : 'READY_TO_SHIP';
    case 'packed':
      return order.tracking === null ? 'READY_TO_SHIP' : 'PROCESSED';
    case 'shipped':
      return 'SHIPPED';
    case 'delivered':
      return 'TO_CONFIRM_RECEIVE';
    case 'completed':
      return 'COMPLETED';
  }
}

/** What the list filters by (4): the other statuses exist, but are no filters. */
export const filterStatuses = [
  'UNPAID',
  'READY_TO_SHIP',
  'PROCESSED',
  'SHIPPED',
  'COMPLETED',
  'IN_CANCEL',
  'CANCELLED',
  'INVOICE_PENDING',
];

const itemStatuses: Record<ListingStatus, string> = {
  normal: 'NORMAL',
  unlisted: 'UNLIST',
  banned: 'BANNED',
  reviewing: 'REVIEWING',
  deleted: 'SELLER_DELETE',
};
export const allItemStatuses = [...Object.values(itemStatuses), 'SHOPEE_DELETE'];

export function itemStatus(item: Item): string {
  return itemStatuses[item.status];
}

export function modelStatus(variant: Variant): string {
  return variant.status === 'normal' ? 'MODEL_NORMAL' : 'MODEL_UNAVAILABLE';
}

/** The shipment is arranged; as long as it awaits its number, the order still reads READY_TO_SHIP (5.2). */
export function isArranged(order: Order): boolean {
  return order.stage === 'packed' || order.events.some(({ name }) => name === 'ship');
}

/** A shipment was arranged and taken back: the courier came in vain. */
function pickupFailed(order: Order): boolean {
  return order.events.findLast(({ name }) => name === 'pack' || name === 'unpack')?.name === 'unpack';
}

/** Package `logistics_status` (4.2). */
export function logisticsStatus(order: Order): string {
  switch (order.stage) {
    case 'unpaid':
      return 'LOGISTICS_NOT_START';
    case 'ready':
      return pickupFailed(order) ? 'LOGISTICS_PICKUP_RETRY' : 'LOGISTICS_READY';
    case 'packed':
      return order.tracking === null ? 'LOGISTICS_READY' : 'LOGISTICS_REQUEST_CREATED';
    case 'shipped':
      return 'LOGISTICS_PICKUP_DONE';
    case 'delivered':
    case 'completed':
      return 'LOGISTICS_DELIVERY_DONE';
    case 'cancelled':
      return isArranged(order) || order.tracking !== null
        ? 'LOGISTICS_REQUEST_CANCELED'
        : 'LOGISTICS_INVALID';
  }
}

/** Buyer data for apps without the sensitive-data review: asterisks, never empty. */
export function maskedBuyer(buyer: Buyer): {
  username: string;
  name: string;
  phone: string;
  address: string;
} {
  return {
    username: `${buyer.username.slice(0, 1)}*****${buyer.username.slice(-1)}`,
    name: `${buyer.name.slice(0, 1)}******${buyer.name.slice(-1)}`,
    phone: `******${buyer.phone.slice(-2)}`,
    address: `${buyer.street.split(' ').slice(0, 2).join(' ')} ****`,
  };
}
