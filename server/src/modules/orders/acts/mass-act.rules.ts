import type { MessageOnWire } from '@evenstock/contract/messages/message';
import type { Progress, RowOutcome, StepOutcome } from '../../operations/operation-definition.ts';

/** How often a marketplace that does not answer is asked once more; then its orders fail with its last message. */
const WAITS = 3;

/** A marketplace that did not answer. */
interface Silence {
  /** How often in a row. */
  readonly failures: number;
  /** When it is asked again. */
  readonly due: number;
  /** Its last message. */
  readonly reason: MessageOnWire;
}

export interface MassCursor {
  /** The places of the orders that have no outcome yet. */
  readonly left: readonly number[];
  /** The marketplaces that are waited for, by their ids. */
  readonly waits: Readonly<Record<string, Silence>>;
}

/** One order of a mass action at its place; `id` and `marketplaceId` are null where it is not found. */
export interface MassPiece {
  readonly place: number;
  readonly reference: string;
  readonly id: number | null;
  readonly marketplaceId: number | null;
}

const laneOf = ({ marketplaceId }: MassPiece): string => String(marketplaceId);

/** The orders of each marketplace that may be asked now. */
export function lanesOf(
  pieces: readonly MassPiece[],
  { waits }: MassCursor,
  now: number,
): readonly (readonly MassPiece[])[] {
  const due = pieces.filter((piece) => (waits[laneOf(piece)]?.due ?? now) <= now);
  return [...new Set(due.map(laneOf))].map((lane) => due.filter((piece) => laneOf(piece) === lane));
}

/** The row of an order. @param reason null: it is done */
export function rowOf({ reference, id }: MassPiece, reason: MessageOnWire | null): RowOutcome {
  const subject = id === null ? null : { type: 'Order', id };
  return { key: reference, label: reference, subject, state: reason === null ? 'done' : 'failed', reason };
}

/** Records the outcome of an order, whose marketplace has answered. */
export function answered(
  { left, waits }: MassCursor,
  piece: MassPiece,
  reason: MessageOnWire | null,
): Progress<MassCursor> {
  return {
    rows: [rowOf(piece, reason)],
    cursor: { left: left.filter((place) => place !== piece.place), waits: without(waits, laneOf(piece)) },
  };
}

/**
 * Lets the orders of a marketplace that did not answer wait. If it was waited for often enough, they have failed.
 * @param waitAfter milliseconds until it is asked again, after this many failures in a row
 */
export function unanswered(
  { left, waits }: MassCursor,
  piece: MassPiece,
  pieces: readonly MassPiece[],
  { reason, now, waitAfter }: { reason: MessageOnWire; now: number; waitAfter: (failures: number) => number },
): Progress<MassCursor> {
  const lane = laneOf(piece);
  const failures = (waits[lane]?.failures ?? 0) + 1;
  if (failures <= WAITS) {
    const silence = { failures, due: now + waitAfter(failures), reason };
    return { rows: [], cursor: { left, waits: { ...waits, [lane]: silence } } };
  }
  const lost = pieces.filter((one) => laneOf(one) === lane && left.includes(one.place));
  return {
    rows: lost.map((one) => rowOf(one, reason)),
    cursor: {
      left: left.filter((place) => !lost.some((one) => one.place === place)),
      waits: without(waits, lane),
    },
  };
}

const without = (waits: MassCursor['waits'], lane: string): MassCursor['waits'] =>
  Object.fromEntries(Object.entries(waits).filter(([key]) => key !== lane));

/** How a mass action continues: it rests while every order that is left waits for its marketplace. */
export function nextStep(
  { left, waits }: MassCursor,
  pieces: readonly MassPiece[],
  now: number,
): StepOutcome {
  const silences = pieces.filter(({ place }) => left.includes(place)).map((piece) => waits[laneOf(piece)]);
  if (silences.length === 0) return 'done';
  const first = silences.reduce((one, other) =>
    one === undefined || (other !== undefined && one.due <= other.due) ? one : other,
  );
  if (first === undefined || first.due <= now) return 'more';
  return { rest: Math.max(1, Math.ceil((first.due - now) / 1_000)), because: first.reason };
}
