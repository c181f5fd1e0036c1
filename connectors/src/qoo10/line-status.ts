import type { LineUnits, OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { readLine } from './order-rows.ts';
import { numberOf } from './order-statuses.ts';
import type { OrderRow } from './wire.ts';

/** The stage of one line of a cart (qoo10.md 4.1, 4.4, 6). */
export interface LineStatus {
  readonly orderNo: string;
  readonly row: OrderRow;
  readonly at: 'unpaid' | 'open' | 'cancel_requested' | 'cancelled' | 'away' | 'unknown';
}

const byClaim: Readonly<Record<string, LineStatus['at']>> = {
  '1': 'cancel_requested',
  // Accepted, and completed by Qoo10 itself.
  '2': 'cancelled',
  '3': 'cancelled',
  '16': 'cancelled',
};
const byDelivery: Readonly<Record<string, LineStatus['at']>> = {
  '1': 'unpaid',
  '2': 'open',
  '3': 'open',
  '4': 'away',
  '5': 'away',
};

/** Claims that have ended. */
const isOver = (claim: string): boolean => claim === '3' || claim === '16';

/** A line that is still delivered beside an ended cancellation was cancelled in part: its other units are still delivered. */
function statusOf(orderNo: string, row: OrderRow): LineStatus {
  const claim = numberOf(row.claimstatus ?? '');
  const delivery = byDelivery[numberOf(row.shippingstatus ?? '')];
  const at = delivery !== undefined && isOver(claim) ? delivery : byClaim[claim];
  return { orderNo, row, at: at ?? delivery ?? 'unknown' };
}

/** The lines of an order now, or the named ones. Unknown lines are left out. */
export async function readLineStatuses(
  access: Access,
  order: OrderRef,
  lines: readonly LineUnits[] | null,
): Promise<LineStatus[]> {
  const wanted = (lines ?? order.lines).map(({ lineId }) => lineId);
  const statuses: LineStatus[] = [];
  for (const orderNo of wanted) {
    const row = await readLine(access, orderNo);
    if (row !== null) statuses.push(statusOf(orderNo, row));
  }
  return statuses;
}
