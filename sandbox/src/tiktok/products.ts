import { z } from 'zod';
import { listed } from '../core/left-out.ts';
import type { Item, Variant } from '../core/records.ts';
import { pageOf } from './paging.ts';
import { bodyAs, idText, pageSize, seconds, unixSeconds } from './parameters.ts';
import { detail, searchRow, shownVariants } from './product-views.ts';
import { notesOfProduct } from './records.ts';
import { platforms } from './region.ts';
import { badRequest, Failure } from './reply.ts';
import type { Endpoint, ShopCall } from './shop-call.ts';
import { holdingsOf } from './warehouses.ts';
import { itemWord, platformWord, productStatuses } from './words.ts';

const searchBody = z.object({
  status: z.enum(productStatuses).default('ALL'),
  seller_skus: z.array(z.string()).optional(),
  sku_ids: z.array(idText).max(10).optional(),
  create_time_ge: seconds.optional(),
  create_time_le: seconds.optional(),
  update_time_ge: seconds.optional(),
  update_time_le: seconds.optional(),
  listing_platforms: z.array(z.enum(platforms)).optional(),
});
type Search = z.output<typeof searchBody>;

const inventoryBody = z.object({
  product_ids: z.array(idText).max(100).optional(),
  sku_ids: z.array(idText).max(600).optional(),
});

/** Reads of the products (tiktok.md 3.1 to 3.3). */
export const productEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/product/:version/products/search',
    versions: ['202309', '202312', '202502'],
    nature: 'read',
    answer: search,
  },
  {
    method: 'POST',
    path: '/product/:version/inventory/search',
    versions: ['202309'],
    nature: 'read',
    answer: searchInventory,
  },
  {
    method: 'GET',
    path: '/product/:version/products/:product_id',
    versions: ['202309'],
    nature: 'read',
    answer: (call) => detail(call, readableItem(call, call.params['product_id'] ?? '')),
  },
];

/** A product of this shop, or 12052048: another seller's and none at all look the same. */
export function itemOf({ shop }: ShopCall, productId: string): Item {
  const item = shop.items.get(productId);
  if (item === undefined)
    throw new Failure(12052048, 'The product does not exist or belongs to another seller.');
  return item;
}

/** A product that is neither frozen nor deleted: those are not shown in full, nor written. */
export function readableItem(call: ShopCall, productId: string): Item {
  const item = itemOf(call, productId);
  const word = itemWord(item);
  if (word === 'FREEZE' || word === 'DELETED')
    throw new Failure(12052048, `The product is not available: its status is ${word}.`);
  return item;
}

function search(call: ShopCall): object {
  const size = pageSize(call.query, { most: 100 });
  const asked = bodyAs(searchBody, call.body);
  const isNew = call.params['version'] === '202502';
  if (asked.listing_platforms !== undefined && asked.status === 'ALL')
    throw badRequest('Invalid parameter status: it must not be ALL if listing_platforms is set.');
  const meant = [...call.shop.items.values()].filter((item) => isMeant(call, item, asked));
  const found = listed(meant, call.leftOut('products'));
  const rows = found.map((row) => ({ row, at: 0, id: row.id }));
  const { page, next, total } = pageOf(
    rows,
    size,
    call.query.get('page_token'),
    'ASC',
    call.pageFault('products'),
  );
  return {
    total_count: total,
    next_page_token: next,
    products: page.map((item) => searchRow(call, item, isNew)),
  };
}

function isMeant(call: ShopCall, item: Item, asked: Search): boolean {
  const made = unixSeconds(item.createdAt);
  const changed = unixSeconds(item.updatedAt);
  const isInTime =
    made >= (asked.create_time_ge ?? 0) &&
    made <= (asked.create_time_le ?? Infinity) &&
    changed >= (asked.update_time_ge ?? 0) &&
    changed <= (asked.update_time_le ?? Infinity);
  const { seller_skus: skus, sku_ids: ids } = asked;
  return (
    isInTime &&
    hasStatus(call, item, asked) &&
    (skus === undefined || item.variants.some(({ sku }) => skus.includes(sku))) &&
    (ids === undefined || item.variants.some(({ id }) => ids.includes(id)))
  );
}

/** The storefronts named must all show the status; unless any is, the first where the product is listed. */
function hasStatus({ shop, records }: ShopCall, item: Item, asked: Search): boolean {
  if (asked.status === 'ALL') return true;
  const notes = notesOfProduct(records, shop, item.id);
  const where = asked.listing_platforms ?? notes.listedOn.slice(0, 1);
  return where.every((platform) => platformWord(item, notes, platform) === asked.status);
}

function searchInventory(call: ShopCall): object {
  const { sku_ids: skuIds, product_ids: productIds } = bodyAs(inventoryBody, call.body);
  const chosen = new Map<Item, Variant[]>();
  if (skuIds !== undefined) {
    for (const id of new Set(skuIds)) {
      const offer = call.shop.offer(id);
      if (offer === undefined || offer.variant.status === 'deleted') continue;
      chosen.set(offer.item, [...(chosen.get(offer.item) ?? []), offer.variant]);
    }
  } else if (productIds !== undefined) {
    for (const id of productIds) {
      const item = call.shop.items.get(id);
      if (item !== undefined) chosen.set(item, shownVariants(item));
    }
  } else throw badRequest('Missing required parameter product_ids or sku_ids.');
  return {
    inventory: [...chosen].map(([item, variants]) => ({
      product_id: item.id,
      skus: variants.map((variant) => inventoryRow(call, variant)),
    })),
  };
}

/** Committed units are those of orders that have not left. */
function inventoryRow(call: ShopCall, variant: Variant): object {
  const rows = holdingsOf(call, variant).map(({ id, stock }) => ({
    warehouse_id: id,
    available_quantity: stock.sellable,
    committed_quantity: stock.held + stock.occupied,
  }));
  return {
    id: variant.id,
    seller_sku: variant.sku,
    total_available_quantity: rows.reduce((sum, row) => sum + row.available_quantity, 0),
    total_committed_quantity: rows.reduce((sum, row) => sum + row.committed_quantity, 0),
    warehouse_inventory: rows,
  };
}
