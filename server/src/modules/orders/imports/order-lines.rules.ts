import type { ChannelFacts, ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import type { Interval } from '@evenstock/connectors/kit/paging';
import { after, later, orderOf, type TimeSpan } from '../../../platform/time/time-spans.ts';

/** The recorded stock of a line, in units. */
export interface LineStock {
  readonly ordered: number;
  readonly cancelled: number;
  readonly returned: number;
  /** Units restocked, and those of them that a member restocked. */
  readonly restocked: number;
  readonly restockedByHand: number;
  /** Units that the channel put back on its own listing. */
  readonly restored: number;
  /** The line's effect in the ledger, and its number of entries. */
  readonly effect: number;
  readonly effectNo: number;
  readonly eventNo: number;
  /** Units that the listing's baseline included. */
  readonly countedOrdered: number;
  readonly countedRestocked: number;
  /** The line was compared with its listing's baseline; every later change counts. */
  readonly isCounted: boolean;
}

export const untouched: LineStock = {
  ordered: 0,
  cancelled: 0,
  returned: 0,
  restocked: 0,
  restockedByHand: 0,
  restored: 0,
  effect: 0,
  effectNo: 0,
  eventNo: 0,
  countedOrdered: 0,
  countedRestocked: 0,
  isCounted: false,
};

/** The times of a reported state, on the channel's clock. */
export interface StateTimes {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The latest instant at which the earlier state certainly held; null for a new order. */
  readonly knownAt: Date | null;
  /** The read that reported it. */
  readonly read: Interval;
}

/** Facts of the line's listing and variant that the decision needs. */
export interface ListingContext {
  /** The read that is the listing's baseline; null: the listing is unknown or was not read yet. */
  readonly counted: TimeSpan | null;
  /** The listing is held, so another read can show whether the baseline included the order. */
  readonly isHeld: boolean;
  /** The instant from which cancelled units are not restocked; null: they are restocked. */
  readonly restockFrozenSince: Date | null;
}

export interface LineEvent extends TimeSpan {
  readonly kind: 'placed' | 'restored';
  readonly seq: number;
  readonly delta: number;
}

export interface LineDecision {
  readonly line: LineStock;
  /** The adjustment of the ledger. */
  readonly adjustment: number;
  readonly events: readonly LineEvent[];
  /** It is ambiguous whether the baseline included the order: it is assumed to, and the listing is read again. */
  readonly isDoubtful: boolean;
  /** The marketplace may have put cancelled units back until then, on its clock. Null: it put none back. */
  readonly restorableUntil: Date | null;
}

type ReportedLine = Pick<ChannelOrderLine, 'ordered' | 'cancelled' | 'returned' | 'restored' | 'restoredAt'>;

/**
 * Decides the effects of a newer state of an order line: on the restocked units (decided once, kept), on the ledger, and on its
 * own listing. The effect is a function of the units, without those that the listing's baseline included.
 */
export function decideLine(
  known: LineStock,
  reported: ReportedLine,
  times: StateTimes,
  context: ListingContext | null,
  facts: Pick<ChannelFacts, 'restoresOnCancel'>,
): LineDecision {
  const mayBeRestored = facts.restoresOnCancel === 'undocumented' && reported.cancelled > known.cancelled;
  const restorableUntil = mayBeRestored ? later(times.updatedAt, times.read.ended) : null;
  return { ...decide(known, reported, times, context, facts), restorableUntil };
}

type Decided = Omit<LineDecision, 'restorableUntil'>;

function decide(
  known: LineStock,
  reported: ReportedLine,
  times: StateTimes,
  context: ListingContext | null,
  facts: Pick<ChannelFacts, 'restoresOnCancel'>,
): Decided {
  const cameBack = changeSpan(known, reported, times);
  const units = {
    ...known,
    ordered: reported.ordered,
    cancelled: reported.cancelled,
    returned: reported.returned,
    restocked: restockedNow(known, reported.cancelled, {
      at: cancelledBy(cameBack, times.read),
      frozenSince: context?.restockFrozenSince ?? null,
    }),
    restored: restoredNow(reported, facts),
  };
  if (!known.isCounted) {
    const counted = context?.counted ?? null;
    if (counted === null) return { line: units, adjustment: 0, events: [], isDoubtful: false };
    return comparedWithBaseline(known, units, times, cameBack, { counted, isHeld: context?.isHeld ?? false });
  }
  const changes: Change[] = [
    { kind: 'placed', delta: known.ordered - units.ordered, span: changeSpanOf(times) },
    { kind: 'restored', delta: units.restored - known.restored, span: cameBack },
  ];
  return settled(units, changes, false);
}

/** Cancelled units are restocked, unless that is switched off at the time. A withdrawn cancellation subtracts them again. */
function restockedNow(
  known: LineStock,
  cancelled: number,
  { at, frozenSince }: { readonly at: Date; readonly frozenSince: Date | null },
): number {
  const more = cancelled - known.cancelled;
  if (more > 0) return frozenSince !== null && at >= frozenSince ? known.restocked : known.restocked + more;
  return known.restocked - Math.min(-more, known.restocked - known.restockedByHand);
}

/** The latest instant at which units may have been cancelled: a date within the read may be its begin, for want of a better one. */
function cancelledBy({ until }: TimeSpan, read: Interval): Date {
  return until < read.began ? until : later(until, read.ended);
}

function restoredNow(reported: ReportedLine, facts: Pick<ChannelFacts, 'restoresOnCancel'>): number {
  if (facts.restoresOnCancel === 'undocumented') return 0;
  return reported.restored ?? (facts.restoresOnCancel === 'yes' ? reported.cancelled : 0);
}

/**
 * The interval within which the reported change happened: since the earlier state, or at the channel's date. That date is the last
 * change's, as several units may have been returned one after the other.
 */
function changeSpan(known: LineStock, reported: ReportedLine, times: StateTimes): TimeSpan {
  const since = changeSpanOf(times);
  if (reported.restoredAt === null) return since;
  const isOne = (reported.restored ?? reported.cancelled) - known.restored <= 1;
  const from = isOne || since.from > reported.restoredAt ? reported.restoredAt : since.from;
  return { from, until: reported.restoredAt };
}

function changeSpanOf({ createdAt, updatedAt, knownAt }: StateTimes): TimeSpan {
  const from = knownAt ?? createdAt;
  return { from: from < updatedAt ? from : updatedAt, until: updatedAt };
}

interface Change {
  readonly kind: LineEvent['kind'];
  readonly delta: number;
  readonly span: TimeSpan;
}

/**
 * Compares a line with its listing's baseline for the first time. Orders placed before the baseline read are already in it. If the
 * order of the two is unclear, assume included; the next read corrects it.
 */
function comparedWithBaseline(
  known: LineStock,
  units: LineStock,
  times: StateTimes,
  cameBack: TimeSpan,
  context: { readonly counted: TimeSpan; readonly isHeld: boolean },
): Decided {
  const placedSpan = { from: times.createdAt, until: times.createdAt };
  const placed = orderOf(placedSpan, context.counted);
  const hasCancelled = units.cancelled !== known.cancelled || units.restored !== known.restored;
  const undated = cameBack.from.getTime() !== cameBack.until.getTime();
  const back = orderOf(
    context.isHeld || !undated ? cameBack : { from: cameBack.until, until: cameBack.until },
    context.counted,
  );
  const line = { ...units, isCounted: true };
  if (placed === 'after') {
    const changes: Change[] = [
      { kind: 'placed', delta: -units.ordered, span: placedSpan },
      { kind: 'restored', delta: units.restored, span: cameBack },
    ];
    return settled(line, changes, false);
  }
  const isBackSince = hasCancelled && back === 'after';
  const counted = {
    ...line,
    countedOrdered: units.ordered,
    countedRestocked: isBackSince ? known.restocked : units.restocked,
  };
  const changes: Change[] = isBackSince
    ? [{ kind: 'restored', delta: units.restored - known.restored, span: cameBack }]
    : [];
  const isDoubtful = placed === 'overlaps' || (hasCancelled && back === 'overlaps');
  return settled(counted, changes, isDoubtful);
}

function settled(units: LineStock, changes: readonly Change[], isDoubtful: boolean): Decided {
  const effect = effectOf(units);
  const adjustment = effect - units.effect;
  const real = changes.filter(({ delta }) => delta !== 0);
  return {
    line: {
      ...units,
      effect,
      effectNo: units.effectNo + (adjustment === 0 ? 0 : 1),
      eventNo: units.eventNo + real.length,
    },
    adjustment,
    events: real.map(({ kind, delta, span }, place) => ({
      kind,
      delta,
      ...span,
      seq: units.eventNo + place + 1,
    })),
    isDoubtful,
  };
}

/** The effect of a line on the quantity: units ordered less units restocked, without those that the baseline included. */
export function effectOf(
  line: Pick<LineStock, 'ordered' | 'restocked' | 'countedOrdered' | 'countedRestocked'>,
): number {
  return line.restocked - line.ordered - (line.countedRestocked - line.countedOrdered);
}

/** Compares states of an order by the channel's update time, then by the begin of our read, then by the rank of the state. */
export interface StateStamp {
  readonly updatedAt: Date;
  readonly readBegan: Date;
  readonly rank: number;
}

export function isOlder(state: StateStamp, recorded: StateStamp): boolean {
  const updated = state.updatedAt.getTime() - recorded.updatedAt.getTime();
  if (updated !== 0) return updated < 0;
  const read = state.readBegan.getTime() - recorded.readBegan.getTime();
  if (read !== 0) return read < 0;
  return state.rank < recorded.rank;
}

/**
 * The latest instant at which a recorded state certainly held: its update time, or the begin of its read less the read lag if that
 * is later.
 */
export function knownUntil(recorded: StateStamp, readLagSeconds: number): Date {
  return later(recorded.updatedAt, after(recorded.readBegan, -readLagSeconds * 1000));
}
