import type { ChannelFacts, ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import type { Interval } from '@evenstock/connectors/kit/paging';
import { after, later, orderOf, type TimeSpan } from '../../../platform/time/time-spans.ts';
import { decideCancellations, givenBack, type KnownCancellation } from './line-cancellations.rules.ts';

export type Keeper = ChannelOrderLine['keptBy'];

/** The recorded stock of a line, in units. */
export interface LineStock {
  readonly ordered: number;
  readonly cancelled: number;
  readonly returned: number;
  /** Who keeps and sends its units; null: not told yet, and taken for the seller. */
  readonly keptBy: Keeper;
  /** It is of a trial order, which takes no units. */
  readonly isTest: boolean;
  readonly cancellations: readonly KnownCancellation[];
  /** Units that came back may have done so from then on; null: none came back. */
  readonly returnedSince: Date | null;
  /** Units restocked, and how many of them a member asked for. */
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
  keptBy: null,
  isTest: false,
  cancellations: [],
  returnedSince: null,
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

/** The state of a line that is decided on. */
export type ReportedLine = Pick<
  ChannelOrderLine,
  'ordered' | 'cancelled' | 'cancellations' | 'returned' | 'restored' | 'restoredAt' | 'keptBy' | 'assignedAt'
> & {
  readonly isTest: boolean;
  /** Its units were listed in other lines before: only the shares of the lines change, and nothing at the shop. */
  readonly isRegrouped: boolean;
};

/** Whether the units are the seller's own: only these have an effect. */
export function isSellers({ keptBy }: { readonly keptBy: Keeper }): boolean {
  return keptBy !== 'marketplace' && keptBy !== 'elsewhere';
}

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
  const mayBeRestored =
    facts.restoresOnCancel === 'undocumented' &&
    reported.cancelled > known.cancelled &&
    isSellers({ keptBy: reported.keptBy ?? known.keptBy });
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
  const units = unitsNow(known, reported, times, { cameBack, facts, context });
  if (!known.isCounted) {
    const counted = context?.counted ?? null;
    if (counted === null) return { line: units, adjustment: 0, events: [], isDoubtful: false };
    return comparedWithBaseline(known, units, times, cameBack, { counted, isHeld: context?.isHeld ?? false });
  }
  if (reported.isRegrouped) return settled(units, [], false);
  if (isSellers(known) !== isSellers(units)) {
    return reassigned(known, units, { reported, times, cameBack, counted: context?.counted ?? null });
  }
  return settled(units, isSellers(units) ? unitChanges(known, units, times, cameBack) : [], false);
}

/** The units of a newer state, with what is decided of those that were cancelled or came back. */
function unitsNow(
  known: LineStock,
  reported: ReportedLine,
  times: StateTimes,
  {
    cameBack,
    facts,
    context,
  }: {
    readonly cameBack: TimeSpan;
    readonly facts: Pick<ChannelFacts, 'restoresOnCancel'>;
    readonly context: ListingContext | null;
  },
): LineStock {
  const frozenSince = context?.restockFrozenSince ?? null;
  const cancellations = decideCancellations(known.cancellations, reported, (date) => {
    const span = date === null ? cameBack : { from: date, until: date };
    return frozenSince !== null && cancelledBy(span, times.read) >= frozenSince;
  });
  const given = Math.min(givenBack(cancellations), reported.cancelled);
  const byHand = Math.min(known.restockedByHand, reported.cancelled - given + reported.returned);
  return {
    ...known,
    ordered: reported.ordered,
    cancelled: reported.cancelled,
    returned: reported.returned,
    keptBy: reported.keptBy ?? known.keptBy,
    isTest: reported.isTest,
    cancellations,
    returnedSince: returnedSince(known, reported, times),
    restocked: given + byHand,
    restored: restoredNow(reported, facts),
  };
}

function returnedSince(known: LineStock, reported: ReportedLine, times: StateTimes): Date | null {
  if (reported.returned === 0) return null;
  return known.returnedSince ?? (reported.returned > known.returned ? changeSpanOf(times).from : null);
}

/** What a newer state of the seller's own units did to the number of their listing. */
function unitChanges(known: LineStock, units: LineStock, times: StateTimes, cameBack: TimeSpan): Change[] {
  return [
    { kind: 'placed', delta: known.ordered - units.ordered, span: changeSpanOf(times) },
    { kind: 'restored', delta: units.restored - known.restored, span: cameBack },
  ];
}

/**
 * Units that were assigned anew leave the seller's number, or come to it, when they were assigned. Where the marketplace tells only
 * now who keeps them, it was so from the start.
 */
function reassigned(
  known: LineStock,
  units: LineStock,
  {
    reported,
    times,
    cameBack,
    counted,
  }: {
    readonly reported: ReportedLine;
    readonly times: StateTimes;
    readonly cameBack: TimeSpan;
    readonly counted: TimeSpan | null;
  },
): Decided {
  const isOwn = isSellers(units);
  const isToldLate = known.keptBy === null;
  const span = isToldLate
    ? { from: times.createdAt, until: times.createdAt }
    : assignedSpan(reported.assignedAt, times);
  const onListing = known.ordered - known.restored;
  const changes: Change[] = [
    { kind: 'placed', delta: isOwn ? -onListing : onListing, span },
    ...(isOwn ? unitChanges(known, units, times, cameBack) : []),
  ];
  const isInBaseline = isToldLate || (counted !== null && orderOf(span, counted) !== 'after');
  if (!isInBaseline) return settled(units, changes, false);
  const included = isOwn
    ? { countedOrdered: known.ordered, countedRestocked: known.restocked }
    : { countedOrdered: 0, countedRestocked: 0 };
  return settled({ ...units, ...included }, changes, false);
}

/** When units were assigned: at the marketplace's date, otherwise since the earlier state. */
function assignedSpan(assignedAt: Date | null, times: StateTimes): TimeSpan {
  return assignedAt === null ? changeSpanOf(times) : { from: assignedAt, until: assignedAt };
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
  if (reported.restoredAt === null) return sinceReturned(known, reported, since);
  const isOne = (reported.restored ?? reported.cancelled) - known.restored <= 1;
  const from = isOne || since.from > reported.restoredAt ? reported.restoredAt : since.from;
  return { from, until: reported.restoredAt };
}

/** Units restored after their return, at no date, were so after they came back: that may be before the earlier state. */
function sinceReturned(known: LineStock, reported: ReportedLine, since: TimeSpan): TimeSpan {
  const restored = (reported.restored ?? reported.cancelled) - known.restored;
  const isOfReturn = restored > reported.cancelled - known.cancelled;
  const from = isOfReturn ? known.returnedSince : null;
  return from === null || from >= since.from ? since : { from, until: since.until };
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
  if (!isSellers(units)) return settled(line, [], false);
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

/**
 * The effect of a line on the quantity: units ordered less units restocked, without those that the baseline included. Units that
 * are not the seller's, or of a trial order, have none.
 */
export function effectOf(
  line: Pick<
    LineStock,
    'ordered' | 'restocked' | 'countedOrdered' | 'countedRestocked' | 'keptBy' | 'isTest'
  >,
): number {
  if (line.isTest) return 0;
  const taken = isSellers(line) ? line.restocked - line.ordered : 0;
  return taken - (line.countedRestocked - line.countedOrdered);
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
