import type { ChannelOrder, ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import type { Interval } from '@evenstock/connectors/kit/paging';
import { stockOf, type BundlePart, type LineInput } from './count-lines.rules.ts';
import type { MatchedListing, OrderItemRow } from './import-order.queries.ts';
import {
  decideLacking,
  recogniseLines,
  regrouped,
  removedLine,
  type Lacking,
} from './lacking-lines.rules.ts';
import { isSellers, type LineStock } from './order-lines.rules.ts';

/** A state of an order, and the recorded lines that it lacks. */
export interface ReportedLines {
  readonly reported: readonly ChannelOrderLine[];
  readonly lacking: readonly OrderItemRow[];
  /** Lines whose units others of the state list now. */
  readonly joined: readonly OrderItemRow[];
  /** What is known of each reported line, by place; lines whose id changed are recognised. */
  readonly known: ReadonlyMap<number, KnownLine>;
}

interface KnownLine {
  /** The row that becomes this line; null: it gets one of its own. */
  readonly row: OrderItemRow | null;
  /** Its share of lines that were split or joined; null: the line is the row's alone. */
  readonly share: LineStock | null;
}

/** Names what a line sells, to recognise it under a new id. */
const goodsOf = (line: Pick<ChannelOrderLine, 'itemId' | 'variantId' | 'sku' | 'marketplaceSku'>): string =>
  JSON.stringify(
    line.variantId === null && line.itemId === null
      ? [line.marketplaceSku, line.sku]
      : [line.itemId, line.variantId],
  );

/** Compares the lines of a state with the recorded ones. */
export function compareLines(
  reported: readonly ChannelOrderLine[],
  rows: readonly OrderItemRow[],
): ReportedLines {
  const byId = new Map(rows.map((row) => [row.channel_line_id, row]));
  const isReported = new Set(reported.map(({ lineId }) => lineId));
  const known = new Map<number, KnownLine>();
  const fresh: number[] = [];
  for (const [place, { lineId }] of reported.entries()) {
    const row = byId.get(lineId);
    if (row === undefined) fresh.push(place);
    else known.set(place, { row, share: null });
  }
  const unreported = rows.filter((row) => !isReported.has(row.channel_line_id) && !isEmptied(row));
  if (unreported.length === 0) return { reported, lacking: [], joined: [], known };
  const freshLines = fresh.flatMap((place) => reported[place] ?? []);
  const { pairs, groups } = recogniseLines(
    unreported.map((row) => ({ goods: goodsOf(lineAsRecorded(row)), ordered: row.ordered })),
    freshLines.map((line) => ({ goods: goodsOf(line), ordered: line.ordered })),
  );
  for (const pair of pairs) {
    known.set(fresh[pair.fresh] ?? -1, { row: unreported[pair.lacking] ?? null, share: null });
  }
  for (const group of groups) {
    const from = group.lacking.flatMap((place) => unreported[place] ?? []);
    const shares = regrouped(
      from.map((row) => stockOf(row)),
      group.fresh.flatMap((place) => freshLines[place] ?? []),
    );
    for (const [at, place] of group.fresh.entries()) {
      known.set(fresh[place] ?? -1, { row: from[at] ?? null, share: shares[at] ?? null });
    }
  }
  const recognised = new Set([
    ...pairs.map(({ lacking }) => lacking),
    ...groups.flatMap(({ lacking }) => lacking),
  ]);
  const isJoined = new Set(groups.flatMap(({ lacking, fresh: { length } }) => lacking.slice(length)));
  return {
    reported,
    lacking: unreported.filter((_row, place) => !recognised.has(place)),
    joined: unreported.filter((_row, place) => isJoined.has(place)),
    known,
  };
}

/** A line whose units another line of its order lists now. */
const isEmptied = (row: OrderItemRow): boolean => row.ordered === 0 && row.lacking !== null;

/** A recorded line as its marketplace reported it last. */
export function lineAsRecorded(row: OrderItemRow): ChannelOrderLine {
  return {
    lineId: row.channel_line_id,
    isListed: row.is_listed,
    itemId: row.channel_item_id,
    variantId: row.channel_variant_id,
    sku: row.sku,
    marketplaceSku: row.marketplace_sku,
    name: row.name,
    variantName: row.variant_name,
    unitPrice: row.unit_price,
    originalPrice: row.original_price,
    total: row.total_price,
    ordered: row.ordered,
    cancelled: row.cancelled,
    cancellations: row.cancellations.map(({ id, units, restocked }) => ({ id, units, restocked, at: null })),
    sent: row.sent,
    returned: row.returned,
    restored: row.restored,
    restoredAt: null,
    keptBy: row.kept_by,
    assignedAt: null,
    parts: [],
    fulfilled: row.fulfilled,
    returnStatus: row.return_status,
    shipmentProvider: row.shipment_provider,
    trackingCode: row.tracking_code,
    unitIds: row.unit_ids,
  };
}

export interface InputsOfState {
  readonly inputs: readonly LineInput[];
  /** When the order must be read again, on the channel's clock; null: it need not be. */
  readonly readAgainAt: Date | null;
}

/** All lines that are decided on: those of the state, then those that it lacks. */
export function linesToMatch({ reported, lacking, joined }: ReportedLines): ChannelOrderLine[] {
  return [...reported, ...[...lacking, ...joined].map(lineAsRecorded)];
}

/**
 * Makes the lines of a state, and those that it lacks, ready to be decided on.
 * @param listings of each line of `linesToMatch`, the SKUs that their codes are linked to, and the parts
 *   of bundles
 */
export function lineInputs(
  { reported, lacking, joined, known }: ReportedLines,
  listings: readonly (MatchedListing | null)[],
  linked: readonly (number | null)[],
  bundles: readonly (readonly BundlePart[] | null)[],
  state: {
    readonly order: Pick<ChannelOrder, 'isTest' | 'updatedAt'>;
    readonly knownAt: Date | null;
    readonly read: Interval;
    readonly newIds: readonly number[];
  },
): InputsOfState {
  const { updatedAt } = state.order;
  const readAgain: Date[] = [];
  const ofPlace = (index: number) => ({
    index,
    listing: listings[index] ?? null,
    linked: linked[index] ?? null,
    bundle: bundles[index] ?? null,
    isTest: state.order.isTest,
    times: null,
    lacking: null,
  });
  const present = reported.map((line, index): LineInput => {
    const { row = null, share = null } = known.get(index) ?? {};
    const id = row?.id ?? state.newIds[index] ?? 0;
    return { ...ofPlace(index), reported: withReturns(line, row), id, before: row, share };
  });
  const absent = lacking.map((row, at): LineInput => {
    const times = { knownAt: state.knownAt ?? updatedAt, updatedAt, read: state.read };
    const decision = decideLacking(row.lacking, times);
    const line = lineAsRecorded(row);
    const own = { ...ofPlace(reported.length + at), id: row.id, before: row, share: null };
    if ('removed' in decision) {
      const { from, until } = decision.removed;
      const span = { from: new Date(from), until: new Date(until) };
      return {
        ...own,
        reported: removedLine(line, decision.removed),
        lacking: decision.removed,
        times: span,
      };
    }
    readAgain.push(decision.readAgainAt);
    return { ...own, reported: line, lacking: decision.lacking };
  });
  const emptied = joined.map((row, at): LineInput => {
    const line = { ...lineAsRecorded(row), ordered: 0, cancelled: 0, cancellations: [], returned: 0 };
    return {
      ...ofPlace(reported.length + lacking.length + at),
      reported: { ...line, restored: 0, sent: 0, total: 0 },
      id: row.id,
      before: row,
      share: { ...stockOf(row), restockedByHand: 0, countedOrdered: 0, countedRestocked: 0 },
      lacking: emptiedAt(updatedAt),
    };
  });
  return {
    inputs: [...present, ...absent, ...emptied],
    readAgainAt: readAgain.length === 0 ? null : new Date(Math.min(...readAgain.map(Number))),
  };
}

/** Marks a line whose units others list: it is looked for no more. */
function emptiedAt(updatedAt: Date): Lacking {
  const at = updatedAt.toISOString();
  return { from: at, again: true, until: at, readAt: at };
}

/** Some channels report returned units only in the return, not in the order. */
function withReturns(reported: ChannelOrderLine, before: OrderItemRow | null): ChannelOrderLine {
  const accepted = Math.min(before?.accepted_units ?? 0, reported.ordered - reported.cancelled);
  return accepted <= reported.returned ? reported : { ...reported, returned: accepted };
}

/** Who sends an order of which no unit is the seller's; null: the seller sends some. */
export function sentBy(inputs: readonly LineInput[]): 'marketplace' | 'elsewhere' | null {
  const keepers = inputs
    .filter(({ reported, lacking }) => reported.isListed && lacking === null)
    .map(({ reported, before }) => reported.keptBy ?? before?.kept_by ?? null);
  if (keepers.length === 0 || keepers.some((keptBy) => isSellers({ keptBy }))) return null;
  return keepers.includes('marketplace') ? 'marketplace' : 'elsewhere';
}

/** Whether a line that a listing sells has found none: its units are missing from the quantity until a member links it. */
export function lacksListing(input: LineInput): boolean {
  const { reported, before, listing, linked, bundle, isTest, lacking } = input;
  const isWaiting =
    (listing === null || reported.parts.length > 0) &&
    linked === null &&
    bundle === null &&
    before?.variant_id == null &&
    (before?.variant_listing_id == null || reported.parts.length > 0);
  const hasUnits = reported.ordered > reported.cancelled;
  return isWaiting && hasUnits && reported.isListed && isSellers(reported) && !isTest && lacking === null;
}
