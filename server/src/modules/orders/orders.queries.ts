import type { OrderState } from '@evenstock/contract/order-states';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/database.ts';
import type { PageRequest as Page } from '../../api/page-request.ts';
import type { InstantRange, TabStates } from './order-filters.rules.ts';

export interface OrderFilter {
  readonly storeId: number;
  readonly states: TabStates;
  /** Null: as far back as there are orders. */
  readonly window: InstantRange | null;
  readonly marketplaceId: number | null;
  readonly reference: string | null;
  readonly product: string | null;
  readonly noted: boolean;
  readonly ids: readonly number[] | null;
}

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

function plainConditions(filter: OrderFilter): RawBuilder<unknown> {
  const conditions = [sql`o.store_id = ${filter.storeId}`, stateCondition(filter.states)];
  if (filter.marketplaceId !== null) conditions.push(sql`o.marketplace_id = ${filter.marketplaceId}`);
  if (filter.noted) conditions.push(sql`o.notes <> ''`);
  if (filter.ids !== null) conditions.push(sql`o.id = any(${filter.ids})`);
  if (filter.product !== null) {
    conditions.push(sql`exists (
      select from order_items i
      where i.order_id = o.id and i.store_id = ${filter.storeId}
        and (i.name || ' ' || coalesce(i.sku, '')) ilike ${pattern(filter.product)})`);
  }
  return sql.join(conditions, sql` and `);
}

/** The orders of a filter; an exact reference number is found however old it is. */
export function filtered(filter: OrderFilter): RawBuilder<unknown> {
  const conditions = plainConditions(filter);
  const window = windowCondition(filter.window);
  const all = sql`select o.id, o.source_created_at from orders o where ${conditions} and ${window}`;
  if (filter.reference === null) return all;
  return sql`
    ${all} and o.reference_number ilike ${pattern(filter.reference)}
    union
    select o.id, o.source_created_at from orders o
    where ${conditions} and o.reference_number = ${filter.reference}`;
}

/** Columns of an order that lists and the order page share; relations `o` and `m` (its marketplace). */
export const orderColumns = sql`
  o.id, o.channel, o.number, o.reference_number, o.state, o.state_reason, o.marketplace_state, o.marketplace_raw_state,
  o.source_created_at, o.currency, o.total_amount, o.notes, o.print_label_at, o.print_invoice_at, o.print_pick_list_at,
  m.id as marketplace_id, m.slug as marketplace_slug, m.name as marketplace_name`;

/**
 * One page of a store's orders with their lines, and the total: one statement. The page's ids and the total come from an index
 * alone; only the rows that are shown are read.
 */
export function ordersPage(
  filter: OrderFilter,
  direction: 'asc' | 'desc',
  page: Page,
): RawBuilder<PagedOrder> {
  const order = sql.raw(`o.source_created_at ${direction}, o.id ${direction}`);
  // A search reads all of its results to count them, so page and total share them. Otherwise each has its own index scan.
  const once = sql.raw(
    filter.reference === null && filter.product === null ? 'not materialized' : 'materialized',
  );
  return sql<PagedOrder>`
    with found as ${once} (${filtered(filter)}), page as (
      select o.id from found o order by ${order} limit ${page.perPage} offset ${page.offset}
    )
    select counted.total_count, ${orderColumns}, items.list as order_items
    from (select count(*)::integer as total_count from found) counted
    left join (page join orders o on o.id = page.id join marketplaces m on m.id = o.marketplace_id) on true
    left join lateral (
      select coalesce(json_agg(json_build_object('id', i.id, 'sku', i.sku, 'name', i.name, 'quantity', i.ordered) order by i.position), '[]') as list
      from order_items i where i.order_id = o.id
    ) items on true
    order by ${order}`;
}

type PagedOrder = { readonly total_count: number } & (ListedOrder | { readonly id: null });

/** Runs `ordersPage`. */
export async function readOrdersPage(
  db: Handle,
  filter: OrderFilter,
  direction: 'asc' | 'desc',
  page: Page,
): Promise<{ orders: ListedOrder[]; totalCount: number }> {
  const { rows } = await ordersPage(filter, direction, page).execute(db);
  return {
    orders: rows.flatMap((row) => (row.id === null ? [] : [{ ...row, order_items: row.order_items }])),
    totalCount: rows[0]?.total_count ?? 0,
  };
}
