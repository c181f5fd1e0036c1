import { sql, type RawBuilder } from 'kysely';
import { isShortText, partPattern } from '../../platform/search-text.ts';
import type { InstantRange } from '../../api/list-window.rules.ts';
import type { TabStates } from './order-filters.rules.ts';

/** The text of the search box, parsed. */
export interface OrderSearch {
  /** Any part of a number, of a tracking number, of a SKU or of a product's name. */
  readonly text: string;
  /** Fingerprints of words that the buyer's name must all contain; empty: names are not searched. */
  readonly words: readonly Buffer[];
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
  readonly ids: readonly number[] | null;
}

/** Whether orders are searched by a text, so that counting stops at the maximum. */
export const isSearch = ({ search, product }: OrderFilter): boolean => search !== null || product !== null;

function stateCondition(states: TabStates): RawBuilder<unknown> {
  if (states === 'all') return sql`true`;
  // A literal, so that the partial index of this tab applies.
  if (states === 'not_failed') return sql`o.state <> 'failed_orders'`;
  return sql`o.state = ${states.only}`;
}

export function windowCondition(window: InstantRange | null): RawBuilder<unknown> {
  if (window === null) return sql`true`;
  const before = window.before === null ? sql`true` : sql`o.source_created_at < ${window.before}`;
  return sql`o.source_created_at >= ${window.from} and ${before}`;
}

/** The searched text of a line `i`, as its index has it. */
const lineText = sql`(i.name || ' ' || coalesce(i.sku, ''))`;

/** Whether the number of order `o` contains a text. */
export function numberHolds(text: string): RawBuilder<unknown> {
  return isShortText(text)
    ? sql`short_parts(o.reference_number) @> array[lower(${text})]`
    : sql`o.reference_number ilike ${partPattern(text)}`;
}

/** Whether the name, SKU or tracking number of line `i` contains a text, evaluated on the row. */
export const lineMatches = (text: string): RawBuilder<unknown> =>
  sql`(${lineText} ilike ${partPattern(text)} or i.tracking_code ilike ${partPattern(text)})`;

/** As `lineMatches`, by an index. A short text has no spaces, so it lies in one of the three fields. */
export function lineHolds(text: string): RawBuilder<unknown> {
  return isShortText(text)
    ? sql`short_parts(${lineText} || ' ' || coalesce(i.tracking_code, '')) @> array[lower(${text})]`
    : lineMatches(text);
}

/** Whether the name or SKU of line `i` contains a text, evaluated on the row. */
export const productMatches = (text: string): RawBuilder<unknown> =>
  sql`${lineText} ilike ${partPattern(text)}`;

/** As `productMatches`, by an index. The index of short parts contains tracking numbers too, so its matches are filtered. */
export function productHolds(text: string): RawBuilder<unknown> {
  return isShortText(text)
    ? sql`(${lineHolds(text)} and strpos(lower(${lineText}), lower(${text})) > 0)`
    : productMatches(text);
}

export function plainConditions(filter: OrderFilter): RawBuilder<unknown> {
  const conditions = [sql`o.store_id = ${filter.storeId}`, stateCondition(filter.states)];
  if (filter.marketplaceId !== null) conditions.push(sql`o.marketplace_id = ${filter.marketplaceId}`);
  if (filter.noted) conditions.push(sql`o.notes <> ''`);
  if (filter.ids !== null) conditions.push(sql`o.id = any(${filter.ids})`);
  if (filter.product !== null) {
    conditions.push(sql`exists (
      select from order_items i
      where i.order_id = o.id and i.store_id = ${filter.storeId}
        and ${productHolds(filter.product)})`);
  }
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

/** Whether an order has to be shipped by a deadline, written as the partial index has it. */
export const isDue = sql`(o.state = 'staff_to_process' and o.ship_by is not null)`;

/**
 * The orders of a filter; an exact reference number is found whatever its age. Each way to match a search is a statement of its own,
 * so that each is read from its own index.
 * @param also a further condition
 */
export function filtered(filter: OrderFilter, also: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return sql.join(matches(filter, also), sql` union `);
}

/** All orders of a search, before sorting: numbers are found by their index, whatever the sort. */
export function allOf(filter: OrderFilter): RawBuilder<unknown> {
  return sql.join(matches(filter, sql`true`, true), sql` union `);
}

function matches(
  filter: OrderFilter,
  also: RawBuilder<unknown>,
  byIndex = false,
): readonly RawBuilder<unknown>[] {
  const { storeId, search } = filter;
  const conditions = sql`${plainConditions(filter)} and ${also}`;
  const window = windowCondition(filter.window);
  const columns = sql`select o.id, o.source_created_at, o.ship_by, o.state from orders o`;
  const all = sql`${columns} where ${conditions} and ${window}`;
  if (search === null) return [all];
  return [
    byIndex
      ? sql`
        select o.id, o.source_created_at, o.ship_by, o.state
        from (select o.* from orders o where o.store_id = ${storeId} and ${numberHolds(search.text)} offset 0) o
        where ${conditions} and ${window}`
      : sql`${all} and ${numberHolds(search.text)}`,
    sql`${all} and exists (
      select from order_items i
      where i.order_id = o.id and i.store_id = ${storeId}
        and ${lineHolds(search.text)})`,
    ...(search.words.length === 0 ? [] : [sql`${all} and ${namedCondition(storeId, search.words)}`]),
    sql`${columns} where ${conditions} and o.reference_number = ${search.text}`,
  ];
}
