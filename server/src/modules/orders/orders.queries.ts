import { mostCounted } from '@evenstock/contract/fields';
import type { OrderState } from '@evenstock/contract/order-states';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/database.ts';
import type { PageRequest as Page, Sort } from '../../api/page-request.ts';
import type { InstantRange, TabStates } from './order-filters.rules.ts';

/** What the search box asks for. */
export interface OrderSearch {
  /** Any part of a number, of a tracking number, of a SKU or of a product's name. */
  readonly text: string;
  /** Fingerprints of the words of a buyer's name, all of which the name has; none: names are not searched. */
  readonly words: readonly Buffer[];
}

export interface OrderFilter {
  readonly storeId: number;
  readonly states: TabStates;
  /** Null: as far back as there are orders. */
  readonly window: InstantRange | null;
  readonly marketplaceId: number | null;
  readonly search: OrderSearch | null;
  readonly product: string | null;
  readonly noted: boolean;
  readonly ids: readonly number[] | null;
}

export type OrderSort = Sort<'source_created_at' | 'ship_by'>;

/** As lists begin. */
export const newestFirst: OrderSort = { field: 'source_created_at', direction: 'desc' };

export interface OrderRecord {
  readonly id: number;
  readonly channel: string;
  readonly number: string;
  readonly reference_number: string;
  readonly state: OrderState;
  readonly state_reason: string | null;
  readonly marketplace_state: string;
  readonly marketplace_raw_state: string;
  readonly source_created_at: Date;
  readonly ship_by: Date | null;
  readonly currency: string;
  readonly total_amount: number;
  readonly notes: string | null;
  readonly print_label_at: Date | null;
  readonly print_invoice_at: Date | null;
  readonly print_pick_list_at: Date | null;
  readonly marketplace_id: number;
  readonly marketplace_slug: string;
  readonly marketplace_name: string;
}

export interface ListedOrder extends OrderRecord {
  readonly order_items: readonly { id: number; sku: string | null; name: string; quantity: number }[];
}

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function stateCondition(states: TabStates): RawBuilder<unknown> {
  if (states === 'all') return sql`true`;
  // A literal, so that the partial index of this tab applies.
  if (states === 'not_failed') return sql`o.state <> 'failed_orders'`;
  return sql`o.state = ${states.only}`;
}

function windowCondition(window: InstantRange | null): RawBuilder<unknown> {
  if (window === null) return sql`true`;
  const before = window.before === null ? sql`true` : sql`o.source_created_at < ${window.before}`;
  return sql`o.source_created_at >= ${window.from} and ${before}`;
}

/** What a line `i` is searched in, as its index has it. */
const lineText = sql`(i.name || ' ' || coalesce(i.sku, ''))`;

function plainConditions(filter: OrderFilter): RawBuilder<unknown> {
  const conditions = [sql`o.store_id = ${filter.storeId}`, stateCondition(filter.states)];
  if (filter.marketplaceId !== null) conditions.push(sql`o.marketplace_id = ${filter.marketplaceId}`);
  if (filter.noted) conditions.push(sql`o.notes <> ''`);
  if (filter.ids !== null) conditions.push(sql`o.id = any(${filter.ids})`);
  if (filter.product !== null) {
    conditions.push(sql`exists (
      select from order_items i
      where i.order_id = o.id and i.store_id = ${filter.storeId}
        and ${lineText} ilike ${pattern(filter.product)})`);
  }
  return sql.join(conditions, sql` and `);
}

/** The orders whose buyer's name has all of these words; relation `o`. */
function namedCondition(storeId: number, words: readonly Buffer[]): RawBuilder<unknown> {
  const each = words.map(
    (word) => sql`exists (
      select from order_buyer_words w
      where w.store_id = ${storeId} and w.fingerprint = ${word} and w.order_id = o.id)`,
  );
  return sql.join(each, sql` and `);
}

/**
 * The orders of a filter as a list walks through them: each order is asked whether it matches, so that few are read where many match.
 * An exact reference number is found in the filter's days alone.
 */
function walked(filter: OrderFilter, also: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const { storeId, search, product } = filter;
  const lines = (condition: RawBuilder<unknown>) => sql`
    (select from order_items i where i.order_id = o.id and i.store_id = ${storeId} and ${condition} limit 1)`;
  const hits: RawBuilder<unknown>[] = [];
  if (search !== null) {
    const part = pattern(search.text);
    hits.push(
      sql`(select where o.reference_number ilike ${part})`,
      lines(sql`(${lineText} ilike ${part} or i.tracking_code ilike ${part})`),
      ...(search.words.length === 0 ? [] : [sql`(select where ${namedCondition(storeId, search.words)})`]),
    );
  }
  const hit =
    hits.length === 0 ? sql`` : sql`cross join lateral (${sql.join(hits, sql` union all `)} limit 1) hit`;
  const sold =
    product === null
      ? sql``
      : sql`cross join lateral ${lines(sql`${lineText} ilike ${pattern(product)}`)} sold`;
  return sql`
    select o.id, o.source_created_at, o.ship_by from orders o ${hit} ${sold}
    where ${plainConditions({ ...filter, product: null })} and ${also} and ${windowCondition(filter.window)}`;
}

/** An order that is to be shipped by a given time: as the partial index has it. */
export const isDue = sql`(o.state = 'staff_to_process' and o.ship_by is not null)`;

/**
 * The orders of a filter; an exact reference number is found however old it is. Each way to match a search is a statement of its
 * own, so that each is read from its own index.
 * @param also what else holds for them
 */
export function filtered(filter: OrderFilter, also: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return sql.join(matches(filter, also), sql` union `);
}

/** The orders of a search, or of a product, up to one more than are counted: each way to match finds no more than that. */
function foundUpToMost(filter: OrderFilter): RawBuilder<unknown> {
  const each = matches(filter, sql`true`).map((match) => sql`(${match} limit ${mostCounted + 1})`);
  return sql.join(each, sql` union `);
}

function matches(filter: OrderFilter, also: RawBuilder<unknown>): readonly RawBuilder<unknown>[] {
  const { storeId, search } = filter;
  const conditions = sql`${plainConditions(filter)} and ${also}`;
  const window = windowCondition(filter.window);
  const columns = sql`select o.id, o.source_created_at, o.ship_by, o.state from orders o`;
  const all = sql`${columns} where ${conditions} and ${window}`;
  if (search === null) return [all];
  const part = pattern(search.text);
  return [
    sql`${all} and o.reference_number ilike ${part}`,
    sql`${all} and exists (
      select from order_items i
      where i.order_id = o.id and i.store_id = ${storeId}
        and (${lineText} ilike ${part} or i.tracking_code ilike ${part}))`,
    ...(search.words.length === 0 ? [] : [sql`${all} and ${namedCondition(storeId, search.words)}`]),
    sql`${columns} where ${conditions} and o.reference_number = ${search.text}`,
  ];
}

/** Columns of an order that lists and the order page share; relations `o` and `m` (its marketplace). */
export const orderColumns = sql`
  o.id, o.channel, o.number, o.reference_number, o.state, o.state_reason, o.marketplace_state, o.marketplace_raw_state,
  o.source_created_at, o.ship_by, o.currency, o.total_amount, o.notes, o.print_label_at, o.print_invoice_at, o.print_pick_list_at,
  m.id as marketplace_id, m.slug as marketplace_slug, m.name as marketplace_name`;

/**
 * One page of a store's orders with their lines, and the total: one statement. The page's ids and the total come from an index
 * alone; only the rows that are shown are read.
 */
export function ordersPage(filter: OrderFilter, sort: OrderSort, page: Page): RawBuilder<PagedOrder> {
  const { ctes, order } = isSearch(filter) ? searched(filter, sort, page) : listed(filter, sort, page);
  return sql<PagedOrder>`
    with ${ctes}
    select counted.total_count, ${orderColumns}, items.list as order_items
    from (select count(*)::integer as total_count from found) counted
    left join (page join orders o on o.id = page.id join marketplaces m on m.id = o.marketplace_id) on true
    left join lateral (
      select coalesce(json_agg(json_build_object('id', i.id, 'sku', i.sku, 'name', i.name, 'quantity', i.ordered) order by i.position), '[]') as list
      from order_items i where i.order_id = o.id
    ) items on true
    order by ${order}`;
}

/** `page`, the ids of one page, and the order of its rows. */
interface PageOf {
  readonly ctes: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

/** Whether orders are looked for by a text, so that counting them stops at the most. */
export const isSearch = ({ search, product }: OrderFilter): boolean => search !== null || product !== null;

/** Page and total of a list, each by its own index scan. */
function listed(filter: OrderFilter, sort: OrderSort, page: Page): PageOf {
  const found = sql`found as not materialized (${filtered(filter)})`;
  if (sort.field === 'ship_by') {
    return { ctes: sql`${found}, ${byDeadline(filter, sort.direction, page, filtered)}`, order: byPlace };
  }
  const order = byDate(sort.direction);
  return { ctes: sql`${found}, page as (select o.id from found o order by ${order} ${slice(page)})`, order };
}

/**
 * Page and total of a search. Matches are read once, up to one more than are counted. If there are more, the page is read by walking
 * the list in its order.
 */
function searched(filter: OrderFilter, sort: OrderSort, page: Page): PageOf {
  const found = sql`found as materialized (select o.*, ${isDue} as is_due from (${foundUpToMost(filter)}) o)`;
  const isWhole = sql`(select count(*) from found) <= ${mostCounted}`;
  if (sort.field === 'ship_by') {
    const { direction } = sort;
    const due = sql.raw(
      `case when o.is_due then o.ship_by end ${direction}, case when o.is_due then o.id end ${direction}`,
    );
    const order = sql`o.is_due desc, ${due}, ${byDate('desc')}`;
    const beyond = sql`with ${byDeadline(filter, direction, page, walked)} select id, place from page`;
    return {
      ctes: sql`${found}, page as (
        select o.id, row_number() over (order by ${order}) as place
        from (select o.* from found o where ${isWhole} order by ${order} ${slice(page)}) o
        union all select o.id, o.place from (${beyond}) o where not (${isWhole}))`,
      order: byPlace,
    };
  }
  const order = byDate(sort.direction);
  return {
    ctes: sql`${found}, page as (
      (select o.id from found o where ${isWhole} order by ${order} ${slice(page)})
      union all select o.id from (${walked(filter)} order by ${order} ${slice(page)}) o where not (${isWhole}))`,
    order,
  };
}

const slice = ({ perPage, offset }: Page): RawBuilder<unknown> => sql`limit ${perPage} offset ${offset}`;
const byPlace = sql`page.place`;
const byDate = (direction: OrderSort['direction']): RawBuilder<unknown> =>
  sql.raw(`o.source_created_at ${direction}, o.id ${direction}`);

/**
 * The page by what is to be shipped first or last; after that what no deadline waits for, newest first. Of these no more are read
 * than the page has room for.
 */
function byDeadline(
  filter: OrderFilter,
  direction: OrderSort['direction'],
  page: Page,
  read: (filter: OrderFilter, also: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const order = sql.raw(`o.ship_by ${direction}, o.id ${direction}`);
  const until = page.offset + page.perPage;
  return sql`
    due as materialized (
      select o.id, row_number() over (order by ${order}) as place
      from (${read(filter, isDue)}) o order by ${order} limit ${until}
    ), rest as (
      select o.id, ${until} + row_number() over (order by o.source_created_at desc, o.id desc) as place
      from (${read(filter, sql`${isDue} is not true`)}) o
      order by o.source_created_at desc, o.id desc limit ${until} - (select count(*) from due)
    ), page as (
      select id, place from due union all select id, place from rest order by place limit ${page.perPage} offset ${page.offset}
    )`;
}

type PagedOrder = { readonly total_count: number } & (ListedOrder | { readonly id: null });

/** Runs `ordersPage`. */
export async function readOrdersPage(
  db: Handle,
  filter: OrderFilter,
  sort: OrderSort,
  page: Page,
): Promise<{ orders: ListedOrder[]; totalCount: number }> {
  const { rows } = await ordersPage(filter, sort, page).execute(db);
  return {
    orders: rows.flatMap((row) => (row.id === null ? [] : [{ ...row, order_items: row.order_items }])),
    totalCount: rows[0]?.total_count ?? 0,
  };
}
