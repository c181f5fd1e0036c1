import type { MarketplaceOrderState } from '@evenstock/contract/orders/order-states';
import { unknownLine } from '../kit/order-progress.ts';
import type { LineProgress } from '../kit/order-progress.ts';

interface OrderStatus extends LineProgress {
  /** The document's words for the number. */
  readonly words: string;
}

const status = (
  words: string,
  state: MarketplaceOrderState,
  rank: number,
  units: OrderStatus['units'] = 'here',
): OrderStatus => ({ words, state, rank, units });

/** tokopedia.md 4.3: every status of an order there is. 220 waits for the seller; 400 was accepted and waits to be sent. */
export const orderStatuses: Readonly<Record<string, OrderStatus>> = {
  '0': status('cancelled', 'CANCELLED', 90, 'cancelled'),
  '2': status('rejected, replaced', 'CANCELLED', 90, 'cancelled'),
  '3': status('rejected, out of stock', 'CANCELLED', 90, 'cancelled'),
  '4': status('rejection awaiting approval', 'IN_CANCEL', 45),
  '5': status('cancelled for fraud', 'CANCELLED', 90, 'cancelled'),
  '6': status('cancelled by itself, out of stock', 'CANCELLED', 90, 'cancelled'),
  '10': status('rejected by seller', 'CANCELLED', 90, 'cancelled'),
  '11': status('pending replacement', 'IN_CANCEL', 44),
  '15': status('cancelled by buyer', 'CANCELLED', 90, 'cancelled'),
  '100': status('pending payment', 'unpaid', 10),
  '103': status('waiting for payment confirmation', 'unpaid', 12),
  '200': status('payment confirmed', 'on_hold', 14),
  '220': status('paid and verified', 'READY_TO_SHIP', 30),
  '221': status('waiting for partner approval', 'on_hold', 32),
  '400': status('accepted by seller', 'READY_TO_SHIP', 40),
  '450': status('waiting for pick-up', 'processing', 50),
  '500': status('shipped', 'SHIPPED', 60, 'away'),
  '501': status('shipped, airwaybill missing', 'SHIPPED', 58, 'away'),
  '520': status('invalid airwaybill', 'RETRY_SHIP', 61, 'away'),
  '530': status('buyer asks to correct airwaybill', 'RETRY_SHIP', 61, 'away'),
  '540': status('at pick-up point', 'SHIPPED', 64, 'away'),
  '550': status('returned to seller', 'returned', 85, 'returned'),
  '600': status('delivered', 'delivered', 70, 'away'),
  '601': status('complaint opened', 'TO_RETURN', 72, 'away'),
  '690': status('fraud review', 'on_hold', 20),
  '691': status('suspected fraud', 'on_hold', 22),
  '695': status('after fraud review', 'on_hold', 24),
  '698': status('fraud review done', 'on_hold', 26),
  '699': status('invalid', 'failed', 90),
  '700': status('finished', 'COMPLETED', 80, 'away'),
  '701': status('assumed finished', 'COMPLETED', 80, 'away'),
};

const notKnown: OrderStatus = { words: 'unknown', ...unknownLine };

/** What a status means; one that is not documented is kept as `unknown`. */
export function statusOf(code: number): OrderStatus {
  return orderStatuses[String(code)] ?? notKnown;
}
