import { monthsListed } from '@evenstock/contract/api/fields';
import { dayOf, daysAfter, monthsBefore, startOfDay, type Day } from '../platform/time/days.ts';

const MONTHS_SHOWN = 1;

export interface DayRange {
  readonly from: Day | undefined;
  readonly to: Day | undefined;
}

/** From the first instant on, and before the second. */
export interface InstantRange {
  readonly from: Date;
  readonly before: Date | null;
}

/** When a list is asked for, in its store's zone; `unlimited`: by somebody who may look back however far. */
export interface ListMoment {
  readonly now: Date;
  readonly zone: string;
  readonly unlimited: boolean;
}

/** Where a list begins while no day is chosen: a month before today, in the store's zone. */
export function usualStart(now: Date, zone: string): Date {
  return startOfDay(monthsBefore(dayOf(now, zone), MONTHS_SHOWN), zone);
}

/**
 * The window of a list: the given days, both included, in the store's zone. Without a first day it is the month up to the last
 * one. Null where the first day is older than the caller may list.
 */
export function listWindow(range: DayRange, at: ListMoment): InstantRange | null {
  const today = dayOf(at.now, at.zone);
  const oldest = monthsBefore(today, monthsListed);
  const monthBack = monthsBefore(range.to !== undefined && range.to < today ? range.to : today, MONTHS_SHOWN);
  const from = range.from ?? (monthBack < oldest && !at.unlimited ? oldest : monthBack);
  if (!at.unlimited && from < oldest) return null;
  return {
    from: startOfDay(from, at.zone),
    before: range.to === undefined ? null : startOfDay(daysAfter(range.to, 1), at.zone),
  };
}
