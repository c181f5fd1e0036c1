import { sql, type RawBuilder } from 'kysely';
import { isNumbered } from './order-numbers.queries.ts';
import { holdsPart, isFound } from '../../../platform/text/search-text.ts';
import type { orderSorts, ParcelState, RequestChoice } from '@evenstock/contract/orders/order-list-query';
import type { InstantRange } from '../../../api/list-window.rules.ts';
import type { DenseDays } from './dense-days.rules.ts';
import type { TabStates } from './order-filters.rules.ts';

/** The text of the search box, parsed. */
export interface OrderSearch {
  /** Any part of a number without the sign before it, of a tracking number, of a SKU or of a product's name. */
  readonly text: string;
  /** Fingerprints of words that the buyer's name must all contain; empty: names are not searched. */
  readonly words: readonly Buffer[];
}

/** What is seen of a searched text in a sample of orders. */
export interface RareParts {
  /** Patterns of the parts that few orders have; null: no part is rarer than others. */
  readonly numbers: string | null;
  readonly products: string | null;
  /** Whether few orders have the text, so that indexes find them soon. */
  readonly isRare: boolean;
  /** Whether many orders have it. */
  readonly isCommon: boolean;
  /** The days in which most orders have it, if few others have. */
  readonly denseDays: DenseDays | null;
}

export interface OrderFilter {
  readonly storeId: number;
  readonly states: TabStates;
  /** The time range; null: orders of any age. */
  readonly window: InstantRange | null;
  readonly marketplaceId: number | null;
  readonly search: OrderSearch | null;
  readonly product: string | null;
  readonly noted: boolean;
  /** Those with an item that has no SKU. */
  readonly lacksListing: boolean;
  /** Those whose buyer waits for an answer to this. */
  readonly request: RequestChoice | null;
  readonly awaitingPayment: boolean;
  readonly parcel: ParcelState | null;
  /** When they were shipped; null: any time, or not. */
  readonly shipped: InstantRange | null;
  readonly ids: readonly number[] | null;
  /** Without it, indexes are read for the whole text, which is assumed to be rare. */
  readonly rare?: RareParts;
}

/** The filter to which every order of a store belongs. */
export const everyOrder = (storeId: number): OrderFilter => ({
  storeId,
  states: 'all',
  window: null,
  marketplaceId: null,
  search: null,
  product: null,
  noted: false,
  lacksListing: false,
  request: null,
  awaitingPayment: false,
  parcel: null,
  shipped: null,
  ids: null,
});

/** Whether orders are searched by a text, so that counting stops at the maximum. */
export const isSearch = ({ search, product }: OrderFilter): boolean => search !== null || product !== null;

function stateCondition(states: TabStates): RawBuilder<unknown> {
  if (states === 'all') return sql`true`;
  // A literal, so that the partial index of this tab applies.
  if (states === 'not_failed') return sql`o.state <> 'failed_orders'`;
  return sql`o.state = ${states.only}`;
}

export function windowCondition(
  window: InstantRange | null,
  at: RawBuilder<unknown> = sql`o.source_created_at`,
): RawBuilder<unknown> {
  if (window === null) return sql`true`;
  const before = window.before === null ? sql`true` : sql`${at} < ${window.before}`;
  return sql`${at} >= ${window.from} and ${before}`;
}

/** Whether name or SKU of an item contains a text, evaluated on the order's texts `s`. */
const productMatches = (text: string): RawBuilder<unknown> => holdsPart(sql`s.products`, text);

/**
 * Whether texts `s` are those of a search and of the product that is asked for, evaluated on the row.
 * @param otherwise another way to be found by a search
 */
export function textsMatch(
  { search, product }: Pick<OrderFilter, 'search' | 'product'>,
  otherwise: RawBuilder<unknown> = sql`false`,
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (search !== null)
    conditions.push(
      sql`(${productMatches(search.text)} or ${holdsPart(sql`s.numbers`, search.text)} or ${otherwise})`,
    );
  if (product !== null) conditions.push(productMatches(product));
  return sql.join(conditions, sql` and `);
}

/**
 * The orders whose texts `s` are those of a search, by an index: first by their numbers, then by their products.
 * @param conditions of the texts
 */
export function textsFound(
  { search, product, rare }: OrderFilter,
  conditions: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const found = (also: RawBuilder<unknown>) => sql`
    select s.order_id as id, s.source_created_at from order_texts s where ${conditions} and ${also}`;
  const sold = (text: string) => isFound(sql`s.products`, text, rare?.products);
  if (search === null) return found(product === null ? sql`true` : sold(product));
  const { text } = search;
  const ofProduct = textsMatch({ search: null, product });
  return sql`
    ${found(sql`${isFound(sql`s.numbers`, text, rare?.numbers)} and ${ofProduct}`)} union all
    ${found(sql`${sold(text)} and not ${holdsPart(sql`s.numbers`, text)} and ${ofProduct}`)}`;
}

/** Whether order `o` was shipped and its parcel has not left, written as the partial index has it. */
const inHouse = sql`o.state = 'shipped' and o.marketplace_state not in ('SHIPPED', 'shipped', 'TO_CONFIRM_RECEIVE', 'fulfilled')`;

/** What was done about a parcel in the house. */
const parcels: Readonly<Record<ParcelState, RawBuilder<unknown>>> = {
  to_print: sql`o.print_label_at is null`,
  to_pack: sql`o.print_label_at is not null and o.packed_at is null`,
  to_hand_over: sql`o.print_label_at is not null and o.packed_at is not null`,
  label_printed: sql`o.print_label_at is not null`,
  label_not_printed: sql`o.print_label_at is null`,
  packed: sql`o.packed_at is not null`,
  not_packed: sql`o.packed_at is null`,
};

/** Whether the seller may answer a return of order `o` now. */
const isReturnToAnswer = sql`exists (
  select from order_returns r where r.order_id = o.id and (r.can_accept or r.can_dispute))`;

/** The condition that the buyer of order `o` waits for the seller's answer. Literals, so that a partial index applies. */
export function requested(request: RequestChoice): RawBuilder<unknown> {
  if (request === 'cancellation')
    return sql`o.state = 'outstanding_issues' and o.state_reason = 'orders.cancellation_requested'`;
  if (request === 'any')
    return sql`o.state = 'outstanding_issues'
      and o.state_reason in ('orders.cancellation_requested', 'orders.return_requested')
      and (o.state_reason = 'orders.cancellation_requested' or ${isReturnToAnswer})`;
  return sql`o.state = 'outstanding_issues' and o.state_reason = 'orders.return_requested' and ${isReturnToAnswer}`;
}

/** The condition that order `o` has an item whose name or SKU contains a text. */
export const hasProduct = (text: string): RawBuilder<unknown> =>
  sql`exists (select from order_texts s where s.order_id = o.id and ${productMatches(text)})`;

export function plainConditions(filter: OrderFilter): RawBuilder<unknown> {
  const conditions = [sql`o.store_id = ${filter.storeId}`, stateCondition(filter.states)];
  if (filter.marketplaceId !== null) conditions.push(sql`o.marketplace_id = ${filter.marketplaceId}`);
  if (filter.noted) conditions.push(sql`o.notes <> ''`);
  if (filter.lacksListing) conditions.push(sql`o.lacks_listing`);
  if (filter.request !== null) conditions.push(requested(filter.request));
  // A literal, so that the partial index applies.
  if (filter.awaitingPayment)
    conditions.push(sql`o.state = 'outstanding_issues' and o.state_reason = 'orders.awaiting_payment'`);
  if (filter.parcel !== null) conditions.push(sql`${inHouse} and ${parcels[filter.parcel]}`);
  if (filter.shipped !== null) conditions.push(windowCondition(filter.shipped, sql`o.shipped_at`));
  if (filter.ids !== null) conditions.push(sql`o.id = any(${filter.ids})`);
  if (filter.product !== null) conditions.push(hasProduct(filter.product));
  return sql.join(conditions, sql` and `);
}

/** The orders whose buyer's name has all of these words; relation `o`. */
export function namedCondition(storeId: number, words: readonly Buffer[]): RawBuilder<unknown> {
  const each = words.map(
    (word) => sql`exists (
      select from order_buyer_words w
      where w.store_id = ${storeId} and w.fingerprint = ${word} and w.order_id = o.id)`,
  );
  return sql.join(each, sql` and `);
}

/** The dates that lists are sorted by, besides the one that all orders have. */
export type OtherDate = Exclude<(typeof orderSorts)[number], 'source_created_at'>;

/** Whether an order has a date that counts now, written as the partial index of the date has it. */
export const hasDate: Readonly<Record<OtherDate, RawBuilder<unknown>>> = {
  ship_by: sql`(o.state = 'staff_to_process' and o.ship_by is not null)`,
  answer_by: sql`(o.state = 'outstanding_issues' and o.answer_by is not null)`,
  shipped_at: sql`(o.state = 'shipped' and o.shipped_at is not null)`,
};

/**
 * The orders of a filter; an exact reference number is found whatever its age. Each way to match a search is a statement of its own,
 * so that each is read from its own index.
 * @param also a further condition
 */
export function filtered(filter: OrderFilter, also: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const { storeId, search } = filter;
  const columns = sql`select o.id, o.source_created_at, o.ship_by, o.answer_by, o.shipped_at, o.state from orders o`;
  const conditions = sql`${plainConditions(filter)} and ${also}`;
  const all = sql`${columns} where ${conditions} and ${windowCondition(filter.window)}`;
  if (search === null) return all;
  const matches = [
    sql`${all} and o.id in (select s.id from (${textsFound(filter, sql`s.store_id = ${storeId}`)}) s)`,
    ...(search.words.length === 0 ? [] : [sql`${all} and ${namedCondition(storeId, search.words)}`]),
    sql`${columns} where ${conditions} and ${isNumbered(search.text)}`,
  ];
  return sql.join(matches, sql` union `);
}
