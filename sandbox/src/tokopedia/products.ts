import { listed, paged } from '../core/left-out.ts';
import type { Item, Variant } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { childrenOf, productId, productIdOf, productsOf, type Product } from './product-ids.ts';
import { Failure } from './reply.ts';
import { warehouseOf } from './shop-directory.ts';
import type { TokopediaCall } from './tokopedia-call.ts';
import { priceText, productStatus, rupiah, unsetTime } from './words.ts';

const mostPerPage = 50;
const sorts = 10;
const weight = 200;

/** `GET /inventory/v1/fs/{fs_id}/product/info`: by id, by URL, by SKU, or all of a shop, page by page (tokopedia.md 3.1). */
export function readProducts(call: TokopediaCall): object[] {
  const ids = call.query.getAll('product_id').flatMap((text) => text.split(','));
  const sku = call.text('sku');
  const url = call.text('product_url');
  const shop = call.text('shop_id') === null ? null : call.shop();
  if (ids.length > 0) {
    const rows = ids.flatMap((id) => rowsOfId(call, id.trim(), shop));
    if (rows.length === 0) throw new Failure(500, 'OPENAPI_DB_003', 'Data not found');
    return rows;
  }
  if (sku !== null) return searched(call, shop, (product) => skuOf(product) === sku);
  if (url !== null) return searched(call, shop, (product) => productUrl(product) === url);
  if (shop === null) throw new Failure(400, 'PRD_DLV_016', 'Shop ID is empty');
  const page = call.atLeastOne('page', 'PRD_DLV_005', Number.MAX_SAFE_INTEGER);
  const perPage = call.atLeastOne('per_page', 'PRD_DLV_042', mostPerPage);
  const sort = call.whole('sort', 'PRD_DLV_042') ?? 1;
  if (sort < 1 || sort > sorts)
    throw new Failure(400, 'PRD_DLV_042', `sort must be from 1 to ${String(sorts)}`);
  const products = listed([...shop.items.values()].flatMap(productsOf), call.leftOut('products'));
  const rows = paged(products, (page - 1) * perPage, perPage, call.pageFault('products'));
  return rows.map((product) => productRow(call, shop, product));
}

function rowsOfId(call: TokopediaCall, id: string, shop: Shop | null): object[] {
  if (!/^\d{1,15}$/.test(id)) throw new Failure(400, 'PRD_DLV_042', 'Invalid product_id Format');
  const found = call.directory.product(id);
  if (found === null || (shop !== null && found.shop !== shop)) return [];
  return [productRow(call, found.shop, found.product)];
}

function searched(call: TokopediaCall, shop: Shop | null, isMeant: (product: Product) => boolean): object[] {
  const shops = shop === null ? call.directory.linked() : [shop];
  return shops.flatMap((one) =>
    [...one.items.values()]
      .flatMap(productsOf)
      .filter(isMeant)
      .map((product) => productRow(call, one, product)),
  );
}

export function skuOf(product: Product): string {
  return product.kind === 'parent' ? product.item.sku : product.variant.sku;
}

function productUrl(product: Product): string {
  return `https://www.tokopedia.example/product/${productId(product)}`;
}

/** The name of a product; a child's includes its options. */
function productName(item: Item, variant: Variant | null): string {
  return variant === null || variant.options.length === 0
    ? item.name
    : `${item.name} - ${variant.options.join(', ')}`;
}

/** The product as the vendor writes it; the irregular case is its own, and what is zero is left out as Go does (tokopedia.md 3.1). */
function productRow(call: TokopediaCall, shop: Shop, product: Product): object {
  const { item } = product;
  const variant = product.kind === 'parent' ? null : product.variant;
  const rows = variant === null ? childrenOf(item) : [variant];
  const units = rows.map((row) => shop.stockShown(row, call.staleSeconds));
  const sellable = units.reduce((sum, stock) => sum + stock.sellable, 0);
  const reserved = units.reduce((sum, stock) => sum + stock.reserved, 0);
  const minor = Math.min(...rows.map(({ price }) => price));
  const price = priceFields(minor, item.updatedAt);
  const stock = withoutZeros({ useStock: true, value: sellable, stockWording: '' });
  const id = Number(productId(product));
  const picture = call.core.pictureUrl(item.picture);
  return {
    basic: {
      productID: id,
      shopID: Number(shop.id),
      status: productStatus(item, variant),
      name: productName(item, variant),
      condition: 1,
      childCategoryID: 1817,
      shortDesc: item.description,
    },
    price,
    weight: { value: weight, unit: 1 },
    stock,
    ...withoutZeros({ main_stock: sellable - reserved, reserve_stock: reserved }),
    variant: variantFields(product),
    menu: { id: 1405065, name: shop.record.name },
    preorder: {},
    extraAttribute: { minOrder: 1, lastUpdateCategory: seconds(item.createdAt), isEligibleCOD: true },
    categoryTree: [
      { id: 1758, name: 'Makanan & Minuman', title: 'Makanan & Minuman', breadcrumbURL: 'https://www.tokopedia.example/p/makanan-minuman' },
    ],
    pictures: [
      { picID: 1, fileName: `${item.picture}.svg`, filePath: 'images', status: 2, OriginalURL: picture, ThumbnailURL: picture, width: 700, height: 700, URL300: picture },
    ],
    GMStats: {},
    stats: {},
    other: { sku: skuOf(product), url: productUrl(product), mobileURL: productUrl(product) },
    campaign: { StartDate: unsetTime, EndDate: unsetTime },
    warehouses: [
      { productID: id, warehouseID: warehouseOf(shop), price, stock: withoutZeros({ useStock: true, value: sellable }) },
    ],
  }; // oxfmt-ignore
}

function priceFields(minor: number, at: number): object {
  return { value: rupiah(minor), currency: 1, LastUpdateUnix: seconds(at), idr: rupiah(minor) };
}

function variantFields(product: Product): object {
  if (product.kind === 'parent')
    return {
      isParent: true,
      isVariant: true,
      childrenID: childrenOf(product.item).map(({ id }) => Number(id)),
    };
  return product.kind === 'child' ? { isVariant: true, parentID: Number(product.item.id) } : {};
}

/** `GET /inventory/v1/fs/{fs_id}/product/variant/{product_id}`: a parent with its children. */
export function readVariants(call: TokopediaCall): object {
  const found = call.directory.product(call.named['product_id'] ?? '');
  const item = found?.product.item;
  if (found === null || item === undefined || found.product.kind === 'single')
    throw new Failure(400, 'OPENAPI_DB_003', 'Data not found');
  const children = childrenOf(item);
  return {
    parent_id: Number(item.id),
    default_child: Number(children[0]?.id ?? '0'),
    sizechart: '',
    variant: item.optionNames.map((name, level) => ({
      name: name.toLowerCase(),
      identifier: name.toLowerCase(),
      unit_name: '',
      position: level + 1,
      option: optionValues(item, level).map((value, index) => ({
        id: optionId(level, index),
        value,
        hex: '',
      })),
    })),
    children: children.map((variant) => childRow(call, found.shop, item, variant)),
  };
}

function childRow(call: TokopediaCall, shop: Shop, item: Item, variant: Variant): object {
  const { sellable, reserved } = shop.stockShown(variant, call.staleSeconds);
  const picture = call.core.pictureUrl(item.picture);
  const offer = { item, variant };
  const isActive = productStatus(item, variant) === 1;
  return {
    name: productName(item, variant),
    product_id: Number(productIdOf(offer)),
    price: rupiah(variant.price),
    price_fmt: priceText(variant.price),
    stock: sellable,
    main_stock: sellable - reserved,
    reserve_stock: reserved,
    sku: variant.sku,
    option_ids: variant.options.map((value, level) =>
      optionId(level, optionValues(item, level).indexOf(value)),
    ),
    enabled: isActive,
    is_buyable: isActive && sellable > 0,
    url: `https://www.tokopedia.example/product/${variant.id}`,
    picture: { original: picture, thumbnail: picture },
    campaign:
      variant.specialPrice === null
        ? { is_active: false }
        : { is_active: true, discounted_price: rupiah(variant.specialPrice) },
    always_available: false,
    stock_wording: '',
  };
}

function optionValues(item: Item, level: number): string[] {
  return [...new Set(childrenOf(item).map(({ options }) => options[level] ?? ''))];
}

function optionId(level: number, index: number): number {
  return 41_000 + level * 100 + index;
}

function withoutZeros(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 0 && value !== ''));
}

function seconds(instant: number): number {
  return Math.floor(instant / 1000);
}
