import { orderSorts } from '@evenstock/contract/orders/order-list-query';
import {
  mostOrdersAtOnce,
  type listMatchingOrders as listMatchingOrdersEndpoint,
  type listOrders as listOrdersEndpoint,
} from '@evenstock/contract/orders/orders';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { monthsListed } from '@evenstock/contract/api/fields';
import { message } from '@evenstock/contract/messages/message';
import { mostNumbers, numberKey, numbersOf } from '@evenstock/contract/values/search-key';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { listWindow, type InstantRange, type ListMoment } from '../../../api/list-window.rules.ts';
import { countOf, pageOf, sortOf } from '../../../api/page-request.ts';
import { invalid, type Call } from '../../../api/routing.ts';
import { daysAfter, startOfDay } from '../../../platform/time/days.ts';
import { wordFingerprints } from '../order/buyer.ts';
import { describeOrderRow } from '../order/describe-order.rules.ts';
import { tabStates } from '../order/order-filters.rules.ts';
import { isSearch, type OrderFilter } from '../order/order-conditions.queries.ts';
import { findNumbers } from '../order/order-numbers.queries.ts';
import { newestFirst, readOrdersPage, type OrderSort } from '../order/orders.queries.ts';

/** Most characters of a text that is searched for as a part. */
const LONGEST_TEXT = 255;

const textOf = (value: string | undefined): string | null => {
  const text = value?.trim() ?? '';
  return text === '' ? null : text;
};

type Query = Pick<z.output<typeof listOrdersEndpoint.query>, 'scope' | 'q'>;

/** What a list is narrowed to. `numbers`: the orders of each number of a searched list of numbers; null: none is searched. */
export interface NarrowedList {
  readonly filter: OrderFilter;
  readonly numbers: {
    readonly asked: readonly string[];
    readonly found: ReadonlyMap<string, readonly number[]>;
  } | null;
}

/**
 * The orders that a list's tab and filters choose: those of the last month unless asked otherwise. Orders that are requested by id or
 * by their exact reference number are found whatever their age.
 * @throws Refusal 422 for days older than the caller may list, and for too many numbers
 */
export async function narrowedList(
  { db, encryption }: Pick<Context, 'db' | 'encryption'>,
  storeId: number,
  query: Query,
  at: ListMoment,
): Promise<NarrowedList> {
  const q = query.q ?? {};
  const asked = askedNumbers(q.reference_number_cont);
  const found = asked === null ? null : await findNumbers(db, storeId, asked);
  const ids = found === null ? null : [...new Set([...found.values()].flat())];
  const window =
    q.id_in === undefined && ids === null
      ? listWindow({ from: q.source_created_at_dategteq, to: q.source_created_at_datelteq }, at)
      : 'any';
  if (window === null) {
    throw invalid('source_created_at_dategteq', message('orders.too_far_back', { months: monthsListed }));
  }
  const text = asked === null ? numberKey(q.reference_number_cont ?? '') : '';
  const filter: OrderFilter = {
    storeId,
    states: tabStates(query.scope),
    window: window === 'any' ? null : window,
    marketplaceId: q.marketplace_id_eq ?? null,
    search: text === '' ? null : { text, words: wordFingerprints(encryption, storeId, text) },
    product: textOf(q.product_name_cont),
    noted: q.notes_present ?? false,
    lacksListing: q.lacks_listing ?? false,
    request: q.request_eq ?? null,
    awaitingPayment: q.awaiting_payment ?? false,
    parcel: q.parcel_eq ?? null,
    shipped: shippedIn(q, at.zone),
    ids:
      ids === null || q.id_in === undefined
        ? (ids ?? q.id_in ?? null)
        : q.id_in.filter((id) => ids.includes(id)),
  };
  return { filter, numbers: asked === null || found === null ? null : { asked, found } };
}

/** The time in which orders are asked for that were shipped then; null: it is not asked. */
function shippedIn(
  { shipped_at_dategteq: from, shipped_at_datelteq: to }: NonNullable<Query['q']>,
  zone: string,
): InstantRange | null {
  if (from === undefined && to === undefined) return null;
  return {
    from: from === undefined ? new Date(0) : startOfDay(from, zone),
    before: to === undefined ? null : startOfDay(daysAfter(to, 1), zone),
  };
}

/**
 * The numbers of a searched list of numbers; null: the text is no such list.
 * @throws Refusal 422 for more than are looked up at once, and for a text that is too long to be a part of anything
 */
function askedNumbers(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const numbers = numbersOf(text)?.map(numberKey) ?? null;
  if (numbers === null && text.length > LONGEST_TEXT)
    throw invalid('reference_number_cont', message('orders.search_too_long', { limit: LONGEST_TEXT }));
  if (numbers !== null && numbers.length > mostNumbers)
    throw invalid('reference_number_cont', message('orders.too_many_numbers', { limit: mostNumbers }));
  return numbers === null ? null : [...new Set(numbers)];
}

/**
 * The tab, filters and sort of a call.
 * @throws Refusal 422 for an unknown sort, for days older than the caller may list, and for too many numbers
 */
export async function listFilterOf({
  ctx,
  actor,
  store,
  query,
}: Pick<Call<typeof listOrdersEndpoint>, 'ctx' | 'actor' | 'store' | 'query'>): Promise<
  NarrowedList & { readonly sort: OrderSort }
> {
  const at = { now: ctx.clock.now(), zone: store.timeZone, unlimited: actor.role !== 'member' };
  return {
    ...(await narrowedList(ctx, store.id, query, at)),
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
  const { filter, numbers, sort } = await listFilterOf(call);
  const { orders, totalCount } = await readOrdersPage(ctx.db, filter, sort, page);
  return {
    orders: orders.map(describeOrderRow),
    numbers:
      numbers === null
        ? null
        : {
            asked: numbers.asked.length,
            not_found: numbers.asked.filter((number) => !numbers.found.has(number)),
            elsewhere: new Set([...numbers.found.values()].flat()).size - totalCount,
          },
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
  const { filter, sort } = await listFilterOf({ ctx, actor, store, query });
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
