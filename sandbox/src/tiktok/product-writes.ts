import { z } from 'zod';
import type { Item } from '../core/records.ts';
import { bodyAs, idText } from './parameters.ts';
import { itemOf, readableItem } from './products.ts';
import { amountOf } from './region.ts';
import { badRequest, batchData, Failure, type ItemError } from './reply.ts';
import type { Endpoint, ShopCall } from './shop-call.ts';
import { holdingsOf } from './warehouses.ts';
import { itemWord } from './words.ts';

/** The most that a number of stock may be; 0 sells out (tiktok.md 3.3). */
const mostUnits = 99_999;

const stockBody = z.object({
  skus: z
    .array(
      z.object({
        id: idText,
        inventory: z
          .array(z.object({ warehouse_id: idText.optional(), quantity: z.int().min(0).max(mostUnits) }))
          .min(1),
      }),
    )
    .min(1),
});
type StockLine = z.output<typeof stockBody>['skus'][number];

const priceBody = z.object({
  skus: z
    .array(z.object({ id: idText, price: z.object({ amount: z.string(), currency: z.string() }) }))
    .min(1),
});

/** Stock and price of one product's SKUs (tiktok.md 3.3). */
export const productWriteEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/product/:version/products/:product_id/inventory/update',
    versions: ['202309'],
    nature: 'write',
    answer: updateStock,
  },
  {
    method: 'POST',
    path: '/product/:version/products/:product_id/prices/update',
    versions: ['202309'],
    nature: 'write',
    answer: updatePrices,
  },
];

/** Sets the SKUs one by one: a refused one is among the errors, the others are set. */
function updateStock(call: ShopCall): object {
  const { skus } = bodyAs(stockBody, call.body);
  const item = readableItem(call, call.params['product_id'] ?? '');
  const done = call.halfBatch ? Math.floor(skus.length / 2) : skus.length;
  const errors = skus.flatMap((line, index) =>
    index < done ? setStock(call, item, line) : [notDone({ sku_id: line.id })],
  );
  return batchData(errors);
}

function setStock({ shop }: ShopCall, item: Item, { id, inventory }: StockLine): ItemError[] {
  const variant = item.variants.find((one) => one.id === id && one.status !== 'deleted');
  if (variant === undefined)
    return [{ code: 12052048, message: 'The SKU does not belong to the product.', detail: { sku_id: id } }];
  const holdings = holdingsOf({ shop, staleSeconds: 0 }, variant);
  const [only, ...others] = holdings;
  const idOf = (row: StockLine['inventory'][number]): string | undefined =>
    row.warehouse_id ?? (others.length === 0 ? only?.id : undefined);
  const strange = inventory.filter((row) => !holdings.some(({ id: own }) => own === idOf(row)));
  if (strange.length > 0) {
    const extra = strange.map(({ warehouse_id }) => ({
      code: 12052097,
      message: 'Warehouse does not exist',
      warehouse_id,
    }));
    return [checkFailed('Check failed', { sku_id: id, extra_errors: extra })];
  }
  if (holdings.some(({ id: own }) => !inventory.some((row) => idOf(row) === own)))
    return [checkFailed('Check failed: every warehouse of the SKU must be named.', { sku_id: id })];
  if (variant.locked)
    return [checkFailed('Check failed: the SKU is in a running promotion.', { sku_id: id })];
  for (const { place, id: own, stock } of holdings) {
    const quantity = inventory.findLast((row) => idOf(row) === own)?.quantity ?? 0;
    const reserved = Math.min(stock.reserved, quantity);
    if (quantity !== stock.sellable || place === null)
      shop.setStock({ item, variant }, { sellable: quantity, reserved }, 'api', place);
  }
  return [];
}

/** All or nothing: a price that cannot be set refuses the call. */
function updatePrices(call: ShopCall): object {
  const { shop } = call;
  const { skus } = bodyAs(priceBody, call.body);
  const item = itemOf(call, call.params['product_id'] ?? '');
  if (itemWord(item) !== 'ACTIVATE')
    throw new Failure(12052990, `Check failed: the product's status is ${itemWord(item)}, not ACTIVATE.`);
  const changes = skus.map(({ id, price }) => {
    const variant = item.variants.find((one) => one.id === id && one.status !== 'deleted');
    if (variant === undefined) throw new Failure(12052048, `The SKU ${id} does not belong to the product.`);
    if (price.currency !== shop.record.currency)
      throw badRequest(`Invalid parameter currency: this shop sells in ${shop.record.currency}.`);
    const amount = amountOf(shop, price.amount);
    if (amount === null || amount === 0) throw badRequest(`Invalid parameter amount: ${price.amount}.`);
    if (variant.locked || variant.specialPrice !== null)
      throw new Failure(12052990, `Check failed: the SKU ${id} is in a running promotion.`);
    return { variant, amount };
  });
  for (const { variant, amount } of changes) shop.setPrice({ item, variant }, amount);
  return {};
}

function checkFailed(message: string, detail: ItemError['detail']): ItemError {
  return { code: 12052990, message, detail };
}

/** The error of the rows that a batch did not reach because it broke off. */
export function notDone(detail: ItemError['detail']): ItemError {
  return { code: 36009003, message: 'Internal error. Please try again later.', detail };
}
