import type { ChannelReturn } from '@evenstock/connectors/kit/capabilities';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { shownName } from '@evenstock/connectors/kit/shown-name';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockReturnedOrder, type LockedOrder } from '../orders/imports/apply-returns.ts';
import { readOrder } from '../orders/imports/read-order.ts';

import { isNewerReturn, isSameReturn, matchItem } from './return-lines.rules.ts';
import {
  eraseBuyersIn,
  insertReturn,
  isOrderHere,
  lockReturn,
  recordReturnChange,
  replaceLines,
  updateReturn,
  type ReturnRow,
} from './returns.queries.ts';

/** Violated where a concurrent transaction records the same return. */
const RECORDED_MEANWHILE = ['order_returns_marketplace_id_channel_return_id_key'];

export interface ReturnScope {
  readonly storeId: number;
  readonly marketplaceId: number;
}

/**
 * Records one return as its marketplace reports it, and derives its order's state from it, in one idempotent transaction. A state that
 * is older than the recorded one changes nothing. An order that is not stored yet is read first; a return whose order its marketplace
 * does not know waits for it.
 * @param readBegan when the read that reported it began, on the channel's clock
 * @throws ChannelError where the order cannot be read now
 */
export async function recordReturn(
  ctx: Context,
  scope: ReturnScope,
  reported: ChannelReturn,
  readBegan: Date,
): Promise<void> {
  if (!(await isOrderHere(ctx.db, scope.marketplaceId, reported.order))) {
    await fetchOrder(ctx, scope, reported);
  }
  await inTransaction(ctx.db, (tx) => recordIn(tx, ctx, scope, reported, readBegan), {
    retryOn: RECORDED_MEANWHILE,
  });
}

async function fetchOrder(ctx: Context, scope: ReturnScope, { order }: ChannelReturn): Promise<void> {
  const number = order.channelId ?? order.number;
  if (number === null) return;
  try {
    await readOrder(ctx, scope, number, 'background');
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    ctx.log.info({ err: error, ...scope }, 'A marketplace refused to tell of the order of a return.');
  }
}

async function recordIn(
  tx: Tx,
  ctx: Context,
  scope: ReturnScope,
  reported: ChannelReturn,
  readBegan: Date,
): Promise<void> {
  const order = await lockReturnedOrder(tx, ctx, scope.marketplaceId, reported.order);
  const recorded = await lockReturn(tx, scope.marketplaceId, reported.returnId);
  const orderId = order?.id ?? recorded?.order_id ?? null;
  const isNew = recorded === null || isNewerReturn({ updatedAt: reported.updatedAt, readBegan }, recorded);
  if (!isNew && recorded.order_id === orderId) return;
  const row = isNew
    ? rowOf(
        order?.isBuyerDeleted === true ? { ...reported, disputeTextReason: null, pictures: [] } : reported,
        {
          orderId,
          readBegan,
          at: ctx.clock.now(),
        },
      )
    : { ...recorded, order_id: orderId };
  const returnId =
    recorded === null
      ? await insertReturn(tx, scope, reported.returnId, row)
      : await updateReturn(tx, recorded.id, row);
  if (recorded !== null) await recordReturnChange(tx, scope.storeId, recorded, row);
  if (recorded !== null && isSameReturn(row, recorded)) return;
  await replaceLines(tx, scope.storeId, returnId, linesOf(reported, order));
  await order?.applyReturns();
}

function rowOf(
  reported: ChannelReturn,
  {
    orderId,
    readBegan,
    at,
  }: { readonly orderId: number | null; readonly readBegan: Date; readonly at: Date },
): ReturnRow {
  return {
    order_id: orderId,
    order_number: reported.order.number,
    order_channel_id: reported.order.channelId,
    state: reported.state,
    raw_state: reported.rawState,
    can_accept: reported.canAccept,
    can_dispute: reported.canDispute,
    reason: reported.reason,
    dispute_reason: reported.disputeReason,
    dispute_text_reason: reported.disputeTextReason,
    pictures: reported.pictures,
    tracking_number: reported.trackingNumber,
    refund_amount: reported.refundAmount,
    currency: reported.currency,
    source_created_at: reported.createdAt,
    source_updated_at: reported.updatedAt,
    read_began_at: readBegan,
    due_at: reported.dueAt,
    updated_at: at,
  };
}

function linesOf(reported: ChannelReturn, order: LockedOrder | null) {
  return reported.lines.map((line, position) => ({
    position,
    order_item_id: matchItem(line, order?.items ?? [])?.id ?? null,
    channel_line_id: line.lineId,
    channel_item_id: line.itemId,
    channel_variant_id: line.variantId,
    sku: line.sku,
    name: shownName(line),
    units: line.units,
    unit_price: line.price,
  }));
}

/**
 * Erases, in returns of orders whose buyers' data were deleted, what sellers wrote in disputes, which may contain data of the buyer,
 * and where the buyer's pictures are.
 */
export const eraseDisputes = (ctx: Context, orderIds: readonly number[]): Promise<void> =>
  eraseBuyersIn(ctx.db, orderIds);
