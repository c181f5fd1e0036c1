import type { Todo } from '@evenstock/contract/insights/needs-you';

export type TodoKind = Exclude<
  keyof Todo,
  'orders_to_ship_from' | 'orders_late' | 'orders_due_today' | 'returns_due_today' | 'total'
>;

/** The address, within a store, of the list that contains exactly the counted records of a kind. */
export function todoList(kind: TodoKind, { orders_to_ship_from: from }: Todo): string {
  const lists: Readonly<Record<TodoKind, string>> = {
    orders_to_ship: `orders?source_created_at_dategteq=${from}&s=ship_by+asc`,
    cancellations_to_answer: `orders?tab=outstanding_issues&request_eq=cancellation&source_created_at_dategteq=${from}&s=answer_by+asc`,
    returns_to_answer: `orders?tab=outstanding_issues&request_eq=return&source_created_at_dategteq=${from}&s=answer_by+asc`,
    places_to_choose: 'marketplaces?places_asked_eq=true',
    needs_you: 'needs_you',
    failed_labels: 'needs_you?scope=labels',
    refused_quantities: 'products?filter_status=all&problem_eq=refused_quantity',
    orders_to_link: `orders?tab=all&lacks_listing=true&source_created_at_dategteq=${from}`,
    oversold_skus: 'products?filter_status=all&problem_eq=oversold&s=quantity+asc',
    running_out_skus: 'products?filter_status=running_out',
    ending_authorisations: 'marketplaces?authorization_ending_eq=true',
  };
  return lists[kind];
}
