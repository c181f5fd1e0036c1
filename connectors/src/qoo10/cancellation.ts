import type { BuyerCancellation, Cancellation, Effect, OrderRef, Reason } from '../kit/capabilities.ts';
import type { ActionResult, LineUnits } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejection, catchRejection } from '../kit/rejections.ts';
import { callSeller } from './client.ts';
import { readLineStatuses } from './line-status.ts';
import type { LineStatus } from './line-status.ts';

const reason = (key: string, label: string): Reason => ({
  key,
  label,
  needsLines: false,
  needsDetail: false,
});
const CUSTOMERS_REQUEST = 'NC';

/** qoo10.md 6: the codes that QSM takes; that QAPI takes the same ones is likely. */
const cancelReasons: readonly Reason[] = [
  reason(CUSTOMERS_REQUEST, 'Customer’s request'),
  // Not the first: Qoo10 takes the item off sale with it (4.4).
  reason('NR', 'Out of stock'),
  reason('DD', 'Shipping delay'),
  reason('BG', 'Change of options'),
  reason('UD', 'Undeliverable region'),
];

/** qoo10.md 6: Claim.SetCancelProcess, for each line; whole lines only. */
export const cancellation: Cancellation = {
  choosesLines: false,
  reasons: () => Promise.resolve(cancelReasons),
  cancel: {
    perform(access, asked) {
      const wanted = { reason: asked.reason, memo: asked.detail ?? '' };
      return catchRejection([], () => cancelLines(access, asked.order, asked.lines, wanted));
    },
    check: (access, asked) => whetherCancelled(access, asked.order, asked.lines),
  },
};

/** qoo10.md 6: the same call accepts a buyer's request; there is none to refuse it (QSM only). */
export const buyerCancellation: BuyerCancellation = {
  canRefuse: false,
  refusalReasons: () => Promise.resolve([]),
  answer: {
    perform(access, asked) {
      if (!asked.accepts) return Promise.resolve(notHere);
      const wanted = { reason: CUSTOMERS_REQUEST, memo: '' };
      return catchRejection([], () => cancelLines(access, asked.order, null, wanted, 'cancel_requested'));
    },
    async check(access, asked) {
      if (!asked.accepts) return { effect: 'refused', code: notHere.code, reason: notHere.reason };
      const statuses = await readLineStatuses(access, asked.order, null);
      // Lines that the buyer did not ask to cancel stay.
      return statuses.some(({ at }) => at === 'cancel_requested') || !statuses.some(isCancelled)
        ? { effect: 'not_done' }
        : { effect: 'done' };
    },
  },
};

const notHere = rejection(
  'no_refusal',
  'Qoo10 lets a request to cancel be refused only in QSM. Refuse it there; the order then goes on here.',
);

const isCancelled = ({ at }: LineStatus): boolean => at === 'cancelled';

/** Cancels the lines that are not yet cancelled; with `only`, those alone that stand there. */
async function cancelLines(
  access: Access,
  order: OrderRef,
  lines: readonly LineUnits[] | null,
  wanted: { readonly reason: string; readonly memo: string },
  only: LineStatus['at'] | null = null,
): Promise<ActionResult> {
  const statuses = await readLineStatuses(access, order, lines);
  const left = statuses.filter((line) => !isCancelled(line) && (only === null || line.at === only));
  if (statuses.length === 0)
    return rejection('no_order', 'Qoo10 does not know this order any more. Sync it from the marketplace.');
  if (lines?.some(({ lineId, units }) => isPart(statuses, lineId, units)) === true) {
    return rejection(
      'whole_lines',
      'Qoo10 cancels whole lines of an order only, not some of their units. Choose all units of a line, or none.',
    );
  }
  if (left.some(({ at }) => at === 'away')) {
    return rejection(
      'already_shipped',
      'This order has been shipped. It can only be returned now, not cancelled.',
    );
  }
  if (left.some(({ at }) => at === 'unpaid')) {
    return rejection('unpaid', 'This order is not paid. Qoo10 ends it by itself if it stays so.');
  }
  if (left.length === 0 && !statuses.some(isCancelled)) {
    return rejection(
      'no_request',
      'The buyer no longer asks to cancel this order. Sync it from the marketplace.',
    );
  }
  for (const { orderNo } of left) {
    await callSeller(access, {
      method: 'Claim.SetCancelProcess',
      parameters: { ContrNo: orderNo, CancelReason: wanted.reason, SellerMemo: wanted.memo },
      group: 'orders',
    });
  }
  return { outcome: 'done' };
}

function isPart(statuses: readonly LineStatus[], lineId: string, units: number): boolean {
  return statuses.some(({ orderNo, row }) => orderNo === lineId && units < row.orderqty);
}

async function whetherCancelled(
  access: Access,
  order: OrderRef,
  lines: readonly LineUnits[] | null,
): Promise<Effect> {
  const statuses = await readLineStatuses(access, order, lines);
  if (statuses.length > 0 && statuses.every(isCancelled)) return { effect: 'done' };
  return { effect: 'not_done' };
}
