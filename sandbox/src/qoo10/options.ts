import type { Item, Variant } from '../core/records.ts';
import { hasOptions, optionsOf, sellerCodeOf } from './goods-records.ts';
import { itemCodes } from './goods.ts';
import { editable, setQuantity } from './goods-writes.ts';
import { readLevels, readOptionRows, type OptionRow } from './option-text.ts';
import type { QapiCall } from './qapi-call.ts';
import { QapiError } from './reply.ts';

/** `ItemsOptions.UpdateInventoryQtyUnit`: the quantity of one option (qoo10.md 3). */
export function setOptionQuantity(call: QapiCall): null {
  const item = editable(call);
  const variant = optionNamed(call, item);
  const quantity = call.whole('Qty', itemCodes.badParameter);
  if (quantity === null) throw new QapiError(itemCodes.badParameter, 'The parameter Qty is required.');
  setQuantity(call, item, item.variants.indexOf(variant), quantity);
  return null;
}

/** `ItemsOptions.UpdateInventoryDataUnit`: price and quantity of one option; what is left out stays. */
export function updateOption(call: QapiCall): null {
  const item = editable(call);
  const variant = optionNamed(call, item);
  const more = call.amount('Price', itemCodes.badParameter);
  const quantity = call.whole('Qty', itemCodes.badParameter);
  if (more !== null) {
    const basePrice = call.goods.basePrice(call.shop, item);
    if (basePrice + more <= 0) throw new QapiError(itemCodes.badParameter, 'The price would not be above 0.');
    call.goods.change(call.shop, item, { basePrice });
    call.shop.setPrice({ item, variant }, basePrice + more);
  }
  if (quantity !== null) setQuantity(call, item, item.variants.indexOf(variant), quantity);
  return null;
}

/** `ItemsOptions.InsertInventoryDataUnit`: one more option. */
export function insertOption(call: QapiCall): null {
  const item = editable(call);
  const names = readLevels(call.text('OptionName'));
  const values = readLevels(call.text('OptionValue'));
  if (!hasOptions(item) || names.join() !== item.optionNames.join() || values.length !== names.length)
    throw new QapiError(itemCodes.badParameter, 'OptionName is not that of the item’s options.');
  if (optionsOf(item).some(({ options }) => options.join() === values.join()))
    throw new QapiError(itemCodes.badParameter, 'The item has this option already.');
  const basePrice = call.goods.basePrice(call.shop, item);
  call.goods.change(call.shop, item, { basePrice });
  const price = call.amount('Price', itemCodes.badParameter) ?? 0;
  const quantity = call.whole('Qty', itemCodes.badParameter) ?? 0;
  item.variants.push(
    newVariant(call, { names, values, price, quantity, code: call.text('OptionCode') }, basePrice),
  );
  call.shop.itemChanged(item);
  return null;
}

/** `ItemsOptions.DeleteInventoryDataUnit`. The last option goes with EditGoodsInventory. */
export function deleteOption(call: QapiCall): null {
  const item = editable(call);
  const variant = optionNamed(call, item);
  if (optionsOf(item).length === 1)
    throw new QapiError(itemCodes.badParameter, 'The last option of an item cannot be removed alone.');
  variant.status = 'deleted';
  call.shop.itemChanged(item);
  return null;
}

/** `ItemsOptions.EditGoodsInventory`: all options at once; an empty text removes them all. */
export function replaceOptions(call: QapiCall): null {
  const item = editable(call);
  const text = call.given('InventoryInfo');
  if (text === null) throw new QapiError(itemCodes.badParameter, 'The parameter InventoryInfo is required.');
  const rows = text.trim() === '' ? [] : readOptionRows(text);
  if (typeof rows === 'string') throw new QapiError(itemCodes.badParameter, rows);
  const basePrice = call.goods.basePrice(call.shop, item);
  const sellerCode = sellerCodeOf(item);
  const old = optionsOf(item);
  const left = old.reduce((sum, { stock }) => sum + stock.sellable, 0);
  const names = rows[0]?.names ?? [];
  const wanted = rows.length > 0 ? rows : [{ names, values: [], price: 0, quantity: left, code: sellerCode }];
  const kept = wanted.map((row) => ({ row, variant: old.find((one) => isRow(item, one, row)) }));
  const keptVariants = new Set(kept.map(({ variant }) => variant));
  for (const variant of old) if (!keptVariants.has(variant)) variant.status = 'deleted';
  item.optionNames = [...names];
  item.sku = sellerCode;
  call.goods.change(call.shop, item, { basePrice });
  for (const { row, variant } of kept) {
    if (variant === undefined) item.variants.push(newVariant(call, row, basePrice));
    else {
      variant.sku = row.code;
      call.shop.setPrice({ item, variant }, basePrice + row.price);
      setQuantity(call, item, item.variants.indexOf(variant), row.quantity);
    }
  }
  call.shop.itemChanged(item);
  return null;
}

function isRow(item: Item, variant: Variant, row: OptionRow): boolean {
  return item.optionNames.join() === row.names.join() && variant.options.join() === row.values.join();
}

function newVariant(call: QapiCall, row: OptionRow, basePrice: number): Variant {
  const { shop } = call;
  return {
    id: variantId(shop.nextNumber('variant')),
    sku: row.code,
    barcode: null,
    options: [...row.values],
    price: basePrice + row.price,
    specialPrice: null,
    stock: { sellable: row.quantity, reserved: 0, held: 0, occupied: 0 },
    locked: false,
    tracked: true,
    keptBy: 'seller',
    elsewhere: {},
    status: 'normal',
  };
}

/** The vendor has no id of an option; this one is the sandbox's own. */
export function variantId(sequence: number): string {
  return `option-${String(sequence)}`;
}

/**
 * The option that a call names: by the seller's code, by names and values, or by both, which must then agree. Throws QapiError, also
 * where several options carry the code.
 */
function optionNamed(call: QapiCall, item: Item): Variant {
  if (!hasOptions(item)) throw new QapiError(itemCodes.notFound, 'The item has no options.');
  const code = call.text('OptionCode');
  const names = readLevels(call.text('OptionName'));
  const values = readLevels(call.text('OptionValue'));
  if (code === '' && values.length === 0)
    throw new QapiError(itemCodes.badParameter, 'OptionCode, or OptionName and OptionValue, are required.');
  const found = optionsOf(item).filter(
    ({ sku, options }) =>
      (code === '' || sku === code) &&
      (values.length === 0 || (names.join() === item.optionNames.join() && values.join() === options.join())),
  );
  const [variant] = found;
  if (variant === undefined) throw new QapiError(itemCodes.notFound, 'The option was not found.');
  if (found.length > 1) throw new QapiError(itemCodes.badParameter, 'Several options carry this OptionCode.');
  return variant;
}
