import { fromChannel, message } from '@evenstock/contract/messages/message';
import type {
  ActionResult,
  BuyerCancellation,
  Cancellation,
  CancellationAnswer,
  CancellationAsked,
  Effect,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected, throttled } from '../kit/errors.ts';
import { checking, done, catchRejection, effectOfParts } from '../kit/rejections.ts';
import type { KnownRejection, Took } from '../kit/rejections.ts';
import { callSeller, dataOf, resultOf } from './client.ts';
import { shippingRejections, throwFailed } from './fulfilment.ts';
import { readRefusalReasons, readReverseOrder } from './returns.ts';
import { cancellable, chosenUnits, readUnits } from './units.ts';
import type { Unit } from './units.ts';
import { cancelTip, packageRows } from './wire-actions.ts';
import { channel } from './channel.ts';

const group = 'orders';

/** The seller cancels units (lazada.md 6.1: cancel/validate for the reasons, cancel/create). */
export const cancellation: Cancellation = {
  refund: null,
  choosesLines: true,

  async reasons(access, order) {
    const units = (await readUnits(access, order)).filter(({ status }) => cancellable.has(status));
    if (units.length === 0) throw rejected('not_cancellable', tooLateWords);
    const path = '/order/reverse/cancel/validate';
    const parameters = { order_id: order.channelId, order_item_id_list: idList(units) };
    const answer = await callSeller(access, { method: 'GET', path, parameters, group });
    return dataOf(cancelTip, answer, path).reason_options.map(({ reason_id: key, reason_name: name }) => ({
      key,
      label: name === null ? message('asked.numbered_reason', { id: key }) : fromChannel(name),
      needsLines: false,
      needsDetail: false,
    }));
  },

  cancel: {
    perform: (access, asked) => catchRejection(knownRejections, (took) => cancel(access, asked, took)),
    check: (access, asked) => checking(() => cancelled(access, asked)),
  },
};

/** The seller answers a buyer who asks to cancel (lazada.md 6.1: cancel/seller/decide). */
export const buyerCancellation: BuyerCancellation = {
  canRefuse: true,

  async refusalReasons(access, order) {
    const [request] = openRequests(await readUnits(access, order));
    if (request === undefined) throw rejected('112', nothingAskedWords);
    const reverse = await readReverseOrder(access, request);
    const line = reverse?.reverse_order_lines[0];
    return line === undefined ? [] : readRefusalReasons(access, line.reverse_order_line_id, false);
  },

  answer: {
    perform: (access, asked) => catchRejection(knownRejections, (took) => decide(access, asked, took)),
    check: (access, asked) => checking(() => decided(access, asked)),
  },
};

const idList = (units: readonly Unit[]): string => JSON.stringify(units.map(({ id }) => id));

const isCancelled = ({ stage, isCancelPending }: Unit): boolean => stage === 'off' || isCancelPending;

async function cancel(access: Access, asked: CancellationAsked, took: Took): Promise<ActionResult> {
  const units = await readUnits(access, asked.order);
  const chosen = chosenUnits(units, asked.lines);
  const left = chosen.filter((unit) => !isCancelled(unit));
  if (left.length === 0) return done;
  const open = left.filter(({ status }) => cancellable.has(status));
  if (open.length === 0 || (asked.lines !== null && open.length < left.length)) {
    throw rejected('not_cancellable', tooLateWords);
  }
  await takeOutOfParcels(access, units, open, took);
  const path = '/order/reverse/cancel/create';
  const parameters = {
    order_id: asked.order.channelId,
    order_item_id_list: idList(open),
    reason_id: asked.reason,
  };
  const answer = await callSeller(access, { method: 'GET', path, parameters, group });
  const tip = dataOf(cancelTip, answer, path);
  if (/error|fail/i.test(tip.tip_type ?? '')) {
    throw rejected(
      'not_cancellable',
      tip.tip_content === null ? message('refusals.no_reason', { channel }) : `Lazada: ${tip.tip_content}`,
    );
  }
  return done;
}

/** Cancelling one unit of a package cancels all that is in it; so one that holds others too is undone first (lazada.md 6.1). */
async function takeOutOfParcels(
  access: Access,
  units: readonly Unit[],
  chosen: readonly Unit[],
  took: Took,
): Promise<void> {
  const ids = new Set(chosen.map(({ id }) => id));
  const packages = new Set(
    chosen.flatMap(({ stage, packageId }) => (stage === 'packed' && packageId !== null ? [packageId] : [])),
  );
  const mixed = [...packages].filter((packageId) =>
    units.some((unit) => unit.packageId === packageId && unit.stage === 'packed' && !ids.has(unit.id)),
  );
  if (mixed.length === 0) return;
  const path = '/order/package/repack';
  const parameters = {
    rePackReq: JSON.stringify({ packages: mixed.map((id) => ({ package_id: id })) }),
  };
  const answer = await callSeller(access, { method: 'POST', path, parameters, group });
  throwFailed(resultOf(packageRows, answer, path).packages, took);
  took();
}

async function cancelled(access: Access, asked: CancellationAsked): Promise<Effect> {
  const chosen = chosenUnits(await readUnits(access, asked.order), asked.lines);
  const isRelevant = (unit: Unit): boolean => isCancelled(unit) || cancellable.has(unit.status);
  const relevant = asked.lines === null ? chosen.filter(isRelevant) : chosen;
  if (relevant.length > 0 && relevant.every(isCancelled)) return { effect: 'done' };
  if (!relevant.some(({ status }) => cancellable.has(status))) {
    return { effect: 'refused', code: 'not_cancellable', reason: tooLateWords };
  }
  return effectOfParts(channel, relevant.map(isCancelled));
}

/** The reverse orders of the units that their buyer asks to cancel (lazada.md 6.1). */
function openRequests(units: readonly Unit[]): string[] {
  const ids = units.flatMap((unit) =>
    unit.asksToCancel && !isCancelled(unit) && unit.reverseOrderId !== null ? [unit.reverseOrderId] : [],
  );
  return [...new Set(ids)];
}

async function decide(access: Access, asked: CancellationAnswer, took: Took): Promise<ActionResult> {
  const units = await readUnits(access, asked.order);
  const requests = openRequests(units);
  if (requests.length === 0) {
    // The buyer asks, and Lazada has not numbered the request yet.
    if (units.some((unit) => unit.asksToCancel && !isCancelled(unit))) throw throttled(60);
    // An earlier try may have been heard though its answer was lost.
    if (stands(units, asked)) return done;
    throw rejected('112', nothingAskedWords);
  }
  if (!asked.accepts && (asked.reason === null || asked.reason === '')) {
    throw rejected('108', message('refusals.reason_needed'));
  }
  for (const reverseOrderId of requests) {
    await decideOne(access, reverseOrderId, asked);
    took();
  }
  return done;
}

async function decideOne(
  access: Access,
  reverseOrderId: string,
  { accepts, reason }: CancellationAnswer,
): Promise<void> {
  await callSeller(access, {
    method: 'GET',
    path: '/order/reverse/cancel/seller/decide',
    group,
    parameters: {
      reverse_order_id: reverseOrderId,
      agree_cancel: String(accepts),
      ...(accepts || reason === null ? {} : { reason_code: reason }),
    },
  });
}

async function decided(access: Access, asked: CancellationAnswer): Promise<Effect> {
  const units = await readUnits(access, asked.order);
  const asking = units.filter((unit) => unit.asksToCancel);
  if (asking.some((unit) => !isCancelled(unit))) {
    // A refused request leaves no trace at its unit.
    return asked.accepts ? effectOfParts(channel, asking.map(isCancelled)) : { effect: 'not_done' };
  }
  return stands(units, asked)
    ? { effect: 'done' }
    : { effect: 'refused', code: '112', reason: nothingAskedWords };
}

/**
 * Whether an order without an open request shows this answer. An acceptance leaves cancelled units. A rejection leaves none: a
 * cancellation may have ended the request instead.
 */
const stands = (units: readonly Unit[], { accepts }: CancellationAnswer): boolean =>
  units.some(isCancelled) === accepts;

const tooLateWords = message('refusals.too_late_to_cancel', { channel });
const nothingAskedWords = message('refusals.no_cancellation_asked');

const knownRejections: readonly KnownRejection[] = [
  ...shippingRejections.filter(({ mayPass }) => mayPass),
  { when: /^(105|112|131)\b/, reason: nothingAskedWords, mayPass: false },
  {
    when: /^(16|20|35)\b/,
    reason: message('refusals.order_changed', { channel }),
    mayPass: false,
  },
];
