import { z } from 'zod';
import type { Offer, Shop } from '../core/shop.ts';
import { bodyAs, idNumber } from './parameters.ts';
import { hasModels, locationId } from './products.ts';
import { badParameter, ShopeeError } from './reply.ts';
import type { Item } from '../core/records.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';

const stockBody = z.object({
  item_id: idNumber,
  stock_list: z
    .array(
      z.object({
        model_id: idNumber.default('0'),
        seller_stock: z
          .array(z.object({ location_id: z.string().optional(), stock: z.int().min(0).max(99_999_999) }))
          .min(1),
      }),
    )
    .min(1)
    .max(50),
});

interface RowResult {
  readonly success: Record<string, unknown> | null;
  readonly failure: { readonly code: string; readonly reason: string } | null;
}

/** Sets the seller's stock of up to 50 models of one item (3.3). A campaign's reserve is part of the number written. */
const updateStock: ShopEndpoint = {
  method: 'POST',
  path: 'product/update_stock',
  answer: (call) => {
    const body = bodyAs(stockBody, call.body);
    const item = ownItem(call.shop, body.item_id);
    checkModels(item, body.stock_list.map(({ model_id }) => model_id), 'error_edit_item_stock_for_item_has_model'); // oxfmt-ignore
    return rowsAnswer(call, body.stock_list, 'error_busi_update_stock_failed', (row) => {
      const offer = offerOf(call.shop, item, row.model_id);
      if (offer === null) return failure('error_param', 'Wrong model_id.');
      const [place] = row.seller_stock;
      const isOurs = row.seller_stock.length === 1 && ['', locationId].includes(place?.location_id ?? '');
      if (!isOurs || place === undefined) return failure('error_param', 'location_id is invalid.');
      if (offer.variant.locked)
        return failure(
          'error_cannt_edit_stock_in_promotion',
          'Cannot edit the stock of an item in promotion.',
        );
      if (place.stock < offer.variant.stock.reserved)
        return failure('error_auth', 'Total stock must be more than reserved stock.');
      call.shop.setStock(offer, { sellable: place.stock }, 'api');
      return {
        success: { model_id: Number(row.model_id), location_id: locationId, stock: place.stock },
        failure: null,
      };
    });
  },
};

const priceBody = z.object({
  item_id: idNumber,
  price_list: z.array(z.object({ model_id: idNumber.default('0'), original_price: z.number().positive() })).min(1).max(50),
}); // oxfmt-ignore

const updatePrice: ShopEndpoint = {
  method: 'POST',
  path: 'product/update_price',
  answer: (call) => {
    const body = bodyAs(priceBody, call.body);
    const item = ownItem(call.shop, body.item_id);
    checkModels(item, body.price_list.map(({ model_id }) => model_id), 'error_edit_item_price_for_item_has_model'); // oxfmt-ignore
    return rowsAnswer(call, body.price_list, 'error_busi_update_price_failed', (row) => {
      const offer = offerOf(call.shop, item, row.model_id);
      if (offer === null) return failure('error_param', 'Wrong model_id.');
      const refused = whyNotPrice(item, offer, row.original_price);
      if (refused !== null) return refused;
      call.shop.setPrice(offer, Math.round(row.original_price * 100));
      return {
        success: { model_id: Number(row.model_id), original_price: row.original_price },
        failure: null,
      };
    });
  },
};

/** Limits of prices in Singapore (3.2, 3.3); major units. */
export const priceRange = { least: 0.1, most: 1_000_000, spread: 5 } as const;

function whyNotPrice(item: Item, { variant }: Offer, price: number): RowResult | null {
  if (variant.locked)
    return failure('error_in_item_promotion_item_price_lock', 'The price is locked by a promotion.');
  if (variant.specialPrice !== null)
    return failure('error_cannt_edit_price_in_promotion', 'Cannot edit the price of an item in promotion.');
  if (price < priceRange.least)
    return failure('error_price_exceed_min_limitt', `The price is below ${String(priceRange.least)}.`);
  if (price > priceRange.most)
    return failure('error_price_exceed_max_limitt', `The price is above ${String(priceRange.most)}.`);
  if (Math.abs(price * 100 - Math.round(price * 100)) > 1e-6)
    return failure('error_param', 'The price may have two decimals at most.');
  const others = item.variants.filter((one) => one !== variant && one.status !== 'deleted');
  const prices = [price * 100, ...others.map((one) => one.price)];
  return Math.max(...prices) > Math.min(...prices) * priceRange.spread
    ? failure('error_param', 'The dearest variation may cost at most 5 times the cheapest.')
    : null;
}

export const productWriteEndpoints: readonly ShopEndpoint[] = [updateStock, updatePrice];

export function ownItem(shop: Shop, id: string): Item {
  const item = shop.items.get(id);
  if (item === undefined)
    throw new ShopeeError('error_item_not_belong_shop', 'The item does not belong to this shop.');
  if (item.status === 'deleted') throw new ShopeeError('error_item_not_found', 'Product not found.');
  return item;
}

function checkModels(item: Item, models: readonly string[], whenItemLevel: string): void {
  if (new Set(models).size !== models.length) throw badParameter('Repeat model_id.');
  if (hasModels(item) && models.includes('0'))
    throw new ShopeeError(whenItemLevel, 'The item has models: name them.');
}

/** The variant that a model id of an item means; 0 is the item without models. */
function offerOf(shop: Shop, item: Item, modelId: string): Offer | null {
  const variant = hasModels(item)
    ? item.variants.find(({ id }) => id === modelId)
    : modelId === '0'
      ? item.variants[0]
      : undefined;
  if (variant === undefined || variant.status === 'deleted') return null;
  return shop.offer(variant.id) ?? null;
}

function failure(code: string, reason: string): RowResult {
  return { success: null, failure: { code, reason } };
}

/** Success and failure lists (2.5). If every row failed the call itself fails, for their reason where it is one and the same. */
function rowsAnswer<R extends { model_id: string }>(
  call: ShopCall,
  rows: readonly R[],
  allFailed: string,
  write: (row: R) => RowResult,
): { response: unknown } {
  const asked = call.call.halfBatch ? rows.slice(0, Math.floor(rows.length / 2)) : rows;
  const results = asked.map((row) => ({ row, result: write(row) }));
  const failures = results.filter(({ result }) => result.failure !== null);
  const response = {
    success_list: results.flatMap(({ result }) => (result.success === null ? [] : [result.success])),
    failure_list: failures.map(({ row, result }) => ({
      model_id: Number(row.model_id),
      failed_reason: result.failure?.reason,
    })),
  };
  if (failures.length === 0 || failures.length < results.length) return { response };
  const reasons = new Map(
    failures.map(({ result }) => [result.failure?.code ?? allFailed, result.failure?.reason ?? '']),
  );
  const [only] = [...reasons];
  if (reasons.size === 1 && only !== undefined) throw new ShopeeError(only[0], only[1], { response });
  throw new ShopeeError(allFailed, 'All models failed.', { response });
}
