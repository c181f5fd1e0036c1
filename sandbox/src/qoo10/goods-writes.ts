import type { Item, ListingStatus } from '../core/records.ts';
import { descriptiveFields, hasOptions, optionsOf } from './goods-records.ts';
import { itemCodes, itemNamed } from './goods.ts';
import type { QapiCall } from './qapi-call.ts';
import { QapiError } from './reply.ts';

const longestTitle = 100;

/** `ItemsOrder.SetGoodsPriceQty`: what is left out stays (qoo10.md 3). The quantity of an item with options is that of its options. */
export function setPriceAndQuantity(call: QapiCall): null {
  const item = editable(call);
  const price = call.amount('Price', itemCodes.badParameter);
  const quantity = call.whole('Qty', itemCodes.badParameter);
  const expireDate = call.text('ExpireDate');
  if (price !== null && price <= 0) throw new QapiError(itemCodes.badParameter, 'Price must be more than 0.');
  if (expireDate !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(expireDate))
    throw new QapiError(itemCodes.badParameter, 'ExpireDate must be yyyy-mm-dd.');
  if (quantity !== null && hasOptions(item))
    throw new QapiError(
      itemCodes.badParameter,
      'The quantity of an item with options is set for each option.',
    );
  if (price !== null) setBasePrice(call, item, price);
  if (quantity !== null)
    setQuantity(
      call,
      item,
      item.variants.findIndex(({ status }) => status !== 'deleted'),
      quantity,
    );
  if (expireDate !== '') call.goods.change(call.shop, item, { expireDate });
  return null;
}

/** Options keep what they add. */
function setBasePrice(call: QapiCall, item: Item, price: number): void {
  const more = price - call.goods.basePrice(call.shop, item);
  if (hasOptions(item)) call.goods.change(call.shop, item, { basePrice: price });
  for (const variant of optionsOf(item)) call.shop.setPrice({ item, variant }, variant.price + more);
}

/** Sets what buyers can buy of one row of an item. */
export function setQuantity(call: QapiCall, item: Item, row: number, quantity: number): void {
  const variant = item.variants[row];
  if (variant === undefined) throw new QapiError(itemCodes.notFound, 'The option was not found.');
  const reserved = Math.min(variant.stock.reserved, quantity);
  call.shop.setStock({ item, variant }, { sellable: quantity, reserved }, 'api');
}

const statusAsked: Readonly<Record<string, ListingStatus>> = {
  '1': 'unlisted',
  '2': 'normal',
  '3': 'deleted',
};

/** `ItemsBasic.EditGoodsStatus`: 1 on queue, 2 available, 3 deleted. */
export function setStatus(call: QapiCall): null {
  const item = itemNamed(call);
  const status = statusAsked[call.text('Status')];
  if (status === undefined) throw new QapiError(itemCodes.badParameter, 'Status must be 1, 2 or 3.');
  if (item.status !== 'normal' && item.status !== 'unlisted')
    throw new QapiError(itemCodes.notEditable, 'The item is neither on queue nor available.');
  if (item.status === status) return null;
  item.status = status;
  call.shop.itemChanged(item, status === 'deleted' ? 'deleted' : 'edited');
  return null;
}

/** `ItemsBasic.UpdateGoods` writes the whole descriptive set: what is left out is empty afterwards (qoo10.md 3.2). */
export function updateGoods(call: QapiCall): null {
  const item = editable(call);
  const title = call.needed('ItemTitle', itemCodes.badParameter);
  call.needed('SecondSubCat', itemCodes.badParameter);
  if (title.length > longestTitle)
    throw new QapiError(
      itemCodes.badParameter,
      `ItemTitle must not exceed ${String(longestTitle)} characters.`,
    );
  const texts = Object.fromEntries(descriptiveFields.map((field) => [field, call.text(field)]));
  // Misspelt in the vendor's own form (qoo10.md 3.2).
  const adult = call.text('AudultYN') || call.text('AdultYN') || 'N';
  call.goods.change(call.shop, item, { texts: { ...texts, AdultYN: adult } });
  item.name = title;
  const sellerCode = call.text('SellerCode');
  if (sellerCode !== '' && hasOptions(item)) item.sku = sellerCode;
  call.shop.itemChanged(item);
  return null;
}

/** `ItemsContents.EditGoodsContents`. */
export function setDescription(call: QapiCall): null {
  const item = editable(call);
  item.description = call.needed('Contents', itemCodes.badParameter);
  call.shop.itemChanged(item);
  return null;
}

/** The item that a write names: on queue or available, and no row of it held by a running promotion. */
export function editable(call: QapiCall): Item {
  const item = itemNamed(call);
  if (item.status !== 'normal' && item.status !== 'unlisted')
    throw new QapiError(itemCodes.notEditable, 'The item is neither on queue nor available.');
  if (item.variants.some(({ locked }) => locked))
    throw new QapiError(itemCodes.notEditable, 'The item is in a running promotion.');
  return item;
}
