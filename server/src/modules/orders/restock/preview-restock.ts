import type { previewRestock as endpoint } from '@evenstock/contract/orders/order-work';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { notFound, type Call } from '../../../api/routing.ts';
import { previewUnits, type AddedUnits } from '../../catalog/pages/preview-units.ts';
import { findOrder } from '../order/order-page.queries.ts';
import { partsOfItems } from './restocks.queries.ts';

/**
 * Previews what restocking units of an order makes of its SKUs and their listings. Items of other orders, and items without a SKU, are
 * left out. An item that sold a set
 * gives its parts back.
 * @throws Refusal 404
 */
export async function previewRestock(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, params, query } = call;
  const order = await findOrder(ctx.db, store.id, params.referenceNumber);
  if (order === null) throw notFound('order');
  const unitsOf = new Map(query.order_item_ids.map((id, place) => [id, query.quantities[place] ?? 0]));
  const parts = await partsOfItems(ctx.db, query.order_item_ids);
  const added = new Map<number, AddedUnits>();
  const add = (variantId: number, sku: string | null, units: number): void => {
    const before = added.get(variantId)?.units ?? 0;
    added.set(variantId, { variantId, sku, units: before + units });
  };
  for (const { id, sku, variant } of order.order_items) {
    const units = unitsOf.get(id);
    if (units === undefined || variant === null) continue;
    const taken = parts.filter((part) => part.itemId === id);
    if (taken.length === 0) add(variant.id, sku, units);
    for (const part of taken) add(part.variantId, part.sku, units * part.units);
  }
  return { restock_preview: await previewUnits(ctx, [...added.values()]) };
}
