import { toMinor } from '@evenstock/contract/values/money';
import type { GraphQLResolveInfo } from 'graphql';
import type { Item, Variant } from '../core/records.ts';
import { stockAt } from '../core/places.ts';
import type { Offer } from '../core/shop.ts';
import type { CallContext } from './call-context.ts';
import { gid, numberOf } from './gids.ts';
import { keyOf } from './idempotency.ts';
import {
  isListed,
  levelView,
  productView,
  shopView,
  statusOfProduct,
  variantView,
} from './catalogue-views.ts';

interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
}

export interface ProductUpdateArguments {
  readonly product?: {
    readonly id?: string | null;
    readonly title?: string | null;
    readonly descriptionHtml?: string | null;
    readonly status?: string | null;
  } | null;
}

const longestTitle = 255;

/** `productUpdate`: the title, the text, the status (shopify.md 3.2). */
export function updateProduct(context: CallContext, { product }: ProductUpdateArguments): object {
  context.need('productUpdate', 'write_products');
  const failed = (message: string, field: string[]) => ({ product: null, userErrors: [{ field, message }] });
  const item = itemOf(context, product?.id ?? '');
  if (item === null || !product) return failed('Product does not exist', ['id']);
  const title = product.title?.trim();
  if (title === '') return failed("Title can't be blank", ['title']);
  if ((title ?? '').length > longestTitle)
    return failed(`Title is too long (maximum is ${String(longestTitle)} characters)`, ['title']);
  item.name = title ?? item.name;
  item.description = product.descriptionHtml?.replace(/<[^>]*>/g, '') ?? item.description;
  item.status = statusOfProduct(product.status ?? '') ?? item.status;
  context.shop.itemChanged(item);
  return { product: productView(context, item), userErrors: [] };
}

/** `productDelete`: for ever. Asked to do it later, it is done all the same when it answers. */
export function deleteProduct(
  context: CallContext,
  { input, synchronous }: { input: { id: string }; synchronous?: boolean | null },
): object {
  context.need('productDelete', 'write_products');
  const shop = shopView(context);
  const item = itemOf(context, input.id);
  if (item === null) {
    const userErrors: UserError[] = [{ field: ['id'], message: 'Product does not exist' }];
    return { deletedProductId: null, productDeleteOperation: null, shop, userErrors };
  }
  item.status = 'deleted';
  context.shop.itemChanged(item, 'deleted');
  const deletedProductId = gid('Product', item.id);
  const operation = {
    id: gid('ProductDeleteOperation', item.id),
    status: 'COMPLETE',
    deletedProductId,
    userErrors: [],
  };
  return {
    deletedProductId: synchronous === false ? null : deletedProductId,
    productDeleteOperation: synchronous === false ? operation : null,
    shop,
    userErrors: [],
  };
}

interface VariantInput {
  readonly id?: string | null;
  readonly price?: string | number | null;
  readonly compareAtPrice?: string | number | null;
  readonly inventoryQuantities?: readonly object[] | null;
  readonly inventoryItem?: { readonly sku?: string | null; readonly tracked?: boolean | null } | null;
}
export interface BulkUpdateArguments {
  readonly productId: string;
  readonly variants: readonly VariantInput[];
  readonly allowPartialUpdates?: boolean | null;
}

/** `productVariantsBulkUpdate`: all variants or, without partial updates, none. Stock cannot be set here. */
export function updateVariants(context: CallContext, args: BulkUpdateArguments): object {
  context.need('productVariantsBulkUpdate', 'write_products');
  const item = itemOf(context, args.productId);
  if (item === null) {
    const userErrors = [
      { code: 'PRODUCT_DOES_NOT_EXIST', field: ['productId'], message: 'Product does not exist' },
    ];
    return { product: null, productVariants: null, userErrors };
  }
  const rows = args.variants.map((input, index) => ({
    input,
    found: wantedVariant(context, item, input, index),
  }));
  const userErrors = rows.flatMap(({ found }) => ('code' in found ? [found] : []));
  const good = rows.flatMap(({ input, found }) => ('variant' in found ? [{ input, offer: found }] : []));
  if (userErrors.length > 0 && args.allowPartialUpdates !== true)
    return { product: productView(context, item), productVariants: null, userErrors };
  for (const { input, offer } of good) editVariant(context, offer, input);
  if (good.length > 0) context.shop.itemChanged(item);
  return {
    product: productView(context, item),
    productVariants: good.map(({ offer }) => variantView(context, offer)),
    userErrors,
  };
}

type VariantError = UserError & { readonly code: string };

function wantedVariant(
  context: CallContext,
  item: Item,
  input: VariantInput,
  index: number,
): Offer | VariantError {
  const refused = (code: string, field: string, message: string): VariantError => ({
    code,
    field: ['variants', String(index), field],
    message,
  });
  if (!input.id)
    return refused('PRODUCT_VARIANT_ID_MISSING', 'id', 'Product variant is missing ID attribute');
  const offer = context.offerOfVariant(input.id);
  if (offer?.item !== item)
    return refused('PRODUCT_VARIANT_DOES_NOT_EXIST', 'id', 'Product variant does not exist');
  if ((input.inventoryQuantities ?? []).length > 0) {
    return refused(
      'NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE',
      'inventoryQuantities',
      'Inventory quantities can only be provided during create. To update inventory for existing variants, use inventoryAdjustQuantities.',
    );
  }
  if (Number(input.price ?? 0) < 0)
    return refused('GREATER_THAN_OR_EQUAL_TO', 'price', 'Price must be greater than or equal to 0');
  if (Number.isNaN(Number(input.price ?? 0)) || Number.isNaN(Number(input.compareAtPrice ?? 0)))
    return refused('INVALID_VALUE', 'price', 'Price is invalid');
  return offer;
}

/** The price that a buyer pays is `price`; a higher `compareAtPrice` makes it a special one. */
function editVariant(context: CallContext, offer: Offer, input: VariantInput): void {
  const { variant } = offer;
  const asked = (value: string | number | null | undefined): number | null =>
    value === null || value === undefined ? null : toMinor(Number(value), context.currency);
  const price = asked(input.price) ?? variant.specialPrice ?? variant.price;
  const former = variant.specialPrice === null ? null : variant.price;
  const compareAt = input.compareAtPrice === undefined ? former : asked(input.compareAtPrice);
  const isSpecial = compareAt !== null && compareAt > price;
  if (input.price !== undefined || input.compareAtPrice !== undefined) {
    variant.specialPrice = isSpecial ? price : null;
    context.shop.setPrice(offer, isSpecial ? compareAt : price);
  }
  editInventoryItem(variant, input.inventoryItem);
}

function editInventoryItem(variant: Variant, input: VariantInput['inventoryItem']): void {
  variant.sku = input?.sku ?? variant.sku;
  variant.tracked = input?.tracked ?? variant.tracked;
}

/** `inventoryActivate`: stocks an item at a location where it is not kept yet. */
export function activateInventory(
  context: CallContext,
  args: { inventoryItemId: string; locationId: string; available?: number | null },
  info: GraphQLResolveInfo,
): object {
  context.need('inventoryActivate', 'write_inventory');
  keyOf(info);
  const failed = (field: string, message: string) => ({
    inventoryLevel: null,
    userErrors: [{ field: [field], message }],
  });
  const offer = context.offerOfInventoryItem(args.inventoryItemId);
  if (offer === null) return failed('inventoryItemId', 'The specified inventory item could not be found.');
  const place = context.placeOf(args.locationId);
  if (place === null) return failed('locationId', 'The specified location could not be found.');
  if (stockAt(offer.variant, place.key) === null) {
    context.shop.setStock(offer, { sellable: args.available ?? 0 }, 'api', place.key);
    return { inventoryLevel: levelView(context, offer, place), userErrors: [] };
  }
  if (args.available !== null && args.available !== undefined)
    return failed(
      'available',
      'Not allowed to set available quantity when the item is already active at the location.',
    );
  return { inventoryLevel: levelView(context, offer, place), userErrors: [] };
}

function itemOf(context: CallContext, id: string): Item | null {
  const item = context.shop.items.get(numberOf(id, 'Product') ?? '');
  return item === undefined || !isListed(item) ? null : item;
}
