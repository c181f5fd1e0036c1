import { orderSorts, type listOrders as listOrdersEndpoint } from '@evenstock/contract/orders';
import type { CallReply } from '@evenstock/contract/endpoint';
import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import { pageOf, sortOf } from '../../api/page-request.ts';
import { invalid, type Call } from '../../api/routing.ts';
import { describeOrderRow } from './describe-order.rules.ts';
import { MONTHS_ALLOWED, orderWindow, tabStates } from './order-filters.rules.ts';
import { readOrdersPage, type OrderFilter } from './orders.queries.ts';

const textOf = (value: string | undefined): string | null => {
  const text = value?.trim() ?? '';
  return text === '' ? null : text;
};

type Query = Pick<z.output<typeof listOrdersEndpoint.query>, 'scope' | 'q'>;

/**
 * Which orders of a store a list's tab and filters choose: those of the last month unless asked otherwise. Orders asked for by id or
 * by their exact reference number are found however old they are.
 * @throws Refusal 422 for days older than the caller may list
 */
export function orderFilter(
  storeId: number,
  query: Query,
  at: { readonly now: Date; readonly zone: string; readonly unlimited: boolean },
): OrderFilter {
  const q = query.q ?? {};
  const window =
    q.id_in === undefined
      ? orderWindow({ from: q.source_created_at_dategteq, to: q.source_created_at_datelteq }, at)
      : 'any';
  if (window === null) {
    throw invalid('source_created_at_dategteq', message('orders.too_far_back', { months: MONTHS_ALLOWED }));
  }
  return {
    storeId,
    states: tabStates(query.scope),
    window: window === 'any' ? null : window,
    marketplaceId: q.marketplace_id_eq ?? null,
    reference: textOf(q.reference_number_cont),
    product: textOf(q.product_name_cont),
    noted: q.notes_present ?? false,
    ids: q.id_in ?? null,
  };
}

/**
 * A tab of the orders list, filtered and sorted; the last month unless asked otherwise. Orders asked for by id or by their
 * exact reference number are found however old they are.
 * @throws Refusal 422 for an unknown sort, or for days older than the caller may list
 */
export async function listOrders(
  call: Call<typeof listOrdersEndpoint>,
): Promise<CallReply<typeof listOrdersEndpoint>> {
  const { ctx, actor, store, query } = call;
  const q = query.q ?? {};
  const page = pageOf(query);
  const at = { now: ctx.clock.now(), zone: store.timeZone, unlimited: actor.role !== 'member' };
  const sort = sortOf(q.s ?? query.s, orderSorts, { field: 'source_created_at', direction: 'desc' });
  const { orders, totalCount } = await readOrdersPage(
    ctx.db,
    orderFilter(store.id, query, at),
    sort.direction,
    page,
  );
  return {
    orders: orders.map(describeOrderRow),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}
