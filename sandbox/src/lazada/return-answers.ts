import { z } from 'zod';
import { Failure } from './reply.ts';
import { ownReverse } from './returns.ts';
import {
  isOpen,
  returnReasons,
  setStatus,
  type ReverseOrder,
  type ReverseStatus,
} from './reverse-records.ts';
import type { ShopCall } from './shop-call.ts';
import { unitIds } from './units.ts';

interface Step {
  readonly from: ReverseStatus;
  readonly to: ReverseStatus;
  /** Needs a reason and a comment; a refused refund pictures too. */
  readonly refuses?: true;
  readonly pictures?: true;
}

/** What a seller may do, and when (lazada.md 6.2). */
const steps: Readonly<Record<string, Step>> = {
  instantRefund: { from: 'REQUEST_INITIATE', to: 'REFUND_SUCCESS' },
  agreeReturn: { from: 'REQUEST_INITIATE', to: 'RTM_SHIPPING_BACK' },
  refuseReturn: { from: 'REQUEST_INITIATE', to: 'REQUEST_REJECT', refuses: true },
  confirmDelivery: { from: 'RTM_SHIPPING_BACK', to: 'RTM_RECEIVE_ITEM' },
  agreeRefund: { from: 'RTM_RECEIVE_ITEM', to: 'REFUND_SUCCESS' },
  refuseRefund: { from: 'RTM_RECEIVE_ITEM', to: 'REFUND_REJECTED', refuses: true, pictures: true },
};

const pictures = z.array(z.object({ name: z.string().min(1), url: z.url() })).min(1);
const disputePictures = z.array(z.object({ file_name: z.string().min(1), file_url: z.url() })).min(1);

/** `/order/reverse/return/update`. */
export function updateReturn(call: ShopCall): object {
  const action = call.needed('action');
  const step = steps[action];
  if (step === undefined) throw new Failure('107', 'The action is not valid');
  const one = ownReverse(call);
  const lines = namedLines(call, one);
  if (one.type !== 'RETURN' || lines.some(({ status }) => status !== step.from))
    throw new Failure('114', 'The action is not supported in this status');
  const given = step.refuses === true ? checkRefusal(call, step, lines.length) : [];
  move(call, one, lines, step.to, { action, pictures: given });
  return { reverse_order_id: Number(one.id), action };
}

/** @returns the addresses of its pictures */
function checkRefusal(call: ShopCall, step: Step, count: number): string[] {
  if (count > 1) throw new Failure('111', 'Refusals are made one by one');
  const reason = call.text('reason_id');
  if (reason === null || !returnReasons.some(({ id }) => id === reason))
    throw new Failure('108', 'The reason is missing');
  if (!call.has('comment')) throw new Failure('109', 'The comment is missing');
  if (step.pictures !== true) return [];
  if (!call.has('image_info')) throw new Failure('110', 'The images are missing');
  return call.json('image_info', pictures).map(({ url }) => url);
}

/** `/order/reverse/onlyrefund/seller/decide`: refund without the goods, or a dispute about it. */
export function decideRefundOnly(call: ShopCall): null {
  const action = call.needed('action');
  if (action !== 'agreeRefund' && action !== 'startDispute')
    throw new Failure('107', 'The action is not valid');
  const one = ownReverse(call);
  const lines = namedLines(call, one);
  if (lines.length !== 1) throw new Failure('133', 'Exactly one reverse order item is expected');
  if (one.type !== 'ONLY_REFUND' || lines.some(({ status }) => status !== 'REQUEST_INITIATE'))
    throw new Failure('114', 'The action is not supported in this status');
  let given: string[] = [];
  if (action === 'startDispute') {
    if (!call.has('comment')) throw new Failure('109', 'The comment is missing');
    if (!call.has('image_info_list')) throw new Failure('110', 'The images are missing');
    given = call.json('image_info_list', disputePictures).map(({ file_url: url }) => url);
    for (const line of lines) line.disputed = true;
  }
  const to = action === 'agreeRefund' ? 'REFUND_SUCCESS' : 'REFUND_PENDING';
  move(call, one, lines, to, { action, pictures: given });
  return null;
}

function namedLines(call: ShopCall, one: ReverseOrder): ReverseOrder['lines'] {
  const ids = call.list('reverse_order_item_ids', 'InvalidParameter');
  const lines = one.lines.filter(({ id }) => ids.includes(id));
  if (ids.length === 0 || lines.length !== new Set(ids).size)
    throw new Failure('112', 'The reverse order item is not found');
  return lines;
}

/** The order's return is settled with its last line: with a refund of what was agreed to, or with none. */
function move(
  call: ShopCall,
  one: ReverseOrder,
  lines: ReverseOrder['lines'],
  to: ReverseStatus,
  { action, pictures: given }: { readonly action: string; readonly pictures: string[] },
): void {
  const at = call.shop.nextInstant();
  for (const line of lines) setStatus(line, to, at);
  one.history.push({ at, operator: 'seller', text: action, pictures: given });
  call.reverse.put(one.id, one);
  const order = call.shop.orders.get(one.order);
  if (order === undefined) return;
  if (one.lines.some(({ status }) => isOpen(status)) || !order.returnRequested) {
    call.unitsMoved(order, lines.map(({ unit }) => unit)); // oxfmt-ignore
    return;
  }
  const refunded = one.lines.filter(({ status }) => status === 'REFUND_SUCCESS').map(({ unit }) => unit);
  if (refunded.length === 0) {
    call.shop.happen(order, 'reject_return', { by: 'seller' });
    return;
  }
  const units: Record<string, number> = {};
  for (const line of order.lines) units[line.id] = unitIds(line).filter((id) => refunded.includes(id)).length;
  call.pick(order, refunded, () => call.shop.happen(order, 'return', { by: 'seller', units }));
}
