import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { announceOrders } from '../order/announce-orders.queries.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { applyOrderLines, type LineEffect } from '../../stock/changes/order-effects.ts';
import { lockStock } from '../../stock/ledger/lock-stock.ts';
import { linesOf, type OrderItemRow } from '../imports/import-order.queries.ts';
import { lineAsRecorded } from '../imports/line-inputs.rules.ts';
import { linkCodeOf } from '../imports/link-code.rules.ts';
import { linkedVariants } from '../imports/linked-codes.queries.ts';
import { linkLine, lockWaitingOrder, ordersToLink, refreshLacking } from './links.queries.ts';

/** Orders of one read. */
const CHUNK = 200;

/** Has the orders of a shop that wait for a link take their units from the SKUs that were linked, each order once. */
export async function linkWaitingOrders(ctx: Context, marketplaceId: number): Promise<void> {
  for (let last = 0; ;) {
    const orders = await ordersToLink(ctx.db, marketplaceId, last, CHUNK);
    for (const orderId of orders) await inTransaction(ctx.db, (tx) => linkOrderLines(tx, ctx, orderId));
    if (orders.length < CHUNK) return;
    last = orders.at(-1) ?? last;
  }
}

/** Has the lines of one order that have no SKU take their units from the SKUs that their codes are linked to. */
export async function linkOrderLines(tx: Tx, ctx: Context, orderId: number): Promise<void> {
  const order = await lockWaitingOrder(tx, orderId);
  if (order === null) return;
  const waiting = (await linesOf(tx, orderId)).filter(isWaiting);
  const codes = waiting.map((line) => linkCodeOf(lineAsRecorded(line)));
  const linked = await linkedVariants(tx, order.marketplaceId, codes);
  const lines = waiting.flatMap((line, place) => {
    const variantId = linked.get(codes[place] ?? '');
    return variantId === undefined ? [] : [{ line, variantId }];
  });
  if (lines.length === 0) return;
  const stocks = await lockStock(
    tx,
    lines.map(({ variantId }) => variantId),
  );
  const effects: LineEffect[] = [];
  for (const { line, variantId } of lines) {
    const parts = stocks.get(variantId)?.madeOf?.parts ?? null;
    const effect = order.isTest ? 0 : line.restocked - line.ordered;
    await linkLine(tx, line.id, {
      variantId,
      madeOf: parts?.map(({ partId, units }) => [partId, units] as const) ?? null,
      effect,
    });
    effects.push({
      orderId,
      orderItemId: line.id,
      variantId,
      adjustment: effect,
      action: movementMessages.order_placed,
      cause: `line:${String(line.id)}:${String(line.effect_no + 1)}`,
      listingId: null,
      parts:
        parts?.map(({ partId, units }) => ({ partId, variantId: partId, units, listingId: null })) ?? null,
      events: [],
      isDoubtful: false,
      restorableUntil: null,
    });
  }
  const at = ctx.clock.now();
  await refreshLacking(tx, orderId, at);
  await announceOrders(tx, order.storeId, [orderId], at);
  await applyOrderLines(tx, ctx, stocks, effects);
}

/** Whether a line has no SKU, nor a listing that would give it one. */
function isWaiting(line: OrderItemRow): boolean {
  return (
    line.is_listed && line.variant_id === null && line.variant_listing_id === null && line.lacking === null
  );
}
