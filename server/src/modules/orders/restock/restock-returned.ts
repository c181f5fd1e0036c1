import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { lockStock } from '../../stock/ledger/lock-stock.ts';
import { applyOrderLines, type LineListingEvent } from '../../stock/changes/order-effects.ts';
import { putBackEvents, risesAtShop, skuOfListing } from '../../stock/changes/put-back.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { linesOf, type OrderItemRow } from '../imports/import-order.queries.ts';
import { givenBack } from '../imports/line-cancellations.rules.ts';
import { isSellers } from '../imports/order-lines.rules.ts';
import { addRestocked, lockOrderOf } from './restocks.queries.ts';

/** Units of a line to restock. */
export interface Restocking {
  readonly orderItemId: number;
  readonly units: number;
  /** The restocked units that the caller knows of; 0 makes `units` the units in all. */
  readonly restockedBefore: number;
  /** What the shop shows more since they came back are other units. */
  readonly isApart: boolean;
}

/**
 * Restocks units that left the house and were returned, at a member's request: each unit once. Where the seller put them back at the
 * shop as well, the shop's rise is taken back, or is not booked within an hour, unless the marketplace tells such rises with the order.
 * It is idempotent, as a request names the units that were restocked before it.
 * @returns how many units this call restocked
 * @throws Refusal 422 where more units are given than came back
 */
export async function restockReturned(
  tx: Tx,
  ctx: Context,
  orderId: number,
  restockings: readonly Restocking[],
): Promise<number> {
  const { channel, clockOffsetMs } = await lockOrderOf(tx, orderId);
  const isTold = ctx.connectors[channel].facts.restoresOnCancel === 'reported';
  const lines = await linesOf(tx, orderId);
  const added = restockings.flatMap((restocking) => {
    const line = lines.find(({ id }) => id === restocking.orderItemId);
    const units = line === undefined ? 0 : unitsToRestock(line, restocking);
    return line === undefined || line.variant_id === null || units === 0
      ? []
      : [{ line, variantId: line.variant_id, units, isApart: restocking.isApart }];
  });
  if (added.length === 0) return 0;
  const shops = new Map<number, number>();
  for (const { line } of added) {
    const listingId = isTold ? null : shopOf(line);
    if (listingId !== null) shops.set(line.id, await skuOfListing(tx, listingId));
  }
  const stocks = await lockStock(tx, [
    ...added.flatMap(({ line, variantId }) => [
      variantId,
      ...(line.parts ?? []).map((part) => part.variantId),
    ]),
    ...shops.values(),
  ]);
  const at = after(ctx.clock.now(), clockOffsetMs);
  const restocked = [];
  for (const one of added) {
    const events = shops.has(one.line.id) ? await eventsAtShop(tx, one, at) : [];
    await addRestocked(tx, one.line.id, one.units, events.length);
    restocked.push({ ...one, events });
  }
  await applyOrderLines(
    tx,
    ctx,
    stocks,
    restocked.map(({ line, variantId, units, events }) => ({
      orderId,
      orderItemId: line.id,
      variantId,
      adjustment: units,
      action: movementMessages.restock,
      cause: `line:${String(line.id)}:${String(line.effect_no + 1)}`,
      listingId: events.length === 0 ? null : shopOf(line),
      parts: line.parts,
      events,
      isDoubtful: false,
      restorableUntil: null,
    })),
  );
  return added.reduce((sum, { units }) => sum + units, 0);
}

/** The listing whose shop may show returned units of a line again; null: it sold a set, or no listing is known. */
function shopOf({
  parts,
  variant_listing_id: listingId,
  returned_since: since,
}: OrderItemRow): number | null {
  return parts === null && since !== null ? listingId : null;
}

interface Added {
  readonly line: OrderItemRow;
  readonly units: number;
  readonly isApart: boolean;
}

async function eventsAtShop(tx: Tx, { line, units, isApart }: Added, at: Date): Promise<LineListingEvent[]> {
  const listingId = shopOf(line);
  const { returned_since: since } = line;
  const returned = Math.min(units, line.returned - line.restocked_by_hand);
  if (listingId === null || since === null || returned <= 0) return [];
  const shop = await risesAtShop(tx, listingId, since);
  return putBackEvents(shop, returned, isApart, { from: since, until: at }).map((event, index) => ({
    ...event,
    kind: 'restored',
    seq: line.event_no + index + 1,
  }));
}

/** @throws Refusal 422 where more units are given than came back */
function unitsToRestock(line: OrderItemRow, { units, restockedBefore }: Restocking): number {
  const back = line.returned + line.cancelled - givenBack(line.cancellations);
  if (
    line.variant_id === null ||
    !isSellers({ keptBy: line.kept_by }) ||
    units < 1 ||
    restockedBefore + units > back
  ) {
    throw invalid('order', message('orders.not_returned'));
  }
  return Math.max(0, restockedBefore + units - line.restocked_by_hand);
}
