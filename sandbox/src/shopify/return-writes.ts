import { toMinor } from '@evenstock/contract/values/money';
import type { Order } from '../core/records.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { CallContext } from './call-context.ts';
import { dispose, type Disposition } from './dispositions.ts';
import { gid, numberOf, turned } from './gids.ts';
import {
  returnReasons,
  type OrderNotes,
  type ReturnLineRecord,
  type ReturnRecord,
  uncancelled,
} from './order-records.ts';
import { othersOf, totalsOf } from './order-views.ts';
import { returnableUnits, returnView, reverseLineId } from './return-views.ts';

/** Notifies the app of a change of a return that no event of its order made. */
export type NotifyReturn = (
  topic: 'RETURNS_APPROVE' | 'RETURNS_PROCESS',
  order: Order,
  notes: OrderNotes,
) => void;

interface ReturnError {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
}

interface LineInput {
  readonly fulfillmentLineItemId: string;
  readonly quantity: number;
  readonly returnReasonDefinitionId?: string | null;
  readonly returnReason?: string | null;
  readonly returnReasonNote?: string | null;
  readonly customerNote?: string | null;
}
export interface ReturnInput {
  readonly orderId: string;
  readonly returnLineItems: readonly LineInput[];
}

const otherReason = 5;

function failed(code: string, message: string, field: readonly string[] | null): object {
  const userErrors: ReturnError[] = [{ code, field, message }];
  return { return: null, userErrors };
}

function shown(context: CallContext, order: Order, record: ReturnRecord): object {
  const notes = context.notesStore.of(context.shop, order);
  return {
    return: returnView(context, order, record, notes, othersOf(context, order, notes)),
    userErrors: [],
  };
}

/** The return of that id, with its order. */
export function findReturn(
  context: CallContext,
  id: string,
): { order: Order; notes: OrderNotes; record: ReturnRecord } | null {
  const number = Number(numberOf(id, 'Return'));
  for (const order of context.shop.orders.values()) {
    const notes = context.notesStore.of(context.shop, order);
    const record = notes.returns.find((one) => one.number === number);
    if (record !== undefined) return { order, notes, record };
  }
  return null;
}

/** `returnRequest` and `returnCreate` (shopify.md 6): asked for by the buyer, or opened by the merchant at once. */
export function beginReturn(
  context: CallContext,
  input: ReturnInput,
  opens: boolean,
  notify: NotifyReturn,
): object {
  const root = opens ? 'returnInput' : 'input';
  context.need(opens ? 'returnCreate' : 'returnRequest', 'write_returns');
  const order = context.order(input.orderId);
  if (order === null) return failed('NOT_FOUND', 'Order not found.', [root, 'orderId']);
  const notes = context.notesStore.of(context.shop, order);
  const units: Record<string, number> = {};
  const returning: Pick<ReturnLineRecord, 'lineId' | 'reason' | 'note' | 'customerNote'>[] = [];
  for (const [index, entry] of input.returnLineItems.entries()) {
    const at = (field: string): string[] => [root, 'returnLineItems', String(index), field];
    const number = numberOf(entry.fulfillmentLineItemId, 'FulfillmentLineItem');
    const lineId = number === null ? '' : String(turned(number, 'fulfillmentLine', 'line'));
    if (!uncancelled(notes).some(({ lines }) => lines.some((line) => line.lineId === lineId)))
      return failed('NOT_FOUND', 'Fulfillment Line Item was not found.', at('fulfillmentLineItemId'));
    const wanted = (units[lineId] ?? 0) + entry.quantity;
    if (entry.quantity <= 0 || wanted > returnableUnits(order, notes, lineId))
      return failed('INVALID', 'Return line item has an invalid quantity.', at('quantity'));
    const reason = reasonOf(entry);
    const note = entry.returnReasonNote ?? '';
    if (opens && reason === otherReason && note.trim() === '')
      return failed('BLANK', "Return reason note can't be blank", at('returnReasonNote'));
    units[lineId] = wanted;
    returning.push({ lineId, reason, note, customerNote: entry.customerNote ?? null });
  }
  if (returning.length === 0)
    return failed('BLANK', "Return line items can't be blank", [root, 'returnLineItems']);
  try {
    context.notesStore.during({ returning }, () => {
      context.shop.happen(order, 'request_return', { by: opens ? 'seller' : 'buyer', units });
    });
  } catch (error) {
    if (error instanceof SandboxError) return failed('INVALID', error.message, [root, 'orderId']);
    throw error;
  }
  const made = context.notesStore.of(context.shop, order).returns.at(-1);
  if (made === undefined) return failed('CREATION_FAILED', 'The return was not made.', null);
  if (opens) approve(context, order, made, notify);
  return shown(context, order, made);
}

function reasonOf({ returnReasonDefinitionId, returnReason }: LineInput): number {
  const number = Number(numberOf(returnReasonDefinitionId ?? '', 'ReturnReasonDefinition'));
  const found = returnReasons.find((one) => one.number === number || one.word === returnReason);
  return found?.number ?? 1;
}

function approve(context: CallContext, order: Order, record: ReturnRecord, notify: NotifyReturn): void {
  context.shop.orderChanged(order);
  record.status = 'OPEN';
  record.approvedAt = order.updatedAt;
  const notes = context.notesStore.of(context.shop, order);
  context.notesStore.save(context.shop, order, notes);
  notify('RETURNS_APPROVE', order, notes);
}

/** `returnApproveRequest`. */
export function approveReturn(context: CallContext, id: string, notify: NotifyReturn): object {
  context.need('returnApproveRequest', 'write_returns');
  const found = findReturn(context, id);
  if (found === null) return failed('NOT_FOUND', 'Return not found.', ['input', 'id']);
  if (found.record.status !== 'REQUESTED')
    return failed('INVALID_STATE', 'Return status is invalid.', ['input', 'id']);
  approve(context, found.order, found.record, notify);
  return shown(context, found.order, found.record);
}

/** `returnDeclineRequest`. */
export function declineReturn(
  context: CallContext,
  input: { readonly id: string; readonly declineReason: string; readonly declineNote?: string | null },
): object {
  context.need('returnDeclineRequest', 'write_returns');
  const found = findReturn(context, input.id);
  if (found === null) return failed('NOT_FOUND', 'Return not found.', ['input', 'id']);
  if (found.record.status !== 'REQUESTED')
    return failed('INVALID_STATE', 'Return status is invalid.', ['input', 'id']);
  const decline = { reason: input.declineReason, note: input.declineNote ?? null };
  context.notesStore.during({ decline }, () => {
    context.shop.happen(found.order, 'reject_return', { by: 'seller' });
  });
  return shown(context, found.order, found.record);
}

/** `returnClose` and `returnCancel`: without receiving anything more. */
export function endReturn(context: CallContext, id: string, closes: boolean): object {
  context.need(closes ? 'returnClose' : 'returnCancel', 'write_returns');
  const found = findReturn(context, id);
  if (found === null) return failed('NOT_FOUND', 'Return not found.', ['id']);
  const { order, record } = found;
  if (closes && record.status !== 'OPEN') return failed('INVALID_STATE', 'Return status is invalid.', ['id']);
  const isUntouched = record.lines.every(({ processed }) => processed === 0);
  if (!closes && (!['OPEN', 'REQUESTED'].includes(record.status) || !isUntouched))
    return failed('INVALID_STATE', 'Return is not cancelable.', ['id']);
  context.notesStore.during(closes ? { closes: true } : {}, () => {
    context.shop.happen(order, 'withdraw_return', { by: 'seller' });
  });
  return shown(context, order, record);
}

interface ProcessLine {
  readonly id: string;
  readonly quantity: number;
  readonly dispositions?:
    | readonly {
        readonly reverseFulfillmentOrderLineItemId: string;
        readonly quantity: number;
        readonly dispositionType: Disposition['type'];
      }[]
    | null;
}
export interface ProcessInput {
  readonly returnId: string;
  readonly returnLineItems?: readonly ProcessLine[] | null;
  readonly financialTransfer?: {
    readonly issueRefund?: {
      readonly allowOverRefunding?: boolean | null;
      readonly orderTransactions: readonly {
        readonly parentId: string;
        readonly transactionAmount: { readonly amount: string | number };
      }[];
    } | null;
  } | null;
}

/** `returnProcess`: units are received, put back or not, and paid back. The return is closed with its last unit. */
export function processReturn(context: CallContext, input: ProcessInput, notify: NotifyReturn): object {
  context.need('returnProcess', 'write_returns');
  const found = findReturn(context, input.returnId);
  if (found === null) return failed('NOT_FOUND', 'Return not found.', ['input', 'returnId']);
  const { order, record, notes } = found;
  if (record.status !== 'OPEN')
    return failed('INVALID_STATE', 'Return status is invalid.', ['input', 'returnId']);
  const received = receivedLines(record, input.returnLineItems ?? []);
  if ('code' in received) return { return: null, userErrors: [received] };
  const amount = refundOf(context, input);
  const { paid, refunded } = totalsOf(order, notes);
  if (input.financialTransfer?.issueRefund?.allowOverRefunding !== true && amount > paid - refunded) {
    const message = `Refund amount $${context.money(amount)} is greater than net payment received $${context.money(paid - refunded)}`;
    return failed('INVALID', message, ['input', 'financialTransfer', 'issueRefund']);
  }
  for (const { line, quantity, disposed } of received.lines) {
    line.processed += quantity;
    for (const one of disposed)
      dispose(
        context.shop,
        line,
        { type: one.dispositionType, quantity: one.quantity },
        context.core.clock.now(),
      );
  }
  const restock = received.lines.filter(({ restocked }) => restocked > 0);
  const isWhole = record.lines.every((line) => line.processed === line.quantity);
  if (isWhole && order.returnRequested) {
    const units = Object.fromEntries(record.lines.map(({ lineId, quantity }) => [lineId, quantity]));
    // One event for all of it where everything is restocked now; else line by line.
    const atOnce = record.lines.every((line) =>
      received.lines.some((one) => one.line === line && one.restocked === line.quantity),
    );
    context.notesStore.during({ amount }, () => {
      context.shop.happen(order, 'return', { by: 'seller', units, restore: atOnce });
    });
    if (!atOnce) for (const one of restock) putBack(context, order, one.line.lineId, one.restocked);
    return shown(context, order, record);
  }
  for (const one of restock) putBack(context, order, one.line.lineId, one.restocked);
  context.shop.orderChanged(order);
  context.notesStore.save(context.shop, order, notes);
  if (amount > 0) {
    context.notesStore.refundMoney(context.shop, order, amount, null, order.updatedAt);
    record.refunds.push(notes.refunds.at(-1)?.number ?? 0);
  }
  notify('RETURNS_PROCESS', order, notes);
  return shown(context, order, record);
}

interface Received {
  readonly line: ReturnLineRecord;
  readonly quantity: number;
  readonly restocked: number;
  readonly disposed: NonNullable<ProcessLine['dispositions']>;
}

function receivedLines(
  record: ReturnRecord,
  entries: readonly ProcessLine[],
): { lines: Received[] } | ReturnError {
  const lines: Received[] = [];
  for (const [index, entry] of entries.entries()) {
    const field = ['input', 'returnLineItems', String(index)];
    const line = record.lines.find(({ number }) => gid('ReturnLineItem', number) === entry.id);
    if (line === undefined) return { code: 'NOT_FOUND', field: [...field, 'id'], message: 'Return line item was not found.' }; // oxfmt-ignore
    const disposed = entry.dispositions ?? [];
    if (disposed.some((one) => one.reverseFulfillmentOrderLineItemId !== reverseLineId(line)))
      return { code: 'NOT_FOUND', field: [...field, 'dispositions'], message: 'Reverse fulfillment order line item was not found.' }; // oxfmt-ignore
    const sum = disposed.reduce((total, { quantity }) => total + quantity, 0);
    if (entry.quantity <= 0 || entry.quantity > line.quantity - line.processed || sum > entry.quantity)
      return { code: 'INVALID', field: [...field, 'quantity'], message: 'Return line item has an invalid quantity.' }; // oxfmt-ignore
    const restocked = disposed.filter(({ dispositionType }) => dispositionType === 'RESTOCKED').reduce((total, { quantity }) => total + quantity, 0); // oxfmt-ignore
    lines.push({ line, quantity: entry.quantity, restocked, disposed });
  }
  return { lines };
}

function refundOf(context: CallContext, { financialTransfer }: ProcessInput): number {
  return (financialTransfer?.issueRefund?.orderTransactions ?? []).reduce(
    (sum, { transactionAmount }) => sum + toMinor(Number(transactionAmount.amount), context.currency),
    0,
  );
}

function putBack(context: CallContext, order: Order, lineId: string, units: number): void {
  const line = order.lines.find(({ id }) => id === lineId);
  const offer = line === undefined ? undefined : context.shop.offer(line.variantId);
  if (line === undefined || offer === undefined) return;
  line.restored += units;
  context.shop.setStock(offer, { sellable: offer.variant.stock.sellable + units }, 'order');
  context.shop.orderChanged(order);
}
