import {
  decideLine,
  untouched,
  type LineDecision,
  type ListingContext,
  type LineStock,
  type ReportedLine,
} from './order-lines.rules.ts';

/** An instant of the day of the tests. */
export const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 1, 0, minutes));
/** A listing whose baseline was read at a minute. */
export const counted = (minutes: number): ListingContext => ({
  counted: { from: at(minutes), until: at(minutes) },
  isHeld: false,
  restockFrozenSince: null,
});
export const yes = { restoresOnCancel: 'yes' } as const;
/** A state in which nothing but the units ordered is left to say. */
export const unknownState = {
  cancelled: 0,
  cancellations: [],
  returned: 0,
  restored: null,
  restoredAt: null,
  keptBy: 'seller',
  assignedAt: null,
  isTest: false,
  isRegrouped: false,
} as const;

type ReportedState = Partial<ReportedLine> & Pick<ReportedLine, 'ordered'>;

/** Decides the states of a line placed at `placed`, reported one a minute from `first` on. */
export function decideAll(
  states: readonly ReportedState[],
  context: ListingContext | null,
  placed = 10,
  first = placed,
): LineDecision[] {
  let line: LineStock = untouched;
  return states.map((state, index) => {
    const decision = decideLine(
      line,
      { ...unknownState, ...state },
      {
        createdAt: at(placed),
        updatedAt: at(first + index),
        knownAt: index === 0 ? null : at(first + index - 1),
        read: { began: at(first + index), ended: at(first + index) },
      },
      context,
      yes,
    );
    line = decision.line;
    return decision;
  });
}

/** The ledger entries of decisions, in units. */
export const adjustments = (decisions: readonly LineDecision[]): number[] =>
  decisions.map((d) => d.adjustment);
