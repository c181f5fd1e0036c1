import type { ChannelFacts, ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import { after, later, orderOf, type TimeSpan } from '../../platform/time-spans.ts';

/** What is kept of a line's stock. Units. */
export interface LineStock {
  readonly ordered: number;
  readonly cancelled: number;
  readonly returned: number;
  /** Given back to the quantity; of these, by a member. */
  readonly restocked: number;
  readonly restockedByHand: number;
  /** Put back by the channel on its own listing. */
  readonly restored: number;
  /** Now in the ledger, and how many entries it took. */
  readonly effect: number;
  readonly effectNo: number;
  readonly eventNo: number;
  /** What the listing's first count had seen already. */
  readonly countedOrdered: number;
  readonly countedRestocked: number;
  /** Held against its listing's first count: from then on every change counts. */
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

/** When what a state tells happened, on the channel's clock. */
export interface StateTimes {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The latest instant at which the state before was known to hold; null for an order that was not known. */
  readonly knownAt: Date | null;
}

/** What of the listing and its variant decides. */
export interface LineShelf {
  /** The read that counted the listing first; null: it is not known or not counted yet. */
  readonly counted: TimeSpan | null;
  /** Its pushes wait still, so a read can tell what the first count had seen. */
  readonly isHeld: boolean;
  /** Since when cancelled units are not given back; null: they are. */
  readonly restockFrozenSince: Date | null;
}

export interface LineEvent extends TimeSpan {
  readonly kind: 'placed' | 'restored';
  readonly seq: number;
  readonly delta: number;
}

export interface LineDecision {
  readonly line: LineStock;
  /** What the ledger must change by. */
  readonly adjustment: number;
  readonly events: readonly LineEvent[];
  /** Whether the first count saw it cannot be said: it is taken as seen, and the listing is read again. */
  readonly isDoubtful: boolean;
}

type ToldLine = Pick<ChannelOrderLine, 'ordered' | 'cancelled' | 'returned' | 'restored' | 'restoredAt'>;

/**
 * What a newer state of an order line does: to the units given back (decided once, kept), to the ledger, and to its own shop's number.
 * The effect is a function of the units; what the listing's first count had seen is not counted again.
 */
export function decideLine(
  known: LineStock,
  told: ToldLine,
  times: StateTimes,
  shelf: LineShelf | null,
  facts: Pick<ChannelFacts, 'restoresOnCancel'>,
): LineDecision {
  const cameBack = changeSpan(known, told, times);
  const units = {
    ...known,
    ordered: told.ordered,
    cancelled: told.cancelled,
    returned: told.returned,
    restocked: restockedNow(known, told.cancelled, cameBack.until, shelf?.restockFrozenSince ?? null),
    restored: restoredNow(told, facts),
  };
  if (!known.isCounted) {
    const counted = shelf?.counted ?? null;
    if (counted === null) return { line: units, adjustment: 0, events: [], isDoubtful: false };
    return heldAgainstCount(known, units, times, cameBack, { counted, isHeld: shelf?.isHeld ?? false });
  }
  const changes: Change[] = [
    { kind: 'placed', delta: known.ordered - units.ordered, span: changeSpanOf(times) },
    { kind: 'restored', delta: units.restored - known.restored, span: cameBack },
  ];
  return settled(units, changes, false);
}

/** Cancelled units come back by themselves unless that is switched off when they do; a cancellation taken back takes them out again. */
function restockedNow(known: LineStock, cancelled: number, at: Date, frozenSince: Date | null): number {
  const more = cancelled - known.cancelled;
  if (more > 0) return frozenSince !== null && at >= frozenSince ? known.restocked : known.restocked + more;
  return known.restocked - Math.min(-more, known.restocked - known.restockedByHand);
}

function restoredNow(told: ToldLine, facts: Pick<ChannelFacts, 'restoresOnCancel'>): number {
  if (facts.restoresOnCancel === 'no') return 0;
  return told.restored ?? (facts.restoresOnCancel === 'yes' ? told.cancelled : 0);
}

/**
 * Within which time what this state tells anew happened: since the state before, or at the channel's date. That date is the last one's:
 * several units may have come back one after the other.
 */
function changeSpan(known: LineStock, told: ToldLine, times: StateTimes): TimeSpan {
  const since = changeSpanOf(times);
  if (told.restoredAt === null) return since;
  const isOne = (told.restored ?? told.cancelled) - known.restored <= 1;
  const from = isOne || since.from > told.restoredAt ? told.restoredAt : since.from;
  return { from, until: told.restoredAt };
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
 * A line's first meeting with its listing's count. Placed before: the count had seen it, so only what changed since counts.
 * Where the order of the two is in doubt it is taken as seen: should the shop not have shown it, the next read says so.
 */
function heldAgainstCount(
  known: LineStock,
  units: LineStock,
  times: StateTimes,
  cameBack: TimeSpan,
  shelf: { readonly counted: TimeSpan; readonly isHeld: boolean },
): LineDecision {
  const placedSpan = { from: times.createdAt, until: times.createdAt };
  const placed = orderOf(placedSpan, shelf.counted);
  const hasCancelled = units.cancelled !== known.cancelled || units.restored !== known.restored;
  const undated = cameBack.from.getTime() !== cameBack.until.getTime();
  const back = orderOf(
    shelf.isHeld || !undated ? cameBack : { from: cameBack.until, until: cameBack.until },
    shelf.counted,
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

function settled(units: LineStock, changes: readonly Change[], isDoubtful: boolean): LineDecision {
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

/** What a line takes from the quantity: units ordered less units given back, without what the first count had seen. */
export function effectOf(
  line: Pick<LineStock, 'ordered' | 'restocked' | 'countedOrdered' | 'countedRestocked'>,
): number {
  return line.restocked - line.ordered - (line.countedRestocked - line.countedOrdered);
}

/** Which of two states is newer: the channel's instant decides, then when we began to read it, then the rank along an order's life. */
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

/** Until when a recorded state held for certain: its own instant, or when it was read; a read may show what was true a little before. */
export function knownUntil(recorded: StateStamp, readLagSeconds: number): Date {
  return later(recorded.updatedAt, after(recorded.readBegan, -readLagSeconds * 1000));
}
