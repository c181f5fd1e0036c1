import type { ActionKind } from '@evenstock/contract/actions/actions';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import { isUnlinked } from './unlinked-items.queries.ts';
import { itemReturnStatus, shownReturn, type ShownReturn } from './order-returns.queries.ts';
import type { ReportedAmounts } from './reported-amounts.ts';
import { orderColumns, type OrderRecord } from './orders.queries.ts';

/** A part of a set, as the set is made up now. */
export interface PartOfItem {
  readonly units: number;
  readonly variant: {
    id: number;
    slug: string;
    sku: string | null;
    full_product_name: string;
    product: { slug: string };
  };
}

export interface OrderItemRecord {
  readonly id: number;
  readonly name: string;
  readonly variant_name: string | null;
  readonly sku: string | null;
  /** The SKU that its listing is merged into. */
  readonly variant_sku: string | null;
  readonly ordered: number;
  readonly cancelled: number;
  readonly returned: number;
  /** Units that a member restocked. */
  readonly restocked: number;
  /** Cancelled units that were not put back. */
  readonly not_put_back: number;
  readonly kept_by: 'seller' | 'marketplace' | 'elsewhere' | null;
  /** No listing has its code, and no member has linked it. */
  readonly lacks_listing: boolean;
  readonly fulfilled: boolean;
  readonly channel_line_id: string;
  readonly channel_variant_id: string | null;
  readonly unit_ids: readonly string[];
  readonly return_status: string | null;
  readonly shipment_provider: string | null;
  readonly tracking_code: string | null;
  readonly unit_price: number | null;
  readonly original_price: number | null;
  readonly total_price: number | null;
  readonly variant: {
    id: number;
    slug: string;
    product_name: string;
    product_slug: string;
    quantity: number;
  } | null;
  /** None where the SKU is no set. */
  readonly parts: readonly PartOfItem[];
}

export interface WholeOrder extends OrderRecord, ReportedAmounts {
  readonly category: string | null;
  readonly shipping_type: string | null;
  readonly shipping_method: string | null;
  readonly shipping_carrier: string | null;
  readonly remarks: string | null;
  readonly ready_to_collect_at: Date | null;
  readonly pickup_confirmed_at: Date | null;
  readonly packed_at: Date | null;
  readonly source_updated_at: Date;
  readonly imported_at: Date;
  readonly buyer_sealed: Buffer | null;
  readonly buyer_deleted_at: Date | null;
  readonly promotions: unknown;
  readonly marketplace_state_now: string;
  readonly channel_order_id: string;
  readonly pending_action_id: number | null;
  readonly pending_action_kind: ActionKind | null;
  readonly pending_action_state: 'waiting' | 'sent' | 'unknown' | null;
  readonly pending_action_asked_at: Date | null;
  /** All units that remained were shipped from here. */
  readonly shipped_here: boolean;
  readonly shown_return: ShownReturn | null;
  readonly order_items: readonly OrderItemRecord[];
}

/** Cancelled units of item `i` that were not put back on the quantity. */
const notPutBack = sql`(
  select coalesce(sum((c ->> 'units')::integer), 0)::integer from jsonb_array_elements(i.cancellations) c
  where (c ->> 'frozen')::boolean or c ->> 'restocked' = 'false')`;

/** What SKU `v` is made of, by the names of the parts. */
const partsOfSet = sql`(
  select coalesce(json_agg(json_build_object('units', c.units, 'variant', json_build_object(
    'id', w.id, 'slug', w.slug, 'sku', w.sku, 'full_product_name', w.full_product_name, 'product', json_build_object('slug', q.slug)))
    order by w.full_product_name, w.id), '[]')
  from set_parts c join variants w on w.id = c.part_id join products q on q.id = w.product_id where c.set_id = v.id)`;

/** The id of a store's order by its reference number, or by its number where that is unique. */
export const idOfOrder = (
  storeId: number,
  reference: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`coalesce(
  (select r.id from orders r where r.store_id = ${storeId} and r.reference_number = ${reference}),
  (select min(n.id) from orders n where n.store_id = ${storeId} and n.number = ${reference} having count(*) = 1))`;

/** Reads an order of a store with its lines, in one statement, by its reference number, or by its number where that is unique. */
export async function findOrder(db: Handle, storeId: number, reference: string): Promise<WholeOrder | null> {
  const { rows } = await sql<WholeOrder>`
    select ${orderColumns},
      o.subtotal, o.shipping_fee, o.voucher, o.coin, o.credit_card_promotion, o.seller_discount, o.cart_discount, o.discount,
      o.tax, o.service_fee, o.insurance, o.gift_wrap, o.tip,
      o.shipping_type, o.shipping_method, o.shipping_carrier, o.remarks, o.ready_to_collect_at, o.pickup_confirmed_at, o.packed_at,
      o.source_updated_at, o.imported_at, o.buyer_sealed, o.buyer_deleted_at, o.promotions, m.state as marketplace_state_now, o.channel_order_id,
      a.id as pending_action_id, a.kind as pending_action_kind, a.state as pending_action_state,
      a.asked_at as pending_action_asked_at,
      exists (
        select from marketplace_actions s
        where s.subject_type = 'Order' and s.subject_id = o.id and s.kind = 'order.ship' and s.state = 'done'
          and s.asked ->> 'order_item_ids' is null) as shipped_here,
      shown.return as shown_return, coalesce(items.list, '[]') as order_items
    from orders o
    join marketplaces m on m.id = o.marketplace_id
    left join lateral (
      select id, kind, state, asked_at from marketplace_actions
      where subject_type = 'Order' and subject_id = o.id and finished_at is null order by id desc limit 1
    ) a on true
    left join lateral (${shownReturn}) shown on true
    left join lateral (
      select json_agg(json_build_object(
        'id', i.id, 'name', i.name, 'variant_name', i.variant_name, 'sku', i.sku, 'variant_sku', v.sku,
        'ordered', i.ordered, 'cancelled', i.cancelled, 'returned', i.returned, 'restocked', i.restocked_by_hand, 'fulfilled', i.fulfilled,
        'not_put_back', ${notPutBack}, 'kept_by', i.kept_by, 'lacks_listing', o.lacks_listing and ${isUnlinked},
        'channel_line_id', i.channel_line_id, 'channel_variant_id', i.channel_variant_id, 'unit_ids', i.unit_ids,
        'return_status', ${itemReturnStatus}, 'shipment_provider', i.shipment_provider, 'tracking_code', i.tracking_code,
        'unit_price', i.unit_price, 'original_price', i.original_price, 'total_price', i.total_price,
        'variant', case when v.id is not null then json_build_object(
          'id', v.id, 'slug', v.slug, 'product_name', p.name, 'product_slug', p.slug, 'quantity', v.quantity) end,
        'parts', ${partsOfSet}
      ) order by i.position) as list
      from order_items i
      left join variant_listings l on l.id = i.variant_listing_id
      left join variants s on s.id = coalesce(i.variant_id, l.variant_id)
      left join variants v on v.id = coalesce(s.merged_into_id, s.id)
      left join products p on p.id = v.product_id
      where i.order_id = o.id
    ) items on true
    where o.id = ${idOfOrder(storeId, sql`${reference}`)}`.execute(db);
  return rows[0] ?? null;
}
