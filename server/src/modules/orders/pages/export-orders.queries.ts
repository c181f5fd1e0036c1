import type { OrderState } from '@evenstock/contract/orders/order-states';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import type { ReportedAmounts } from '../order/reported-amounts.ts';
import { filtered, type OrderFilter } from '../order/order-conditions.queries.ts';

/** Amounts are in minor units of the order's currency. */
interface ExportedItem {
  readonly sku: string | null;
  readonly name: string;
  readonly variant_name: string | null;
  readonly ordered: number;
  readonly cancelled: number;
  readonly returned: number;
  readonly unit_price: number | null;
}

/** An order without its buyer. Amounts are in minor units of its currency. */
export interface OrderWithItems extends ReportedAmounts {
  readonly id: number;
  readonly number: string;
  readonly reference_number: string;
  readonly channel: string;
  readonly marketplace: string;
  readonly state: OrderState;
  readonly marketplace_state: string;
  readonly source_created_at: Date;
  readonly paid_at: Date | null;
  readonly currency: string;
  readonly total_amount: number;
  readonly items: readonly ExportedItem[];
}

export async function countOrders(db: Handle, filter: OrderFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${filtered(filter)}) found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The next orders of a filter with their items, newest first. */
export async function ordersBefore(
  db: Handle,
  filter: OrderFilter,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<readonly OrderWithItems[]> {
  const older = before === null ? sql`true` : sql`f.id < ${before}`;
  const { rows } = await sql<OrderWithItems>`
    select o.id, o.number, o.reference_number, o.channel, m.name as marketplace, o.state, o.marketplace_state,
      o.source_created_at, o.paid_at, o.currency, o.subtotal, o.shipping_fee, o.voucher, o.coin, o.credit_card_promotion,
      o.seller_discount, o.cart_discount, o.discount, o.tax, o.service_fee, o.insurance, o.gift_wrap, o.tip, o.total_amount,
      coalesce(items.list, '[]') as items
    from (select f.id from (${filtered(filter)}) f where ${older} order by f.id desc limit ${limit}) page
    join orders o on o.id = page.id
    join marketplaces m on m.id = o.marketplace_id
    left join lateral (
      select json_agg(json_build_object('sku', i.sku, 'name', i.name, 'variant_name', i.variant_name, 'ordered', i.ordered,
        'cancelled', i.cancelled, 'returned', i.returned, 'unit_price', i.unit_price) order by i.position) as list
      from order_items i where i.order_id = o.id
    ) items on true
    order by o.id desc`.execute(db);
  return rows;
}
