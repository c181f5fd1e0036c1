import type { ChannelFacts, ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import type { LineEffect } from '../stock/order-effects.ts';
import type { MatchedListing, OrderItemRow } from './import-order.queries.ts';
import {
  decideLine,
  untouched,
  type LineDecision,
  type LineShelf,
  type LineStock,
  type StateTimes,
} from './order-lines.rules.ts';

/** A line as told, as recorded, and the listing that it sells. */
export interface LineInput {
  readonly told: ChannelOrderLine;
  readonly place: number;
  readonly id: number;
  readonly before: OrderItemRow | null;
  readonly listing: MatchedListing | null;
}

/** What counting must know of a variant whose stock a line changes. */
interface CountedVariant {
  readonly variantId: number;
  /** Since when cancelled units are not given back; null: they are. */
  readonly restockFrozenSince: Date | null;
  readonly listings: readonly CountedListing[];
}

interface CountedListing {
  readonly id: number;
  readonly stock: {
    /** When its first count was taken; null: it was not counted yet. */
    readonly counted_from: Date | null;
    readonly counted_until: Date | null;
    readonly held: boolean;
  };
}

interface Counting {
  readonly orderId: number;
  readonly times: StateTimes;
  readonly facts: ChannelFacts;
}

/** What each line's row becomes, and what the lines do to stock. */
export function countedLines(
  inputs: readonly LineInput[],
  shelves: ReadonlyMap<number, CountedVariant>,
  counting: Counting,
): { rows: Record<string, unknown>[]; effects: LineEffect[] } {
  const rows: Record<string, unknown>[] = [];
  const effects: LineEffect[] = [];
  for (const input of inputs) {
    const place = placeOf(input, shelves);
    const known = stockOf(input.before);
    const decision = decideLine(known, input.told, counting.times, lineShelf(place), counting.facts);
    const variantId = decision.line.isCounted
      ? (input.before?.variant_id ?? place?.shelf.variantId ?? null)
      : null;
    rows.push(rowOf(input, decision.line, variantId));
    if (
      variantId !== null &&
      (decision.adjustment !== 0 || decision.events.length > 0 || decision.isDoubtful)
    ) {
      effects.push(
        effectOf(input, decision, { orderId: counting.orderId, variantId, listing: place?.listing ?? null }),
      );
    }
  }
  return { rows, effects };
}

interface Place {
  readonly shelf: CountedVariant;
  readonly listing: CountedListing | null;
}

/** The shelf whose quantity the line changes: the one it lowered first, else the one of its listing now. */
function placeOf({ before, listing }: LineInput, shelves: ReadonlyMap<number, CountedVariant>): Place | null {
  const own = listing === null ? undefined : shelves.get(listing.variantId);
  const shelfListing = own?.listings.find(({ id }) => id === listing?.listingId) ?? null;
  const fixed = before?.variant_id == null ? undefined : shelves.get(before.variant_id);
  const shelf = fixed ?? own;
  return shelf === undefined ? null : { shelf, listing: shelfListing };
}

function lineShelf(place: Place | null): LineShelf | null {
  if (place === null) return null;
  const stock = place.listing?.stock;
  const from = stock?.counted_from ?? null;
  const until = stock?.counted_until ?? null;
  return {
    counted: from === null || until === null ? null : { from, until },
    isHeld: stock?.held ?? false,
    restockFrozenSince: place.shelf.restockFrozenSince,
  };
}

function stockOf(row: OrderItemRow | null): LineStock {
  if (row === null) return untouched;
  return {
    ordered: row.ordered,
    cancelled: row.cancelled,
    returned: row.returned,
    restocked: row.restocked,
    restockedByHand: row.restocked_by_hand,
    restored: row.restored,
    effect: row.effect,
    effectNo: row.effect_no,
    eventNo: row.event_no,
    countedOrdered: row.counted_ordered,
    countedRestocked: row.counted_restocked,
    isCounted: row.variant_id !== null,
  };
}

function effectOf(
  input: LineInput,
  { line, adjustment, events, isDoubtful }: LineDecision,
  place: { readonly orderId: number; readonly variantId: number; readonly listing: CountedListing | null },
): LineEffect {
  return {
    orderId: place.orderId,
    orderItemId: input.id,
    variantId: place.variantId,
    adjustment,
    action: actionOf(adjustment, line),
    cause: `line:${String(input.id)}:${String(line.effectNo)}`,
    listingId: place.listing?.id ?? null,
    events,
    isDoubtful,
  };
}

function actionOf(adjustment: number, line: LineStock): string {
  if (adjustment > 0) return 'Order cancelled';
  return line.effectNo === 1 ? 'Order placed' : 'Order changed';
}

function rowOf({ told, place, id, before, listing }: LineInput, line: LineStock, variantId: number | null) {
  return {
    id,
    position: place,
    channel_line_id: told.lineId,
    channel_item_id: told.itemId,
    channel_variant_id: told.variantId,
    variant_listing_id: listing?.listingId ?? before?.variant_listing_id ?? null,
    variant_id: variantId,
    name: told.name,
    variant_name: told.variantName,
    sku: told.sku,
    ordered: line.ordered,
    cancelled: line.cancelled,
    returned: line.returned,
    restocked: line.restocked,
    restocked_by_hand: line.restockedByHand,
    restored: line.restored,
    event_no: line.eventNo,
    effect: line.effect,
    effect_no: line.effectNo,
    counted_ordered: line.countedOrdered,
    counted_restocked: line.countedRestocked,
    unit_price: told.unitPrice,
    original_price: told.originalPrice,
    total_price: told.total,
    fulfilled: told.fulfilled,
    return_status: told.returnStatus,
    shipment_provider: told.shipmentProvider,
    tracking_code: told.trackingCode,
    unit_ids: told.unitIds,
  };
}
