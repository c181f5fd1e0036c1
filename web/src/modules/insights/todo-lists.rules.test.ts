import { listMarketplaces } from '@evenstock/contract/marketplaces/marketplaces';
import { listNeedsYou } from '@evenstock/contract/insights/needs-you';
import { listOrders } from '@evenstock/contract/orders/orders';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { expect, it } from 'vitest';
import { todoList, type TodoKind } from './todo-lists.rules.ts';

const todo = {
  orders_to_ship: 1,
  orders_to_ship_from: '2026-08-01',
  orders_late: 0,
  orders_due_today: 0,
  needs_you: 1,
  failed_labels: 1,
  refused_quantities: 1,
  orders_to_link: 1,
  cancellations_to_answer: 1,
  returns_to_answer: 1,
  returns_due_today: 0,
  places_to_choose: 1,
  oversold_skus: 1,
  running_out_skus: 1,
  ending_authorisations: 1,
  total: 10,
};

/** The query that a kind's address leads to: a screen sends the parameters of its address unchanged. */
function asked(kind: TodoKind): { screen: string; filters: Record<string, string> } {
  const [screen = '', search = ''] = todoList(kind, todo).split('?');
  return { screen, filters: Object.fromEntries(new URLSearchParams(search)) };
}

it.each([
  ['orders_to_ship', 'orders', { source_created_at_dategteq: '2026-08-01', s: 'ship_by asc' }, listOrders],
  [
    'orders_to_link',
    'orders',
    { tab: 'all', lacks_listing: 'true', source_created_at_dategteq: '2026-08-01' },
    listOrders,
  ],
  ['refused_quantities', 'products', { filter_status: 'all', problem_eq: 'refused_quantity' }, listVariants],
  [
    'oversold_skus',
    'products',
    { filter_status: 'all', problem_eq: 'oversold', s: 'quantity asc' },
    listVariants,
  ],
  ['running_out_skus', 'products', { filter_status: 'running_out' }, listVariants],
  [
    'cancellations_to_answer',
    'orders',
    {
      tab: 'outstanding_issues',
      request_eq: 'cancellation',
      s: 'answer_by asc',
      source_created_at_dategteq: '2026-08-01',
    },
    listOrders,
  ],
  [
    'returns_to_answer',
    'orders',
    {
      tab: 'outstanding_issues',
      request_eq: 'return',
      s: 'answer_by asc',
      source_created_at_dategteq: '2026-08-01',
    },
    listOrders,
  ],
  ['places_to_choose', 'marketplaces', { places_asked_eq: 'true' }, listMarketplaces],
  ['ending_authorisations', 'marketplaces', { authorization_ending_eq: 'true' }, listMarketplaces],
] as const)('%s opens the list of %s with filters that it accepts', (kind, screen, filters, endpoint) => {
  expect(asked(kind)).toEqual({ screen, filters });
  const q = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'tab'));
  expect(endpoint.query.safeParse({ q }).error).toBeUndefined();
});

it('failed labels are a part of the entries that need a person', () => {
  expect(asked('needs_you')).toEqual({ screen: 'needs_you', filters: {} });
  const { screen, filters } = asked('failed_labels');
  expect(screen).toBe('needs_you');
  expect(listNeedsYou.query.parse(filters)).toEqual({ scope: 'labels' });
});
