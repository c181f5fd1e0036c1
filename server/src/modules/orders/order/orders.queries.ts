import { mostCounted } from '@evenstock/contract/api/fields';
import type { orderSorts } from '@evenstock/contract/orders/order-list-query';
import type { OrderState } from '@evenstock/contract/orders/order-states';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import type { PageRequest as Page, Sort } from '../../../api/page-request.ts';
import { filtered, hasDate, isSearch, type OrderFilter, type RareParts } from './order-conditions.queries.ts';
import { rareParts } from '../../../platform/text/rare-parts.rules.ts';
import { denseDays } from './dense-days.rules.ts';
import type { OtherDate } from './order-conditions.queries.ts';
import { byDate, found, foundByOtherDate, isLong, isOfAll } from './order-search.queries.ts';

export type OrderSort = Sort<(typeof orderSorts)[number]>;

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
  readonly answer_by: Date | null;
  readonly shipped_at: Date | null;
  readonly packed_at: Date | null;
  readonly tracking_number: string | null;
  readonly is_test: boolean;
  readonly sent_by: 'marketplace' | 'elsewhere' | null;
  readonly lacks_listing: boolean;
  readonly category: string | null;
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
  o.source_created_at, o.ship_by, o.answer_by, o.shipped_at, o.packed_at, o.is_test, o.sent_by, o.lacks_listing, o.category, o.currency, o.total_amount, o.notes, o.print_label_at, o.print_invoice_at, o.print_pick_list_at,
  (select i.tracking_code from order_items i where i.order_id = o.id and i.tracking_code <> '' order by i.position limit 1) as tracking_number,
  m.id as marketplace_id, m.slug as marketplace_slug, m.name as marketplace_name`;

/**
 * One page of a store's orders with their lines, and the total, in one statement. The page's ids and the total are read from indexes
 * only; rows are read only if they are shown. The total of a search ends at one more than are counted.
 */
export function ordersPage(filter: OrderFilter, sort: OrderSort, page: Page): RawBuilder<PagedOrder> {
  const { ctes, order } = isSearch(filter) ? searched(filter, sort, page) : listed(filter, sort, page);
  const most = isSearch(filter) ? sql`least(count(*), ${mostCounted + 1})` : sql`count(*)`;
  return sql<PagedOrder>`
    with ${ctes}
    select counted.total_count, ${orderColumns}, items.list as order_items
    from (select ${most}::integer as total_count from found) counted
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
}

const byPlace = sql`page.place`;

/** The page of orders `found`. */
const pageByDate = (order: RawBuilder<unknown>, { perPage, offset }: Page): RawBuilder<unknown> =>
  sql`page as (select o.id from found o order by ${order} limit ${perPage} offset ${offset})`;

/** Page and total of a list, each by its own index scan. */
function listed(filter: OrderFilter, { field, direction }: OrderSort, page: Page): PageOf {
  const all = sql`found as not materialized (${filtered(filter)})`;
  if (field !== 'source_created_at')
    return { ctes: sql`${all}, ${byOtherDate(filter, { field, direction }, page)}`, order: byPlace };
  const order = byDate(direction);
  return { ctes: sql`${all}, ${pageByDate(order, page)}`, order };
}

/** Page and total of a search. */
function searched(filter: OrderFilter, { field, direction }: OrderSort, page: Page): PageOf {
  if (field !== 'source_created_at') {
    const ctes = sql`${found(filter, 'desc')}, ${foundByOtherDate(filter, { field, direction }, page)}`;
    return { ctes, order: byPlace };
  }
  const order = byDate(direction);
  return { ctes: sql`${found(filter, direction)}, ${pageByDate(order, page)}`, order };
}

/**
 * The page sorted by another date; orders without one come after, newest first. At most the rows that fit on the page are read of these.
 */
function byOtherDate(
  filter: OrderFilter,
  { field, direction }: Sort<OtherDate>,
  page: Page,
): RawBuilder<unknown> {
  const isDated = hasDate[field];
  const order = sql.raw(`o.${field} ${direction}, o.id ${direction}`);
  const until = page.offset + page.perPage;
  return sql`
    due as materialized (
      select o.id, row_number() over (order by ${order}) as place
      from (${filtered(filter, isDated)}) o order by ${order} limit ${until}
    ), rest as (
      select o.id, ${until} + row_number() over (order by o.source_created_at desc, o.id desc) as place
      from (${filtered(filter, sql`${isDated} is not true`)}) o
      order by o.source_created_at desc, o.id desc limit ${until} - (select count(*) from due)
    ), page as (
      select id, place from due union all select id, place from rest order by place limit ${page.perPage} offset ${page.offset}
    )`;
}

type PagedOrder = { readonly total_count: number } & (ListedOrder | { readonly id: null });

/** Looks at some orders for which parts of a searched text are rare, and in which days it is frequent. */
async function readRareParts(db: Handle, { storeId, search, product }: OrderFilter): Promise<RareParts> {
  const searched = search?.text ?? product ?? '';
  const { rows } = await sql<{ text: string; at: Date; numbers: string; products: string }>`
    select lower(${searched}) as text, source_created_at as at, numbers, products
    from sampled_order_texts(${storeId}) order by source_created_at desc`.execute(db);
  const text = rows[0]?.text ?? searched;
  const ofNumbers = rareParts(
    text,
    rows.map(({ numbers }) => numbers),
  );
  const ofProducts = rareParts(
    text,
    rows.map(({ products }) => products),
  );
  return {
    numbers: ofNumbers.pattern,
    products: ofProducts.pattern,
    isRare: ofNumbers.isRare && ofProducts.isRare,
    isCommon: ofNumbers.isCommon || ofProducts.isCommon,
    denseDays: denseDays(
      rows.map(({ at, numbers, products }) => ({
        at,
        hasText: products.includes(text) || (search !== null && numbers.includes(text)),
      })),
    ),
  };
}

/**
 * Adds the rare parts of a search's text to its filter. A long list is read by days if most matches are of a few days. The list of all
 * orders is never read by days, because every match belongs to it.
 */
export async function withRareParts(db: Handle, filter: OrderFilter): Promise<OrderFilter> {
  const rare = await readRareParts(db, filter);
  const withoutDays = { ...filter, rare: { ...rare, denseDays: null } };
  if (rare.isRare || rare.denseDays === null || isOfAll(filter)) return withoutDays;
  const { rows } = await isLong(filter).execute(db);
  return rows[0]?.is_long === true ? { ...filter, rare } : withoutDays;
}

/** Runs `ordersPage`. */
export async function readOrdersPage(
  db: Handle,
  filter: OrderFilter,
  sort: OrderSort,
  page: Page,
): Promise<{ orders: ListedOrder[]; totalCount: number }> {
  const asked = isSearch(filter) ? await withRareParts(db, filter) : filter;
  const { rows } = await ordersPage(asked, sort, page).execute(db);
  return {
    orders: rows.flatMap((row) => (row.id === null ? [] : [{ ...row, order_items: row.order_items }])),
    totalCount: rows[0]?.total_count ?? 0,
  };
}
