import {
  mostOrdersAtOnce,
  orderSorts,
  type listMatchingOrders as listMatchingOrdersEndpoint,
  type listOrders as listOrdersEndpoint,
} from '@evenstock/contract/orders/orders';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { monthsListed } from '@evenstock/contract/api/fields';
import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { listWindow, type ListMoment } from '../../../api/list-window.rules.ts';
import { countOf, pageOf, sortOf } from '../../../api/page-request.ts';
import { invalid, type Call } from '../../../api/routing.ts';
import { wordFingerprints } from '../order/buyer.ts';
import { describeOrderRow } from '../order/describe-order.rules.ts';
import { tabStates } from '../order/order-filters.rules.ts';
import { isSearch, type OrderFilter } from '../order/order-conditions.queries.ts';
import { newestFirst, readOrdersPage, type OrderSort } from '../order/orders.queries.ts';

const textOf = (value: string | undefined): string | null => {
  const text = value?.trim() ?? '';
  return text === '' ? null : text;
};

type Query = Pick<z.output<typeof listOrdersEndpoint.query>, 'scope' | 'q'>;

/**
 * The orders that a list's tab and filters choose: those of the last month unless asked otherwise. Orders that are requested by id or
 * by their exact reference number are found whatever their age.
 * @throws Refusal 422 for days older than the caller may list
 */
export function orderFilter(
  { encryption }: Pick<Context, 'encryption'>,
  storeId: number,
  query: Query,
  at: ListMoment,
): OrderFilter {
  const q = query.q ?? {};
  const window =
    q.id_in === undefined
      ? listWindow({ from: q.source_created_at_dategteq, to: q.source_created_at_datelteq }, at)
      : 'any';
  if (window === null) {
    throw invalid('source_created_at_dategteq', message('orders.too_far_back', { months: monthsListed }));
  }
  const text = textOf(q.reference_number_cont);
  return {
    storeId,
    states: tabStates(query.scope),
    window: window === 'any' ? null : window,
    marketplaceId: q.marketplace_id_eq ?? null,
    search: text === null ? null : { text, words: wordFingerprints(encryption, storeId, text) },
    product: textOf(q.product_name_cont),
    noted: q.notes_present ?? false,
    lacksListing: q.lacks_listing ?? false,
    request: q.request_eq ?? null,
    ids: q.id_in ?? null,
  };
}

/**
 * The tab, filters and sort of a call.
 * @throws Refusal 422 for an unknown sort, or for days older than the caller may list
 */
export function listFilterOf({
  ctx,
  actor,
  store,
  query,
}: Pick<Call<typeof listOrdersEndpoint>, 'ctx' | 'actor' | 'store' | 'query'>): {
  filter: OrderFilter;
  sort: OrderSort;
} {
  const at = { now: ctx.clock.now(), zone: store.timeZone, unlimited: actor.role !== 'member' };
  return {
    filter: orderFilter(ctx, store.id, query, at),
    sort: sortOf(query.q?.s ?? query.s, orderSorts, newestFirst),
  };
}

/**
 * A tab of the orders list, filtered and sorted; the last month unless asked otherwise. Orders that are requested by id or by their
 * exact reference number are found whatever their age.
 * @throws Refusal 422 for an unknown sort, or for days older than the caller may list
 */
export async function listOrders(
  call: Call<typeof listOrdersEndpoint>,
): Promise<CallReply<typeof listOrdersEndpoint>> {
  const { ctx, query } = call;
  const page = pageOf(query);
  const { filter, sort } = listFilterOf(call);
  const { orders, totalCount } = await readOrdersPage(ctx.db, filter, sort, page);
  return {
    orders: orders.map(describeOrderRow),
    ...countOf(totalCount, isSearch(filter)),
    page: page.page,
    per_page: page.perPage,
  };
}

/**
 * The orders of a tab, filtered and sorted as in the list, at most as many as a mass action takes, and their total.
 * @throws Refusal 422 for an unknown sort, or for days older than the caller may list
 */
export async function listMatchingOrders({
  ctx,
  actor,
  store,
  query,
}: Call<typeof listMatchingOrdersEndpoint>): Promise<CallReply<typeof listMatchingOrdersEndpoint>> {
  const { filter, sort } = listFilterOf({ ctx, actor, store, query });
  const { orders, totalCount } = await readOrdersPage(ctx.db, filter, sort, {
    page: 1,
    perPage: mostOrdersAtOnce,
    offset: 0,
  });
  return {
    orders: orders.map(({ id, reference_number, state }) => ({ id, reference_number, state })),
    ...countOf(totalCount, isSearch(filter)),
  };
}
