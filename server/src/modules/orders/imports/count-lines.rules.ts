import { movementMessages, type MovementAction } from '@evenstock/contract/messages/catalog/movements';
import type { ChannelFacts, ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import { shownName } from '@evenstock/connectors/kit/shown-name';
import type { LineEffect, LinePart, SetPart } from '../../stock/changes/order-effects.ts';
import type { TimeSpan } from '../../../platform/time/time-spans.ts';
import type { Lacking } from './lacking-lines.rules.ts';
import type { MatchedListing, OrderItemRow } from './import-order.queries.ts';
import {
  decideLine,
  untouched,
  type LineDecision,
  type ListingContext,
  type LineStock,
  type StateTimes,
} from './order-lines.rules.ts';

/** A line as its marketplace reports it, as it is recorded, and the listing that it sells. */
export interface LineInput {
  readonly reported: ChannelOrderLine;
  /** Its index among the order's lines. */
  readonly index: number;
  readonly id: number;
  readonly before: OrderItemRow | null;
  readonly listing: MatchedListing | null;
  readonly isTest: boolean;
  /** The SKU that a member linked its code to; null: none. */
  readonly linked: number | null;
  /** The listings of the parts of a bundle, where the marketplace tells them all; null: it is no bundle. */
  readonly bundle: readonly BundlePart[] | null;
  /** Its share of lines that were split or joined; null: it is the recorded line's alone. */
  readonly share: LineStock | null;
  /** Set while newer states lack it. */
  readonly lacking: Lacking | null;
  /** Its change happened within this time; null: as the state's. */
  readonly times: TimeSpan | null;
}

/** A part of a marketplace's bundle. */
export interface BundlePart extends MatchedListing {
  /** Units of it in one bundle. */
  readonly units: number;
}

/** Facts of a variant whose stock is changed by a line. */
interface CountedVariant {
  readonly variantId: number;
  /** The instant from which cancelled units are not restocked; null: they are restocked. */
  readonly restockFrozenSince: Date | null;
  readonly listings: readonly CountedListing[];
  /** Null: it is no set. */
  readonly madeOf: { readonly parts: readonly Pick<SetPart, 'partId' | 'units'>[] } | null;
}

interface CountedListing {
  readonly id: number;
  readonly stock: {
    /** The time of its baseline read; null: it has no baseline yet. */
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

/** The rows of an order's lines, and their effects on stock. */
export function countedLines(
  inputs: readonly LineInput[],
  stocks: ReadonlyMap<number, CountedVariant>,
  counting: Counting,
): { rows: Record<string, unknown>[]; effects: LineEffect[] } {
  const rows: Record<string, unknown>[] = [];
  const effects: LineEffect[] = [];
  for (const input of inputs) {
    const found = variantOf(input, stocks);
    const decision = decideLine(
      input.share ?? stockOf(input.before),
      { ...input.reported, isTest: input.isTest, isRegrouped: input.share !== null },
      input.times === null
        ? counting.times
        : { ...counting.times, knownAt: input.times.from, updatedAt: input.times.until },
      listingContext(found, input.listing === null && input.linked !== null),
      counting.facts,
    );
    const variantId = decision.line.isCounted
      ? (input.before?.variant_id ?? found?.variant.variantId ?? null)
      : null;
    const parts = variantId === null ? null : partsSold(input, found?.variant ?? null);
    rows.push(rowOf(input, decision.line, { variantId, parts }));
    if (
      variantId !== null &&
      (decision.adjustment !== 0 ||
        decision.events.length > 0 ||
        decision.isDoubtful ||
        decision.restorableUntil !== null)
    ) {
      effects.push(
        effectOf(input, decision, {
          orderId: counting.orderId,
          variantId,
          listing: found?.listing ?? null,
          parts,
        }),
      );
    }
  }
  return { rows, effects };
}

/**
 * The units that an order's lines add to the sales of each listing: units ordered less units cancelled, less those that were counted
 * before.
 */
export function soldUnits(inputs: readonly LineInput[]): { listingId: number; units: number }[] {
  return inputs.flatMap(({ reported, before, listing, isTest }) => {
    if (isTest) return [];
    const listingId = listing?.listingId ?? before?.variant_listing_id ?? null;
    const earlier = before?.variant_listing_id ?? null;
    const counted = before === null ? 0 : before.ordered - before.cancelled;
    return [
      ...(earlier === null ? [] : [{ listingId: earlier, units: -counted }]),
      ...(listingId === null ? [] : [{ listingId, units: reported.ordered - reported.cancelled }]),
    ];
  });
}

/** The parts that a line sold, as a set or as a bundle of its marketplace: those of its first effect. */
function partsSold(
  { before, bundle }: LineInput,
  variant: CountedVariant | null,
): readonly LinePart[] | null {
  if (before !== null && before.variant_id !== null) return before.parts;
  if (bundle !== null) {
    return bundle.map(({ variantId, listingId, units }) => ({
      partId: variantId,
      variantId,
      units,
      listingId,
    }));
  }
  const parts = variant?.madeOf?.parts ?? null;
  return parts?.map(({ partId, units }) => ({ partId, variantId: partId, units, listingId: null })) ?? null;
}

interface LineVariant {
  readonly variant: CountedVariant;
  readonly listing: CountedListing | null;
}

/** The variant whose quantity the line changes: the one that it changed first, otherwise the one of its listing. */
function variantOf(
  { before, listing, linked, bundle }: LineInput,
  stocks: ReadonlyMap<number, CountedVariant>,
): LineVariant | null {
  // A bundle has no number of its own: the baselines of its parts decide, the last of which counts.
  if (bundle !== null) return lastCounted(bundle, stocks);
  const own = stocks.get(listing?.variantId ?? linked ?? 0);
  const ownListing = own?.listings.find(({ id }) => id === listing?.listingId) ?? null;
  const fixed = before?.variant_id == null ? undefined : stocks.get(before.variant_id);
  const variant = fixed ?? own;
  return variant === undefined ? null : { variant, listing: ownListing };
}

function lastCounted(
  bundle: readonly BundlePart[],
  stocks: ReadonlyMap<number, CountedVariant>,
): LineVariant | null {
  const found = bundle.flatMap(({ variantId, listingId }) => {
    const variant = stocks.get(variantId);
    const listing = variant?.listings.find(({ id }) => id === listingId);
    return variant === undefined || listing === undefined ? [] : [{ variant, listing }];
  });
  const at = ({ listing }: (typeof found)[number]): number =>
    listing.stock.counted_until?.getTime() ?? Infinity;
  return found.toSorted((one, other) => at(other) - at(one))[0] ?? null;
}

/** A line without a listing was linked by hand: no baseline has its units. */
const NEVER_READ = { from: new Date(0), until: new Date(0) };

function listingContext(found: LineVariant | null, isLinked: boolean): ListingContext | null {
  if (found === null) return null;
  if (isLinked) {
    return { counted: NEVER_READ, isHeld: false, restockFrozenSince: found.variant.restockFrozenSince };
  }
  const stock = found.listing?.stock;
  const from = stock?.counted_from ?? null;
  const until = stock?.counted_until ?? null;
  return {
    counted: from === null || until === null ? null : { from, until },
    isHeld: stock?.held ?? false,
    restockFrozenSince: found.variant.restockFrozenSince,
  };
}

/** What is recorded of a line's stock. */
export function stockOf(row: OrderItemRow | null): LineStock {
  if (row === null) return untouched;
  return {
    ordered: row.ordered,
    cancelled: row.cancelled,
    returned: row.returned,
    keptBy: row.kept_by,
    isTest: false,
    cancellations: row.cancellations,
    returnedSince: row.returned_since,
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
  { line, adjustment, events, isDoubtful, restorableUntil }: LineDecision,
  target: {
    readonly orderId: number;
    readonly variantId: number;
    readonly listing: CountedListing | null;
    readonly parts: readonly LinePart[] | null;
  },
): LineEffect {
  return {
    orderId: target.orderId,
    orderItemId: input.id,
    variantId: target.variantId,
    adjustment,
    action: actionOf(adjustment, line),
    cause: `line:${String(input.id)}:${String(line.effectNo)}`,
    listingId: target.listing?.id ?? null,
    parts: target.parts,
    events,
    isDoubtful,
    restorableUntil,
  };
}

function actionOf(adjustment: number, line: LineStock): MovementAction {
  if (adjustment > 0) return movementMessages.order_cancelled;
  return line.effectNo === 1 ? movementMessages.order_placed : movementMessages.order_changed;
}

function rowOf(
  { reported, index, id, before, listing, lacking }: LineInput,
  line: LineStock,
  { variantId, parts }: { readonly variantId: number | null; readonly parts: readonly LinePart[] | null },
) {
  return {
    id,
    position: index,
    channel_line_id: reported.lineId,
    channel_item_id: reported.itemId,
    channel_variant_id: reported.variantId,
    variant_listing_id: listing?.listingId ?? before?.variant_listing_id ?? null,
    variant_id: variantId === null ? null : (before?.stored_variant_id ?? variantId),
    made_of:
      parts?.map(({ partId, units, listingId }) =>
        listingId === null ? [partId, units] : [partId, units, listingId],
      ) ?? null,
    name: shownName(reported),
    variant_name: reported.variantName,
    sku: reported.sku,
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
    unit_price: reported.unitPrice,
    original_price: reported.originalPrice,
    total_price: reported.total,
    fulfilled: reported.fulfilled,
    return_status: reported.returnStatus,
    shipment_provider: reported.shipmentProvider,
    tracking_code: reported.trackingCode,
    unit_ids: reported.unitIds,
    kept_by: line.keptBy,
    is_listed: reported.isListed,
    marketplace_sku: reported.marketplaceSku,
    sent: reported.sent,
    cancellations: line.cancellations.map(({ id: of, units, frozen, restocked }) => ({
      id: of,
      units,
      frozen,
      restocked,
    })),
    returned_since: line.returnedSince,
    lacking,
  };
}
