import { toMinor } from '@evenstock/contract/values/money';
import { z } from 'zod';
import type { Item, Variant } from '../core/records.ts';
import { Failure } from './reply.ts';
import type { ShopCall } from './shop-call.ts';
import { oneOrMany, readPayload, text } from './sku-payload.ts';

const longestName = 255;
const mostRemoved = 50;

const sku = z.looseObject({
  SkuId: text.optional(),
  SellerSku: text.optional(),
  Status: z.enum(['active', 'inactive', 'deleted']).optional(),
  price: text.optional(),
  special_price: text.optional(),
});
const updatePayload = z.object({
  Request: z.object({
    Product: z.looseObject({
      ItemId: text,
      // Must be there, even if it says nothing.
      Attributes: z.union([z.looseObject({ name: z.string().optional(), description: z.string().optional() }), z.literal('').transform(() => ({ name: undefined, description: undefined }))]),
      Skus: z.object({ Sku: oneOrMany(sku) }).optional(),
    }),
  }),
}); // oxfmt-ignore
const deactivatePayload = z.object({
  Request: z.object({
    Product: z.looseObject({ ItemId: text, Skus: z.object({ SkuId: oneOrMany(text) }).optional() }),
  }),
});

/** `/product/update`: the name, and what is sold of an item (lazada.md 3). */
export function updateProduct(call: ShopCall): object {
  const { Product } = readPayload(
    call.needed('payload'),
    updatePayload,
    'Request.Product with ItemId and Attributes',
  ).Request;
  const item = ownItem(call, Product.ItemId, '208');
  refuseLocked(item);
  const name = Product.Attributes.name?.trim();
  if (name !== undefined && (name === '' || name.length > longestName))
    throw new Failure('501', 'Update product failed', 'ISP', [
      {
        item_id: item.id,
        code: 'InvalidParameter',
        field: 'name',
        message: `The name must have 1 to ${String(longestName)} signs.`,
      },
    ]);
  for (const entry of Product.Skus?.Sku ?? []) editSku(call, item, entry);
  item.name = name ?? item.name;
  item.description = Product.Attributes.description ?? item.description;
  call.shop.itemChanged(item);
  return { item_id: Number(item.id) };
}

function editSku(call: ShopCall, item: Item, entry: z.output<typeof sku>): void {
  const variant = variantOf(item, entry.SkuId, entry.SellerSku);
  if (entry.Status !== undefined) setStatus(item, variant, entry.Status);
  const offer = call.shop.offer(variant.id);
  if (entry.price !== undefined && offer !== undefined)
    call.shop.setPrice(offer, toMinor(Number(entry.price), call.shop.record.currency));
  if (entry.special_price !== undefined) {
    const special = toMinor(Number(entry.special_price), call.shop.record.currency);
    variant.specialPrice = special === 0 ? null : special;
  }
}

/** An item is on sale while one of its SKUs is. */
function setStatus(item: Item, variant: Variant, status: 'active' | 'inactive' | 'deleted'): void {
  if (status === 'active') {
    if (item.status !== 'normal' && item.status !== 'unlisted')
      throw new Failure('501', 'The item cannot be put on sale now.', 'ISP');
    // Wholly delisted: only what is named comes back.
    if (item.status === 'unlisted')
      for (const one of item.variants) if (one.status === 'normal') one.status = 'unlisted';
    variant.status = 'normal';
    item.status = 'normal';
    return;
  }
  variant.status = status === 'inactive' ? 'unlisted' : 'deleted';
  if (item.status === 'normal' && !item.variants.some((one) => one.status === 'normal'))
    item.status = 'unlisted';
}

/** `/product/deactivate`: takes an item, or some of its SKUs, off sale. */
export function deactivateProduct(call: ShopCall): object {
  const { Product } = readPayload(
    call.needed('apiRequestBody'),
    deactivatePayload,
    'Request.Product.ItemId',
  ).Request;
  const item = ownItem(call, Product.ItemId, 'E0002');
  refuseLocked(item);
  if (item.status !== 'normal') throw new Failure('E0004', 'The item is not online.');
  const named =
    Product.Skus?.SkuId ?? item.variants.filter(({ status }) => status === 'normal').map(({ id }) => id);
  for (const id of named) {
    const variant = variantOf(item, id, undefined);
    if (variant.status !== 'deleted') setStatus(item, variant, 'inactive');
  }
  call.shop.itemChanged(item);
  return {};
}

/** `/product/remove`: deletes SKUs by `SkuId_<item>_<sku>`, or by the seller's codes; the item goes with its last. */
export function removeProduct(call: ShopCall): object {
  const bySku = call.has('sku_id_list');
  const ids = call.list(bySku ? 'sku_id_list' : 'seller_sku_list', '503');
  if (ids.length === 0 || ids.length > mostRemoved)
    throw new Failure('503', `1 to ${String(mostRemoved)} SKUs are expected.`, 'ISP');
  const found = ids.map((id) => ({ id, offer: bySku ? offerOfId(call, id) : call.shop.offersOf(id)[0] }));
  const detail = found.flatMap(({ id, offer }) => {
    if (offer === undefined || offer.variant.status === 'deleted')
      return [{ seller_sku: id, code: '207', message: 'SKU not found' }];
    return offer.item.variants.some(({ locked }) => locked)
      ? [{ seller_sku: id, code: lockedCode, message: 'A campaign locks this SKU.' }]
      : [];
  });
  if (detail.length > 0) throw new Failure('503', 'Remove product failed', 'ISP', detail);
  for (const item of new Set(found.flatMap(({ offer }) => offer?.item ?? []))) {
    for (const { offer } of found) if (offer?.item === item) offer.variant.status = 'deleted';
    const isGone = item.variants.every(({ status }) => status === 'deleted');
    if (isGone) item.status = 'deleted';
    call.shop.itemChanged(item, isGone ? 'deleted' : 'edited');
  }
  return {};
}

function offerOfId(call: ShopCall, id: string): ReturnType<ShopCall['shop']['offer']> {
  const [, itemId, skuId] = /^SkuId_(\d+)_(\d+)$/.exec(id) ?? [];
  const offer = call.shop.offer(skuId ?? '');
  return offer?.item.id === itemId ? offer : undefined;
}

const lockedCode = 'THD_IC_ERR_F_IC_ABILITY_PG_004';

function refuseLocked(item: Item): void {
  const locked = item.variants.find((variant) => variant.locked);
  if (locked === undefined) return;
  throw new Failure('501', 'Update product failed', 'ISP', [
    { item_id: item.id, sku_id: locked.id, seller_sku: locked.sku, code: lockedCode, message: 'A campaign locks this SKU: it cannot be edited now.' },
  ]); // oxfmt-ignore
}

function ownItem(call: ShopCall, id: string, code: string): Item {
  const item = call.shop.items.get(id);
  if (item === undefined || item.status === 'deleted') throw new Failure(code, 'Item not found');
  return item;
}

function variantOf(item: Item, skuId: string | undefined, sellerSku: string | undefined): Variant {
  if (skuId === undefined && sellerSku !== undefined)
    throw new Failure('4193', 'SellerSku is no longer a key: send SkuId.');
  const variant = item.variants.find(({ id, status }) => id === skuId && status !== 'deleted');
  if (variant === undefined) throw new Failure('207', 'SKU not found');
  return variant;
}
