import { message } from '@evenstock/contract/messages/message';
import { sumOrNull } from '../kit/amounts.ts';
import { rejected } from '../kit/errors.ts';
import { channel } from './channel.ts';
import type { ChannelOrderLine, LineCancellation } from '../kit/connector.ts';
import type { Place, Parcel, Refund, WholeOrder } from './order-lists.ts';
import type { Line } from './wire.ts';

/** What became of a line's units (shopify.md 4, 5, 6). A parcel that failed, or is pending, has sent nothing. */
type Units = Pick<
  ChannelOrderLine,
  'cancelled' | 'cancellations' | 'sent' | 'returned' | 'restored' | 'restoredAt'
>;

export const parcelsWith = (order: WholeOrder, lineId: string): Parcel[] =>
  order.parcels.filter((parcel) => parcel.status === 'SUCCESS' && unitsIn(parcel, lineId) !== 0);

/** Null where the parcel does not tell how many it holds of a line that is in it (the schema allows it). */
const unitsIn = (parcel: Parcel, lineId: string): number | null =>
  sumOrNull(parcel.lines.filter(({ lineItem }) => lineItem.id === lineId).map(({ quantity }) => quantity));

/**
 * Units of a line that are in parcels. Where a parcel does not tell them, the line does by what is left to send, if nothing but
 * parcels can have lowered that; else nobody knows.
 */
function sentOf(order: WholeOrder, line: Line, refunded: readonly RefundedUnits[]): number {
  const told = sumOrNull(parcelsWith(order, line.id).map((parcel) => unitsIn(parcel, line.id)));
  if (told !== null) return Math.min(line.quantity, told);
  const sent = line.quantity - line.unfulfilledQuantity;
  const isKept = line.currentQuantity === line.quantity && refunded.length === 0;
  if (sent === 0 || (isKept && order.raw.cancelledAt === null)) return sent;
  throw rejected('units_missing', message('answers.units_missing', { channel, item: line.sku ?? line.id }));
}

interface RefundedUnits {
  readonly id: string | null;
  readonly at: Date | null;
  readonly units: number;
  readonly type: string;
  readonly restocked: boolean;
}

const refundedOf = (refunds: readonly Refund[], lineId: string): RefundedUnits[] =>
  refunds.flatMap(({ id, at, lines }) =>
    lines
      .filter(({ lineItem }) => lineItem.id === lineId)
      .map(({ quantity, restockType, restocked }) => ({
        id,
        at,
        units: quantity,
        type: restockType,
        restocked,
      })),
  );

const sumOf = (list: readonly { readonly units: number }[]): number =>
  list.reduce((sum, { units }) => sum + units, 0);

/**
 * Cancelled: units that a refund calls cancelled; of those refunded in another way, as many as were neither sent nor wait to be; and
 * those that an edit of the order took out, which `currentQuantity` has left out beyond all refunds. An edit has no date, and does not
 * tell whether its units were put back: usually they are, and where they were not the shop's number shows it.
 */
export function unitsOf(order: WholeOrder, line: Line): Units {
  const { sent, unsent, refunded, otherwise, calledOff, refundedUnsent, edited } = partsOf(order, line);
  const known = calledOff + refundedUnsent + edited;
  const cancelled = order.raw.cancelledAt === null ? known : unsent;
  const back = refunded.filter(({ restocked }) => restocked);
  const times = back.flatMap(({ at }) => at?.getTime() ?? []);
  return {
    sent,
    cancelled,
    cancellations: cancellationsOf(refunded, otherwise, calledOff, refundedUnsent),
    returned: Math.min(sent, Math.max(0, sumOf(refunded) - calledOff - refundedUnsent)),
    restored: sumOf(back) + edited,
    restoredAt: edited > 0 || times.length === 0 ? null : new Date(Math.max(...times)),
  };
}

/** Units that an edit took out of an order that is otherwise kept. */
export const editedOut = (order: WholeOrder, line: Line): number =>
  order.raw.cancelledAt === null ? partsOf(order, line).edited : 0;

function partsOf(order: WholeOrder, line: Line) {
  const refunded = refundedOf(order.refunds, line.id);
  const sent = sentOf(order, line, refunded);
  const unsent = line.quantity - sent;
  const waiting = order.raw.cancelledAt === null ? line.unfulfilledQuantity : 0;
  const calledOff = Math.min(unsent, sumOf(refunded.filter(({ type }) => type === 'CANCEL')));
  // Where nothing was sent, whatever was taken out was not sent either; else a part may be in a parcel that failed.
  const free = sent === 0 ? unsent - calledOff : Math.max(0, unsent - calledOff - waiting);
  const otherwise = refunded.filter(({ type }) => type !== 'CANCEL' && type !== 'RETURN');
  const refundedUnsent = Math.min(free, sumOf(otherwise));
  const removed = Math.max(0, line.quantity - line.currentQuantity - sumOf(refunded));
  const edited = Math.min(free - refundedUnsent, removed);
  return { sent, unsent, refunded, otherwise, calledOff, refundedUnsent, edited };
}

/** Each refund that took unsent units off is a cancellation of them, by the refund's id. */
function cancellationsOf(
  refunded: readonly RefundedUnits[],
  otherwise: readonly RefundedUnits[],
  calledOff: number,
  refundedUnsent: number,
): LineCancellation[] {
  const parts = [
    { from: refunded.filter(({ type }) => type === 'CANCEL'), most: calledOff },
    { from: otherwise, most: refundedUnsent },
  ];
  return parts.flatMap(({ from, most }) => {
    let left = most;
    return from.flatMap(({ id, at, units, restocked }) => {
      const taken = Math.min(left, units);
      left -= taken;
      return taken === 0 ? [] : [{ id, units: taken, at, restocked }];
    });
  });
}

/**
 * Who keeps a line's units: by the locations that its fulfilment orders are assigned to (shopify.md 4, 5). A location that was
 * not chosen, a fulfilment service's too, is elsewhere. One that is not told is the seller's.
 */
export function keptByOf(
  places: readonly Place[] | null,
  chosen: readonly string[],
  line: Line,
): ChannelOrderLine['keptBy'] {
  const own = (places ?? []).filter(
    ({ status, lines }) =>
      status !== 'CANCELLED' &&
      lines.some(({ lineItem, totalQuantity }) => lineItem.id === line.id && totalQuantity !== 0),
  );
  if (own.length === 0 || chosen.length === 0) return 'seller';
  const isElsewhere = ({ location }: Place): boolean => location !== null && !chosen.includes(location);
  return own.every(isElsewhere) ? 'elsewhere' : 'seller';
}
