import type { OrderProgress } from '../kit/order-progress.ts';
import type { Order, OrderPackage } from './wire.ts';

/**
 * amazon-sg.md 4.1: every fulfilment status of an order. Before UNSHIPPED the payment is not settled and nothing may be
 * shipped; UNFULFILLABLE is only for orders of other shops that Amazon was to send.
 */
export const fulfillmentStatuses: Readonly<Record<string, OrderProgress>> = {
  PENDING_AVAILABILITY: { state: 'unpaid', rank: 10 },
  PENDING: { state: 'unpaid', rank: 20 },
  UNSHIPPED: { state: 'READY_TO_SHIP', rank: 30 },
  PARTIALLY_SHIPPED: { state: 'partial', rank: 40 },
  SHIPPED: { state: 'shipped', rank: 50 },
  UNFULFILLABLE: { state: 'failed', rank: 80 },
  CANCELLED: { state: 'CANCELLED', rank: 90 },
};

/** amazon-sg.md 4.1: every status of a parcel, for an order that is SHIPPED; null: the parcel never left. */
export const packageStatuses: Readonly<Record<string, OrderProgress | null>> = {
  PENDING: { state: 'shipped', rank: 50 },
  SHIPPED: { state: 'shipped', rank: 51 },
  IN_TRANSIT: { state: 'shipped', rank: 52 },
  DELIVERED: { state: 'delivered', rank: 60 },
  UNDELIVERABLE: { state: 'failed', rank: 65 },
  CANCELLED: null,
};

/** The payment is not settled yet (model: FulfillmentStatus). */
const unpaid = new Set(['PENDING_AVAILABILITY', 'PENDING']);

/** Whether the payment was settled; the status of a cancelled order does not include it. */
export const isPaid = (status: string): boolean =>
  fulfillmentStatuses[status] !== undefined && !unpaid.has(status) && status !== 'CANCELLED';

/**
 * An order's state: its fulfilment status, and once it is shipped that of its least advanced parcel. An order that Amazon
 * sends from its own warehouse gives the seller nothing to do.
 */
export function orderStateOf(
  order: Pick<Order, 'fulfillment' | 'packages'>,
): OrderProgress & { raw: string } {
  const { fulfillmentStatus: status, fulfilledBy } = order.fulfillment;
  const own = fulfillmentStatuses[status];
  if (own === undefined) return { state: 'unknown', rank: 0, raw: status };
  if (status === 'SHIPPED') return shippedState(own, order.packages);
  const isAmazons = fulfilledBy === 'AMAZON' && (status === 'UNSHIPPED' || status === 'PARTIALLY_SHIPPED');
  return { ...own, ...(isAmazons ? { state: 'processing' as const } : {}), raw: status };
}

function shippedState(
  own: OrderProgress,
  packages: readonly OrderPackage[],
): OrderProgress & { raw: string } {
  const words = packages.flatMap((each) => each.packageStatus?.status ?? []);
  const progresses = words.flatMap((word) => {
    const progress = packageStatuses[word];
    return progress === null ? [] : [{ ...(progress ?? own), raw: word }];
  });
  const [least] = progresses.toSorted((one, other) => one.rank - other.rank);
  return least === undefined || least.state === own.state
    ? { ...own, rank: Math.max(own.rank, least?.rank ?? 0), raw: 'SHIPPED' }
    : { ...least, raw: `SHIPPED, ${least.raw}` };
}

/** amazon-sg.md 4.1 (model: PackageStatus.detailedStatus): parcels whose units came back or are lost. */
const gone = new Set(['RETURNED_TO_SELLER', 'LOST']);

export const cameBack = (parcel: OrderPackage): boolean =>
  gone.has(parcel.packageStatus?.detailedStatus ?? '');
