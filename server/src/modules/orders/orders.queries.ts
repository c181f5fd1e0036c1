import { mostCounted } from '@evenstock/contract/fields';
import type { OrderState } from '@evenstock/contract/order-states';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/database.ts';
import type { PageRequest as Page, Sort } from '../../api/page-request.ts';
import { allOf, filtered, isDue, isSearch, type OrderFilter } from './order-conditions.queries.ts';
import { firstOf, foundOfFew, foundOfMany, NEAREST, nearest } from './order-search.queries.ts';

export type OrderSort = Sort<'source_created_at' | 'ship_by'>;

/** The sort that lists begin with. */
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

/** Columns of an order that lists and the order page share; relations `o` and `m` (its marketplace). */
export const orderColumns = sql`
  o.id, o.channel, o.number, o.reference_number, o.state, o.state_reason, o.marketplace_state, o.marketplace_raw_state,
  o.source_created_at, o.ship_by, o.currency, o.total_amount, o.notes, o.print_label_at, o.print_invoice_at, o.print_pick_list_at,
  m.id as marketplace_id, m.slug as marketplace_slug, m.name as marketplace_name`;

/**
 * One page of a store's orders with their lines, and the total, in one statement. The page's ids and the total are read from an index
 * only; rows are read only if they are shown. If `is_known` is false the search finds too many for it; use `commonOrdersPage`.
 */
export function ordersPage(filter: OrderFilter, sort: OrderSort, page: Page): RawBuilder<PagedOrder> {
  return pageStatement(isSearch(filter) ? searchedRare(filter, sort, page) : listed(filter, sort, page));
}

/** As `ordersPage`, for a search that finds many. */
export function commonOrdersPage(filter: OrderFilter, sort: OrderSort, page: Page): RawBuilder<PagedOrder> {
  return pageStatement(searchedCommon(filter, sort, page));
}

function pageStatement({ ctes, order, isKnown = sql`true` }: PageOf): RawBuilder<PagedOrder> {
  return sql<PagedOrder>`
    with ${ctes}
    select counted.total_count, ${isKnown} as is_known, ${orderColumns}, items.list as order_items
    from (select count(*)::integer as total_count from found) counted
    left join (page join orders o on o.id = page.id join marketplaces m on m.id = o.marketplace_id) on true
    left join lateral (
      select coalesce(json_agg(json_build_object('id', i.id, 'sku', i.sku, 'name', i.name, 'quantity', i.ordered) order by i.position), '[]') as list
      from order_items i where i.order_id = o.id
    ) items on true
    order by ${order}`;
}

/** `page`: the ids of one page and the sequence of its rows; `found`: the orders to be counted. */
interface PageOf {
  readonly ctes: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly isKnown?: RawBuilder<unknown>;
}

/** Page and total of a list, each by its own index scan. */
function listed(filter: OrderFilter, sort: OrderSort, page: Page): PageOf {
  const found = sql`found as not materialized (${filtered(filter)})`;
  if (sort.field === 'ship_by') {
    return { ctes: sql`${found}, ${byDeadline(filter, sort.direction, page)}`, order: byPlace };
  }
  const order = byDate(sort.direction);
  return { ctes: sql`${found}, page as (select o.id from found o order by ${order} ${slice(page)})`, order };
}

/** How the page of a search is selected from orders `o`, with the sort columns of its rows. */
interface Taking {
  readonly order: RawBuilder<unknown>;
  readonly pageOf: (from: RawBuilder<unknown>, where: RawBuilder<unknown>) => RawBuilder<unknown>;
}

function takingOf({ field, direction }: OrderSort, page: Page): Taking {
  if (field === 'source_created_at') {
    const order = byDate(direction);
    return {
      order,
      pageOf: (from, where) =>
        sql`(select o.id from ${from} o where ${where} order by ${order} ${slice(page)})`,
    };
  }
  const due = sql.raw(
    `case when o.is_due then o.ship_by end ${direction}, case when o.is_due then o.id end ${direction}`,
  );
  const order = sql`o.is_due desc, ${due}, ${byDate('desc')}`;
  return {
    order: byPlace,
    pageOf: (from, where) => sql`
      select o.id, row_number() over (order by ${order}) as place
      from (select o.* from ${from} o where ${where} order by ${order} ${slice(page)}) o`,
  };
}

/** Page and total of a search that finds few. */
function searchedRare(filter: OrderFilter, sort: OrderSort, page: Page): PageOf {
  const { order, pageOf } = takingOf(sort, page);
  const { ctes, areFew } = foundOfFew(filter, byDate('desc'));
  return { ctes: sql`${ctes}, page as (${pageOf(sql`found`, sql`true`)})`, order, isKnown: areFew };
}

/**
 * Page and total of a search that finds many. If it finds more than are counted, the page is read from the first orders of the list;
 * if these do not fill it, as with products sold long ago, all matches are sorted.
 */
function searchedCommon(filter: OrderFilter, sort: OrderSort, page: Page): PageOf {
  const { order, pageOf } = takingOf(sort, page);
  const newest = byDate('desc');
  const isWhole = sql`(select count(*) from found) <= ${mostCounted}`;
  const until = page.offset + page.perPage;
  const isNear = sql`(select count(*) from near) >= ${until}`;
  // Materialized, so that the planner expects it to be read to its end.
  const far = sql`far as materialized (
    select o.*, ${isDue} as is_due from (${allOf(filter)}) o where not (${isWhole}) and not (${isNear}))`;
  return {
    ctes: sql`${foundOfMany(filter, newest)}, ${nearestOf(filter, sort, page, isWhole)}, ${far}, page as (
      ${pageOf(sql`found`, isWhole)} union all ${pageOf(sql`near`, isNear)} union all ${pageOf(sql`far`, sql`true`)})`,
    order,
  };
}

/** The first orders of the list that match, as `near`. */
function nearestOf(
  filter: OrderFilter,
  { field, direction }: OrderSort,
  page: Page,
  isWhole: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const until = page.offset + page.perPage;
  const most = NEAREST + page.offset;
  if (field === 'source_created_at') {
    const order = byDate(direction);
    return sql`near as materialized (
      select o.* from (${nearest(filter, order, most)}) o where not (${isWhole}) order by ${order} limit ${until})`;
  }
  const deadline = sql.raw(`o.ship_by ${direction}, o.id ${direction}`);
  const newest = byDate('desc');
  // Orders without a deadline come after all orders that have one.
  const areAllDue = sql`(select count(*) from (${firstOf(filter, deadline, most, isDue)}) o) < ${most}`;
  return sql`
    due as materialized (
      select o.* from (${nearest(filter, deadline, most, isDue)}) o
      where not (${isWhole}) order by ${deadline} limit ${until}
    ), rest as materialized (
      select o.* from (${nearest(filter, newest, most, sql`${isDue} is not true`)}) o
      where not (${isWhole}) and (select count(*) from due) < ${until} and ${areAllDue} order by ${newest} limit ${until}
    ), near as materialized (select * from due union all select * from rest)`;
}

const slice = ({ perPage, offset }: Page): RawBuilder<unknown> => sql`limit ${perPage} offset ${offset}`;
const byPlace = sql`page.place`;
const byDate = (direction: OrderSort['direction']): RawBuilder<unknown> =>
  sql.raw(`o.source_created_at ${direction}, o.id ${direction}`);

/**
 * The page sorted by deadline; orders without one come after, newest first. At most the rows that fit on the page are read of these.
 */
function byDeadline(filter: OrderFilter, direction: OrderSort['direction'], page: Page): RawBuilder<unknown> {
  const order = sql.raw(`o.ship_by ${direction}, o.id ${direction}`);
  const until = page.offset + page.perPage;
  return sql`
    due as materialized (
      select o.id, row_number() over (order by ${order}) as place
      from (${filtered(filter, isDue)}) o order by ${order} limit ${until}
    ), rest as (
      select o.id, ${until} + row_number() over (order by o.source_created_at desc, o.id desc) as place
      from (${filtered(filter, sql`${isDue} is not true`)}) o
      order by o.source_created_at desc, o.id desc limit ${until} - (select count(*) from due)
    ), page as (
      select id, place from due union all select id, place from rest order by place limit ${page.perPage} offset ${page.offset}
    )`;
}

type PagedOrder = { readonly total_count: number; readonly is_known: boolean } & (
  ListedOrder | { readonly id: null }
);

/** Runs `ordersPage`, or `commonOrdersPage` where a search finds many. */
export async function readOrdersPage(
  db: Handle,
  filter: OrderFilter,
  sort: OrderSort,
  page: Page,
): Promise<{ orders: ListedOrder[]; totalCount: number }> {
  let { rows } = await ordersPage(filter, sort, page).execute(db);
  if (rows[0]?.is_known === false) ({ rows } = await commonOrdersPage(filter, sort, page).execute(db));
  return {
    orders: rows.flatMap((row) => (row.id === null ? [] : [{ ...row, order_items: row.order_items }])),
    totalCount: rows[0]?.total_count ?? 0,
  };
}
