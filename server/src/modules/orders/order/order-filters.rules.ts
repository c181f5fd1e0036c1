import type { OrderScope, OrderState } from '@evenstock/contract/orders/order-states';

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

/** Counts the orders of each tab from those of each state. */
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
