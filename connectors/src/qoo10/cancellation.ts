import { message, type Message } from '@evenstock/contract/messages/message';
import type { BuyerCancellation, Cancellation, Effect, OrderRef, Reason } from '../kit/capabilities.ts';
import type { ActionResult, LineUnits } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejection, catchRejection, effectOfParts } from '../kit/rejections.ts';
import type { Took } from '../kit/rejections.ts';
import { callSeller } from './client.ts';
import { readLineStatuses } from './line-status.ts';
import type { LineStatus } from './line-status.ts';
import { channel } from './channel.ts';

const reason = (key: string, label: Message): Reason => ({
  key,
  label,
  needsLines: false,
  needsDetail: false,
});
const CUSTOMERS_REQUEST = 'NC';

/** qoo10.md 6: QSM's codes; QAPI probably takes the same. */
const cancelReasons: readonly Reason[] = [
  reason(CUSTOMERS_REQUEST, message('asked.buyer_asked')),
  // Not first, as Qoo10 then takes the item off sale (4.4).
  reason('NR', message('asked.out_of_stock')),
  reason('DD', message('asked.shipping_delay')),
  reason('BG', message('asked.options_changed')),
  reason('UD', message('asked.undeliverable')),
];

/** qoo10.md 6: Claim.SetCancelProcess, for each line; whole lines only. */
export const cancellation: Cancellation = {
  refund: null,
  choosesLines: false,
  reasons: () => Promise.resolve(cancelReasons),
  cancel: {
    perform(access, asked) {
      const wanted = { reason: asked.reason, memo: asked.detail ?? '' };
      return catchRejection([], (took) => cancelLines(access, asked.order, asked.lines, { ...wanted, took }));
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
      return catchRejection([], (took) =>
        cancelLines(access, asked.order, null, { ...wanted, took }, 'cancel_requested'),
      );
    },
    async check(access, asked) {
      if (!asked.accepts) return { effect: 'refused', code: notHere.code, reason: notHere.reason };
      const statuses = await readLineStatuses(access, asked.order, null);
      // Lines without a request are kept.
      const concerned = statuses.filter((line) => line.at === 'cancel_requested' || isCancelled(line));
      return effectOfParts(channel, concerned.map(isCancelled));
    },
  },
};

const notHere = rejection('no_refusal', message('refusals.refuse_there', { channel }));

const isCancelled = ({ at }: LineStatus): boolean => at === 'cancelled';

/** Cancels the lines that are not cancelled yet; with `only`, those at that stage. */
async function cancelLines(
  access: Access,
  order: OrderRef,
  lines: readonly LineUnits[] | null,
  wanted: { readonly reason: string; readonly memo: string; readonly took: Took },
  only: LineStatus['at'] | null = null,
): Promise<ActionResult> {
  const statuses = await readLineStatuses(access, order, lines);
  const left = statuses.filter((line) => !isCancelled(line) && (only === null || line.at === only));
  if (statuses.length === 0) return rejection('no_order', message('refusals.order_gone', { channel }));
  if (lines?.some(({ lineId, units }) => isPart(statuses, lineId, units)) === true) {
    return rejection('whole_lines', message('refusals.whole_lines_only', { channel }));
  }
  if (left.some(({ at }) => at === 'away')) {
    const code = statuses.some(isCancelled) ? 'refusals.cancelled_in_part' : 'refusals.too_late_to_cancel';
    return rejection('already_shipped', message(code, { channel }));
  }
  if (left.some(({ at }) => at === 'unpaid')) {
    return rejection('unpaid', message('refusals.ends_unpaid', { channel }));
  }
  if (left.length === 0 && !statuses.some(isCancelled)) {
    return rejection('no_request', message('refusals.no_cancellation_asked'));
  }
  for (const { orderNo } of left) {
    await callSeller(access, {
      method: 'Claim.SetCancelProcess',
      parameters: { ContrNo: orderNo, CancelReason: wanted.reason, SellerMemo: wanted.memo },
      group: 'orders',
    });
    wanted.took();
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
  return effectOfParts(channel, statuses.map(isCancelled));
}
