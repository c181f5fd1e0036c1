import { z } from 'zod';
import type { Shop } from '../core/shop.ts';
import { childrenOf, productOf, productsOf, type Product } from './product-ids.ts';
import { Failure } from './reply.ts';
import { notAssociated, warehouseOf } from './shop-directory.ts';
import type { TokopediaCall } from './tokopedia-call.ts';

const mostRows = 100;
const dearest = 100_000_000;

const named = { sku: z.string().default(''), product_id: z.int().optional() };
const stockRows = z.array(z.object({ ...named, new_stock: z.int().min(0).max(999_999_999) }));
const priceRows = z.array(z.object({ ...named, new_price: z.int().min(1).max(dearest) }));

interface NamedRow {
  readonly sku: string;
  readonly product_id?: number | undefined;
}

/** `POST /inventory/v1/fs/{fs_id}/stock/update`: absolute, row by row (tokopedia.md 3.2). */
export function updateStock(call: TokopediaCall): object {
  return eachRow(call, call.body(stockRows, 'PRD_DLV_042'), ({ new_stock }) => ({ new_stock }), (shop, product, { new_stock }) => {
    const { item, variant } = product;
    const reserved = Math.min(variant.stock.reserved, new_stock);
    shop.setStock({ item, variant }, { sellable: new_stock, reserved }, 'api');
  }); // oxfmt-ignore
}

/** `POST /inventory/v1/fs/{fs_id}/price/update`: whole rupiah. */
export function updatePrice(call: TokopediaCall): object {
  return eachRow(call, call.body(priceRows, 'PRD_DLV_042'), ({ new_price }) => ({ new_price }), (shop, product, { new_price }) => {
    const { item, variant } = product;
    shop.setPrice({ item, variant }, new_price * 100);
  }); // oxfmt-ignore
}

type Sold = Exclude<Product, { kind: 'parent' }>;

function eachRow<Row extends NamedRow>(
  call: TokopediaCall,
  rows: readonly Row[],
  asked: (row: Row) => object,
  write: (shop: Shop, product: Sold, row: Row) => void,
): object {
  const shop = call.shop();
  const warehouse = call.whole('warehouse_id', 'PRD_DLV_019');
  if (warehouse !== null && warehouse !== warehouseOf(shop)) throw notAssociated('PRD_USC_001');
  if (rows.length > mostRows)
    throw new Failure(400, 'PRD_DLV_018', `At most ${String(mostRows)} products can be updated at once`);
  const done = call.batch(rows);
  const failed = done.flatMap((row) => {
    const product = productNamed(shop, row);
    if (typeof product !== 'string') {
      write(shop, product, row);
      return [];
    }
    return [
      { product_id: row.product_id ?? 0, sku: row.sku, product_url: '', ...asked(row), message: product },
    ];
  });
  return { succeed_rows: done.length - failed.length, failed_rows: failed.length, failed_rows_data: failed };
}

/** The product that a row names, the SKU before the id; or why it cannot be written. */
function productNamed(shop: Shop, row: NamedRow): Sold | string {
  const offer = row.sku === '' ? null : shop.offersOf(row.sku)[0];
  if (offer === undefined) return 'Invalid SKU.';
  const product =
    offer === null
      ? productOf(shop, String(row.product_id ?? ''))
      : productsOf(offer.item).find((one) => one.kind !== 'parent' && one.variant === offer.variant);
  if (product === null || product === undefined || product.kind === 'parent') return 'Invalid Product ID.';
  if (product.item.status === 'banned') return 'The product is banned.';
  return product.variant.locked ? 'The product is in a running campaign.' : product;
}

const productIds = z.object({ product_id: z.array(z.int()).min(1) });

/** `POST /v1/products/fs/{fs_id}/active`. */
export function activate(call: TokopediaCall): object {
  return eachProduct(call, (shop, product) => {
    setStatus(shop, product, 'normal');
  });
}

/** `POST /v1/products/fs/{fs_id}/inactive`. */
export function deactivate(call: TokopediaCall): object {
  return eachProduct(call, (shop, product) => {
    setStatus(shop, product, 'unlisted');
  });
}

/** `POST /v3/products/fs/{fs_id}/delete`. With its last child a parent goes too. */
export function remove(call: TokopediaCall): object {
  return eachProduct(call, (shop, product) => {
    const { item } = product;
    if (product.kind === 'child' && childrenOf(item).length > 1) {
      product.variant.status = 'deleted';
      shop.itemChanged(item);
      return;
    }
    item.status = 'deleted';
    shop.itemChanged(item, 'deleted');
  });
}

function setStatus(shop: Shop, product: Product, status: 'normal' | 'unlisted'): void {
  if (product.kind === 'child') product.variant.status = status;
  else product.item.status = status;
  shop.itemChanged(product.item);
}

function eachProduct(call: TokopediaCall, write: (shop: Shop, product: Product) => void): object {
  const shop = call.shop();
  const ids = call.body(productIds, 'PRD_DLV_042').product_id;
  const done = call.batch(ids);
  const failed = done.flatMap((id) => {
    const product = productOf(shop, String(id));
    const why =
      product === null
        ? 'Product not found'
        : product.item.status === 'normal' || product.item.status === 'unlisted'
          ? null
          : 'Product is neither active nor in warehouse';
    if (product !== null && why === null) {
      write(shop, product);
      return [];
    }
    return [`Error Product ID [${String(id)}] : ${why ?? ''}`];
  });
  return {
    total_data: done.length,
    succeed_rows: done.length - failed.length,
    failed_rows: failed.length,
    failed_rows_data: failed.length === 0 ? null : failed,
  };
}
