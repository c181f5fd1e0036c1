import { z } from 'zod';
import type { Item } from '../core/records.ts';
import { isPromoted } from './discounts.ts';
import { bodyAs, idNumber } from './parameters.ts';
import { ownItem, priceRange } from './product-writes.ts';
import { hasModels } from './products.ts';
import { badParameter, ShopeeError } from './reply.ts';
import type { ShopEndpoint } from './shop-call.ts';
import { itemStatus } from './words.ts';

const nameLength = { least: 1, most: 120 } as const;

const updateBody = z.object({
  item_id: idNumber,
  item_name: z.string().optional(),
  description: z.string().optional(),
  item_sku: z.string().max(100).optional(),
  item_status: z.enum(['NORMAL', 'UNLIST']).optional(),
});

/** Edits what an item says; scalars that are not sent stay. Price, stock and models have calls of their own (3). */
const updateItem: ShopEndpoint = {
  method: 'POST',
  path: 'product/update_item',
  answer: ({ shop, body: raw }) => {
    const body = bodyAs(updateBody, raw);
    const item = ownItem(shop, body.item_id);
    const name = body.item_name?.trim();
    if (name !== undefined && (name.length < nameLength.least || name.length > nameLength.most))
      throw badParameter(`the length of item_name should be between 1 and ${String(nameLength.most)}.`);
    if (body.item_status !== undefined && body.item_status !== itemStatus(item)) {
      const refused = whyNotList(item, body.item_status === 'UNLIST');
      if (refused !== null) throw refused;
      item.status = body.item_status === 'UNLIST' ? 'unlisted' : 'normal';
    }
    item.name = name ?? item.name;
    item.description = body.description ?? item.description;
    const first = item.variants[0];
    if (body.item_sku !== undefined) {
      item.sku = body.item_sku;
      if (!hasModels(item) && first !== undefined) first.sku = body.item_sku;
    }
    shop.itemChanged(item);
    return {
      response: { item_id: Number(item.id), item_name: item.name, description: item.description, item_sku: item.sku, item_status: itemStatus(item) },
    };
  },
}; // oxfmt-ignore

const unlistBody = z.object({ item_list: z.array(z.object({ item_id: idNumber, unlist: z.boolean() })).min(1).max(50) }); // oxfmt-ignore

const unlistItem: ShopEndpoint = {
  method: 'POST',
  path: 'product/unlist_item',
  answer: ({ shop, body: raw, call }) => {
    const rows = bodyAs(unlistBody, raw).item_list;
    const success: unknown[] = [];
    const failures: { item_id: number; failed_reason: string }[] = [];
    const refusals = new Map<string, ShopeeError>();
    for (const { item_id, unlist } of call.halfBatch ? rows.slice(0, Math.floor(rows.length / 2)) : rows) {
      const item = shop.items.get(item_id);
      const refused = item === undefined ? notFound() : whyNotList(item, unlist);
      if (item === undefined || refused !== null) {
        const why = refused ?? notFound();
        refusals.set(why.code, why);
        failures.push({ item_id: Number(item_id), failed_reason: why.message });
        continue;
      }
      if (unlist !== (item.status === 'unlisted')) {
        item.status = unlist ? 'unlisted' : 'normal';
        shop.itemChanged(item);
      }
      success.push({ item_id: Number(item_id), unlist });
    }
    const response = { success_list: success, failure_list: failures };
    if (success.length > 0 || failures.length === 0) return { response };
    const [only] = refusals.values();
    if (refusals.size === 1 && only !== undefined)
      throw new ShopeeError(only.code, only.message, { response });
    throw new ShopeeError('error_unlist_item_all_failed', 'All items failed.', { response });
  },
};

/** Why an item cannot be delisted, or put back on sale. */
function whyNotList(item: Item, unlist: boolean): ShopeeError | null {
  if (item.status === 'deleted') return notFound();
  if (item.status === 'banned' || item.status === 'reviewing')
    return new ShopeeError(
      'error_busi_cannot_delist_reviewing_or_banned_item',
      'Cannot delist a reviewing or banned item.',
    );
  return unlist && item.status === 'normal' && item.variants.some(isPromoted)
    ? new ShopeeError('error_unlist_in_promotion', 'Cannot unlist an item in promotion.')
    : null;
}

function notFound(): ShopeeError {
  return new ShopeeError('error_item_not_found', 'Product not found.');
}

const deleteItem: ShopEndpoint = {
  method: 'POST',
  path: 'product/delete_item',
  answer: ({ shop, body }) => {
    const item = ownItem(shop, bodyAs(z.object({ item_id: idNumber }), body).item_id);
    refuseInPromotion(item);
    item.status = 'deleted';
    shop.itemChanged(item, 'deleted');
    return 'bare';
  },
};

const deleteModel: ShopEndpoint = {
  method: 'POST',
  path: 'product/delete_model',
  answer: ({ shop, body: raw }) => {
    const body = bodyAs(z.object({ item_id: idNumber, model_id: idNumber }), raw);
    const item = ownItem(shop, body.item_id);
    refuseInPromotion(item);
    const variant = hasModels(item)
      ? item.variants.find(({ id, status }) => id === body.model_id && status !== 'deleted')
      : undefined;
    if (variant === undefined) throw badParameter('Wrong model_id.');
    variant.status = 'deleted';
    shop.itemChanged(item);
    return 'bare';
  },
};

function refuseInPromotion(item: Item): void {
  if (item.variants.some(isPromoted))
    throw new ShopeeError('error_cannt_delete_in_promotion', 'Cannot delete an item in promotion.');
}

const getItemLimit: ShopEndpoint = {
  method: 'GET',
  path: 'product/get_item_limit',
  answer: () => ({
    response: {
      price_limit: { min_limit: priceRange.least, max_limit: priceRange.most },
      stock_limit: { min_limit: 0, max_limit: 99_999_999 },
      item_name_length_limit: { min_limit: nameLength.least, max_limit: nameLength.most },
      item_image_count_limit: { min_limit: 1, max_limit: 9 },
    },
  }),
};

export const itemEditEndpoints: readonly ShopEndpoint[] = [
  updateItem,
  unlistItem,
  deleteItem,
  deleteModel,
  getItemLimit,
];
