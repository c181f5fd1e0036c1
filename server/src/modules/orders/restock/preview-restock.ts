import type { previewRestock as endpoint, ShownAgain } from '@evenstock/contract/orders/order-work';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { notFound, type Call } from '../../../api/routing.ts';
import { previewUnits, type AddedUnits } from '../../catalog/pages/preview-units.ts';
import { findOrder } from '../order/order-page.queries.ts';
import type { Context } from '../../../context.ts';
import { risesAtShop, shownAgain, type ShopRises } from '../../stock/changes/put-back.ts';
import { partsOfItems, returnedLinesOf, type LineAtShop } from './restocks.queries.ts';

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
  const shops = await shopsOf(ctx, order.id);
  const apart = new Set(query.counted_apart);
  const unitsAdded = (itemId: number): number | undefined => {
    const units = unitsOf.get(itemId);
    if (units === undefined) return undefined;
    const shop = apart.has(itemId) ? undefined : shops.find((one) => one.itemId === itemId)?.shop;
    return shop === undefined ? units : units - shownAgain(shop, units).booked;
  };
  const added = new Map<number, AddedUnits>();
  const add = (variantId: number, sku: string | null, units: number): void => {
    const before = added.get(variantId)?.units ?? 0;
    added.set(variantId, { variantId, sku, units: before + units });
  };
  for (const { id, sku, variant } of order.order_items) {
    const units = unitsAdded(id);
    if (units === undefined || variant === null) continue;
    const taken = parts.filter((part) => part.itemId === id);
    if (taken.length === 0) add(variant.id, sku, units);
    for (const part of taken) add(part.variantId, part.sku, units * part.units);
  }
  return {
    restock_preview: await previewUnits(ctx, [...added.values()]),
    shown_again: shops.flatMap(describeShop),
  };
}

interface ReturnedAtShop extends LineAtShop {
  readonly shop: ShopRises;
}

/** What marketplaces that tell nothing of it show more since units came back: the seller may have put them back there. */
async function shopsOf(ctx: Context, orderId: number): Promise<readonly ReturnedAtShop[]> {
  const shops: ReturnedAtShop[] = [];
  for (const line of await returnedLinesOf(ctx.db, orderId)) {
    if (ctx.connectors[line.channel].facts.restoresOnCancel === 'reported') continue;
    shops.push({ ...line, shop: await risesAtShop(ctx.db, line.listingId, line.returnedSince) });
  }
  return shops;
}

function describeShop({ itemId, marketplace, left, shop }: ReturnedAtShop): ShownAgain {
  const { units } = shownAgain(shop, left);
  return units === 0 ? [] : [{ order_item_id: itemId, marketplace, units }];
}
