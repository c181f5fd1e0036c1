import { monthsOfOrders } from '@evenstock/contract/orders';
import type { OrderScope, OrderState } from '@evenstock/contract/order-states';
import { dayOf, daysAfter, monthsBefore, startOfDay, type Day } from '../../platform/days.ts';

/** The states that a tab lists: one, all, or all but failed ones. */
export type TabStates = { readonly only: OrderState } | 'not_failed' | 'all';

const tabs: Readonly<Record<OrderScope, TabStates>> = {
  staff_to_process: { only: 'staff_to_process' },
  buyer_self_collect: { only: 'buyer_self_collect' },
  shipped: { only: 'shipped' },
  complete: { only: 'completed' },
  outstanding_issues: { only: 'outstanding_issues' },
  failed_orders: { only: 'failed_orders' },
  all_except_failed_orders: 'not_failed',
  all: 'all',
};

/** The states that a tab lists; the first tab unless asked otherwise. */
export function tabStates(scope: OrderScope | undefined): TabStates {
  return tabs[scope ?? 'staff_to_process'];
}

function hasState(scope: OrderScope, state: OrderState): boolean {
  const states = tabs[scope];
  if (states === 'all') return true;
  return states === 'not_failed' ? state !== 'failed_orders' : states.only === state;
}

/** How many orders each tab has, from how many each state has. */
export function tabCounts(
  counts: readonly { readonly state: OrderState; readonly count: number }[],
): Record<OrderScope, number> {
  const of = (scope: OrderScope): number =>
    counts.reduce((sum, { state, count }) => (hasState(scope, state) ? sum + count : sum), 0);
  return {
    staff_to_process: of('staff_to_process'),
    buyer_self_collect: of('buyer_self_collect'),
    shipped: of('shipped'),
    complete: of('complete'),
    outstanding_issues: of('outstanding_issues'),
    failed_orders: of('failed_orders'),
    all_except_failed_orders: of('all_except_failed_orders'),
    all: of('all'),
  };
}

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

/** Where a list begins while no day is chosen: a month before today, in the store's zone. */
export function usualStart(now: Date, zone: string): Date {
  return startOfDay(monthsBefore(dayOf(now, zone), MONTHS_SHOWN), zone);
}

/**
 * The window of a list: the given days, both included, in the store's zone. Without a first day it is the month up to the last
 * one. Null where the first day is older than the caller may list.
 */
export function orderWindow(
  range: DayRange,
  at: { readonly now: Date; readonly zone: string; readonly unlimited: boolean },
): InstantRange | null {
  const today = dayOf(at.now, at.zone);
  const oldest = monthsBefore(today, monthsOfOrders);
  const monthBack = monthsBefore(range.to !== undefined && range.to < today ? range.to : today, MONTHS_SHOWN);
  const from = range.from ?? (monthBack < oldest && !at.unlimited ? oldest : monthBack);
  if (!at.unlimited && from < oldest) return null;
  return {
    from: startOfDay(from, at.zone),
    before: range.to === undefined ? null : startOfDay(daysAfter(range.to, 1), at.zone),
  };
}
