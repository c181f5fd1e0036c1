import { buyerOf } from '../core/buyers.ts';
import type { Item, Order } from '../core/records.ts';
import type { Offer, Shop } from '../core/shop.ts';
import type { CallContext } from './call-context.ts';
import { noStock, stockAt } from '../core/places.ts';
import { gid, levelGid, locationNumber, turned } from './gids.ts';
import {
  fulfilledUnits,
  currentUnits,
  type FulfillmentRecord,
  type OrderNotes,
  type RefundRecord,
} from './order-records.ts';
import { financialStatus, fulfillmentStatus, totalsOf } from './order-views.ts';
import { handleOf, productStatus, variantsOf, variantTitle } from './catalogue-views.ts';

/** Bodies in the REST manner: snake_case, numeric ids, money as text (shopify.md 7). */

export function orderBody(context: CallContext, order: Order): object {
  const notes = context.notesStore.of(context.shop, order);
  const totals = totalsOf(order, notes);
  const buyer = buyerOf(order.buyer);
  const status = fulfillmentStatus(order, notes);
  return {
    id: Number(order.id),
    admin_graphql_api_id: gid('Order', order.id),
    name: order.number,
    order_number: Number(order.number.replace('#', '')),
    created_at: localTime(order.createdAt),
    updated_at: localTime(order.updatedAt),
    processed_at: localTime(order.createdAt),
    cancelled_at: notes.cancelledAt === null ? null : localTime(notes.cancelledAt),
    cancel_reason: notes.cancelReason?.toLowerCase() ?? null,
    closed_at: notes.closedAt === null ? null : localTime(notes.closedAt),
    currency: context.currency,
    financial_status: financialStatus(order, notes).toLowerCase(),
    fulfillment_status: status === 'UNFULFILLED' ? null : status === 'FULFILLED' ? 'fulfilled' : 'partial',
    total_price: context.money(totals.total),
    subtotal_price: context.money(totals.items),
    total_tax: context.money(0),
    total_discounts: context.money(totals.discounts),
    email: buyer.email,
    phone: buyer.phone,
    note: order.remarks === '' ? null : order.remarks,
    tags: '',
    source_name: 'web',
    test: false,
    line_items: order.lines.map((line) => ({
      id: Number(line.id),
      admin_graphql_api_id: gid('LineItem', line.id),
      product_id: Number(line.itemId),
      variant_id: Number(line.variantId),
      sku: line.sku,
      title: line.name,
      variant_title: line.variantName === '' ? null : line.variantName,
      quantity: line.quantity,
      current_quantity: currentUnits(notes, line),
      fulfillable_quantity: line.quantity - line.cancelled - fulfilledUnits(notes, line.id),
      price: context.money(line.originalPrice),
    })),
    refunds: notes.refunds.map((refund) => refundBody(context, order, refund)),
    fulfillments: notes.fulfillments.map((one) => fulfillmentBody(order, one)),
  };
}

export function refundBody(context: CallContext, order: Order, refund: RefundRecord): object {
  return {
    id: refund.number,
    admin_graphql_api_id: gid('Refund', refund.number),
    order_id: Number(order.id),
    created_at: localTime(refund.at),
    processed_at: localTime(refund.at),
    note: refund.note,
    restock: refund.lines.some(({ restockType }) => restockType !== 'NO_RESTOCK'),
    refund_line_items: refund.lines.map(({ lineId, quantity, restockType }) => ({
      line_item_id: Number(lineId),
      quantity,
      restock_type: restockType.toLowerCase(),
      location_id: restockType === 'NO_RESTOCK' ? null : locationNumber(context.shop, order.place),
    })),
    transactions:
      refund.amount === 0
        ? []
        : [
            {
              kind: 'refund',
              status: 'success',
              amount: context.money(refund.amount),
              currency: context.currency,
            },
          ],
  };
}

export function fulfillmentBody(order: Order, record: FulfillmentRecord): object {
  return {
    id: record.number,
    admin_graphql_api_id: gid('Fulfillment', record.number),
    order_id: Number(order.id),
    status: record.cancelledAt === null ? 'success' : 'cancelled',
    shipment_status: record.deliveredAt === null ? null : 'delivered',
    created_at: localTime(record.at),
    updated_at: localTime(record.cancelledAt ?? record.deliveredAt ?? record.at),
    tracking_company: record.tracking?.company ?? null,
    tracking_number: record.tracking?.number ?? null,
    tracking_url: record.tracking?.url ?? null,
    line_items: record.lines.map(({ lineId, quantity }) => ({ id: Number(lineId), quantity })),
  };
}

export function returnBody(order: Order, notes: OrderNotes): object {
  const latest = notes.returns.at(-1);
  const number = latest?.number ?? 0;
  return {
    id: number,
    admin_graphql_api_id: gid('Return', number),
    order_id: Number(order.id),
    status: latest?.status.toLowerCase() ?? 'closed',
    name: `${order.number}-R${String(notes.returns.length)}`,
  };
}

export function productBody(context: CallContext, item: Item): object {
  return {
    id: Number(item.id),
    admin_graphql_api_id: gid('Product', item.id),
    title: item.name,
    handle: handleOf(item),
    body_html: `<p>${item.description}</p>`,
    status: productStatus(item).toLowerCase(),
    vendor: context.shop.record.name,
    product_type: '',
    tags: '',
    created_at: localTime(item.createdAt),
    updated_at: localTime(item.updatedAt),
    variants: variantsOf(item).map((variant) => ({
      id: Number(variant.id),
      admin_graphql_api_id: gid('ProductVariant', variant.id),
      product_id: Number(item.id),
      title: variantTitle(variant),
      sku: variant.sku,
      price: context.money(variant.specialPrice ?? variant.price),
      inventory_item_id: turned(variant.id, 'variant', 'inventoryItem'),
      inventory_quantity: context.quantity(variant, 'available'),
      inventory_policy: 'deny',
    })),
  };
}

export function levelBody(context: CallContext, { item, variant }: Offer, place: string | null): object {
  const stock = stockAt(variant, place) ?? noStock;
  return {
    inventory_item_id: turned(variant.id, 'variant', 'inventoryItem'),
    location_id: locationNumber(context.shop, place),
    available: context.quantity(variant, 'available', stock),
    updated_at: localTime(item.updatedAt),
    admin_graphql_api_id: levelGid(context.shop, variant.id, place),
  };
}

export function shopBody(shop: Shop): object {
  return {
    name: shop.record.name,
    myshopify_domain: `${shop.id}.myshopify.com`,
    currency: shop.record.currency,
  };
}

/** `2026-11-20T10:00:00+08:00`, in the shop's zone. */
function localTime(instant: number): string {
  return `${new Date(instant + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}
