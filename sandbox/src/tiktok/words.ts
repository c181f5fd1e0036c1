import type { Item, ListingStatus, Order } from '../core/records.ts';
import type { OrderNotes, Parcel, ProductNotes } from './records.ts';
import type { Platform } from './region.ts';

/** Every status that a product can have and be searched by (tiktok.md 3.1). */
export const productStatuses = [
  'ALL', 'DRAFT', 'PENDING', 'FAILED', 'ACTIVATE', 'SELLER_DEACTIVATED', 'PLATFORM_DEACTIVATED', 'FREEZE', 'DELETED',
] as const; // oxfmt-ignore
export type ProductStatus = Exclude<(typeof productStatuses)[number], 'ALL'>;

const productWords: Record<ListingStatus, ProductStatus> = {
  normal: 'ACTIVATE',
  unlisted: 'SELLER_DEACTIVATED',
  banned: 'PLATFORM_DEACTIVATED',
  reviewing: 'PENDING',
  deleted: 'DELETED',
};

/** The status of a product as a whole. Taken down and with every SKU locked, it is frozen. */
export function itemWord(item: Item): ProductStatus {
  const isFrozen = item.status === 'banned' && item.variants.every(({ locked }) => locked);
  return isFrozen ? 'FREEZE' : productWords[item.status];
}

/** The status on one storefront, or null where the product is not listed. */
export function platformWord(item: Item, notes: ProductNotes, platform: Platform): ProductStatus | null {
  if (!notes.listedOn.includes(platform)) return null;
  const word = itemWord(item);
  return word === 'ACTIVATE' && notes.offOn.includes(platform) ? 'SELLER_DEACTIVATED' : word;
}

/** Every status of an order (tiktok.md 4.3). */
export const orderStatuses = [
  'UNPAID', 'ON_HOLD', 'AWAITING_SHIPMENT', 'PARTIALLY_SHIPPING', 'AWAITING_COLLECTION', 'IN_TRANSIT', 'DELIVERED', 'COMPLETED', 'CANCELLED',
] as const; // oxfmt-ignore
export type OrderStatus = (typeof orderStatuses)[number];

/** An order's status. The core's "shipped" begins when shipping is arranged; the carrier's coming is in the notes. */
export function orderWord(order: Order, notes: OrderNotes): OrderStatus {
  switch (order.stage) {
    case 'unpaid':
      return 'UNPAID';
    case 'ready':
      return notes.parcels.some(({ state }) => state !== 'to_fulfil')
        ? 'PARTIALLY_SHIPPING'
        : 'AWAITING_SHIPMENT';
    case 'packed':
      return 'AWAITING_COLLECTION';
    case 'shipped':
      return notes.parcels.every(({ state }) => state === 'collected') ? 'IN_TRANSIT' : 'AWAITING_COLLECTION';
    case 'delivered':
      return 'DELIVERED';
    case 'completed':
      return 'COMPLETED';
    case 'cancelled':
      return 'CANCELLED';
  }
}

/** The status of one line item: the order's words but two (tiktok.md 4.3). */
export function lineWord(order: Order, notes: OrderNotes, parcel: Parcel, isCancelled: boolean): OrderStatus {
  if (isCancelled) return 'CANCELLED';
  const word = orderWord(order, notes);
  if (word !== 'PARTIALLY_SHIPPING') return word;
  return parcel.state === 'to_fulfil' ? 'AWAITING_SHIPMENT' : 'AWAITING_COLLECTION';
}

export const packageStatuses = ['PROCESSING', 'FULFILLING', 'COMPLETED', 'CANCELLED'] as const;

/** A package's status; TO_FULFILL is a line's alone (tiktok.md 5), and a package of such lines is being processed. */
export function parcelWord(order: Order, parcel: Parcel): 'TO_FULFILL' | (typeof packageStatuses)[number] {
  if (order.stage === 'cancelled') return 'CANCELLED';
  if (order.stage === 'delivered' || order.stage === 'completed') return 'COMPLETED';
  if (parcel.state === 'to_fulfil') return 'TO_FULFILL';
  return parcel.state === 'collected' ? 'FULFILLING' : 'PROCESSING';
}

/** Why a seller may cancel: before and after the buyer paid (tiktok.md 6). */
export const sellerCancelReasons: Readonly<Record<'unpaid' | 'paid', readonly string[]>> = {
  unpaid: [
    'seller_cancel_unpaid_reason_out_of_stock',
    'seller_cancel_unpaid_reason_wrong_price',
    'seller_cancel_unpaid_reason_buyer_hasnt_paid_within_time_allowed',
    'seller_cancel_unpaid_reason_buyer_requested_cancellation',
  ],
  paid: [
    'seller_cancel_reason_out_of_stock',
    'seller_cancel_reason_wrong_price',
    'seller_cancel_paid_reason_address_not_deliver',
    'seller_cancel_paid_reason_buyer_requested_cancellation',
  ],
};

/** Why a seller may refuse what a buyer asks for. The document names none: these are ours, in the vendor's manner. */
export const rejectReasons = {
  cancellation: [
    { name: 'seller_reject_apply_product_has_been_packed', text: 'The product has been packed' },
    { name: 'seller_reject_apply_product_is_with_carrier', text: 'The product is with the carrier' },
  ],
  return: [
    { name: 'reverse_reject_request_reason_1', text: 'The product is as described' },
    { name: 'reverse_reject_request_reason_2', text: 'The product was used' },
    { name: 'reverse_reject_request_reason_3', text: 'The product did not come back' },
  ],
} as const;
