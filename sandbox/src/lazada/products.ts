import { toMajor } from '@evenstock/contract/values/money';
import { listed, paged } from '../core/left-out.ts';
import type { Item, Stock, Variant } from '../core/records.ts';
import { productUrl, shopSku } from './orders.ts';
import { Failure } from './reply.ts';
import type { ShopCall } from './shop-call.ts';
import { noStock, placesOf, stockAt } from '../core/places.ts';
import { day, itemStatusWords, lazadasWarehouse, orderTime, productFilters, warehouseCode } from './words.ts';

const mostProducts = 50;
const usualProducts = 20;
const furthestOffset = 10_000;
const mostSkus = 100;
const monthOfMilliseconds = 30 * 86_400_000;

/** `/products/get`: items of the shop, by update where update times are given, else by creation (lazada.md 3). */
export function listProducts(call: ShopCall): object {
  const filter = productFilters[call.text('filter') ?? 'all'];
  if (filter === undefined) throw new Failure('36', 'Invalid status filter');
  const limit = call.whole('limit', usualProducts, 1, mostProducts, '19');
  const offset = call.whole('offset', 0, 0, furthestOffset, '14');
  const created = [call.time('create_after') ?? -Infinity, call.time('create_before') ?? Infinity] as const;
  const updated = [call.time('update_after') ?? -Infinity, call.time('update_before') ?? Infinity] as const;
  const skus = call.has('sku_seller_list') ? call.list('sku_seller_list', '5') : null;
  if (skus !== null && skus.length > mostSkus)
    throw new Failure('70', 'You have reached maximum number of SKUs in the list');

  const byUpdate = call.has('update_after') || call.has('update_before');
  // The index is in the order of updates; without update times the page is by creation.
  const candidates = byUpdate ? call.shop.itemsByUpdate.within(...updated) : call.shop.items.values();
  const found = [...candidates].filter(
    (item) =>
      filter(item) &&
      isWithin(item.createdAt, created) &&
      (skus === null || item.variants.some(({ sku }) => skus.includes(sku))),
  );
  if (!byUpdate) found.sort((a, b) => a.createdAt - b.createdAt);
  const shown = listed(found, call.leftOut('products'));
  const page = paged(shown, offset, limit, call.pageFault('products'));
  const kept = call.halfBatch ? page.slice(0, Math.floor(page.length / 2)) : page;
  return { total_products: shown.length, products: kept.map((item) => productFields(call, item)) };
}

/** `/product/item/get`. */
export function readProduct(call: ShopCall): object {
  const item = call.shop.items.get(call.needed('item_id'));
  if (item === undefined) throw new Failure('208', 'Item not found');
  return { ...productFields(call, item), variation: variationFields(item) };
}

function isWithin(instant: number, [from, to]: readonly [number, number]): boolean {
  return instant >= from && instant <= to;
}

function productFields(call: ShopCall, item: Item): object {
  const picture = call.core.pictureUrl(item.picture);
  return {
    item_id: Number(item.id),
    primary_category: 10000211,
    status: itemStatusWords[item.status],
    subStatus: item.status === 'banned' ? 'Admin' : '',
    created_time: String(item.createdAt),
    updated_time: String(item.updatedAt),
    images: [picture],
    marketImages: [],
    suspendedSkus: [],
    trialProduct: false,
    rejectReason: [],
    attributes: {
      name: item.name,
      short_description: '',
      description: item.description,
      brand: 'No Brand',
      warranty_type: 'No Warranty',
    },
    skus: item.variants
      .filter(({ status }) => status !== 'deleted')
      .map((variant) => skuFields(call, item, variant)),
  };
}

function skuFields(call: ShopCall, item: Item, variant: Variant): object {
  const { shop, core } = call;
  const stock = shop.stockShown(variant, call.staleSeconds);
  const rows = placesOf(shop).filter(({ key }) => stockAt(variant, key) !== null);
  const total = rows.reduce(
    (sum, { key }) => sum + shop.stockShown(variant, call.staleSeconds, key).sellable,
    0,
  );
  const currency = shop.record.currency;
  const from = item.createdAt;
  const to = item.createdAt + 24 * monthOfMilliseconds;
  return {
    SkuId: Number(variant.id),
    SellerSku: variant.sku,
    ShopSku: shopSku(item.id, variant.id),
    Status: variant.status === 'normal' && item.status === 'normal' ? 'active' : 'inactive',
    quantity: total,
    Available: total,
    price: toMajor(variant.price, currency),
    special_price: variant.specialPrice === null ? 0 : toMajor(variant.specialPrice, currency),
    ...(variant.specialPrice === null
      ? {}
      : {
          special_from_date: day(from),
          special_to_date: day(to),
          special_from_time: `${day(from)} 00:00`,
          special_to_time: `${day(to)} 00:00`,
        }),
    Url: productUrl(item.id, variant.id),
    Images: [core.pictureUrl(item.picture)],
    package_weight: '0.3',
    package_length: '20',
    package_width: '15',
    package_height: '3',
    saleProp: Object.fromEntries(
      item.optionNames.map((name, index) => [name.toLowerCase(), variant.options[index] ?? '']),
    ),
    multiWarehouseInventories: rows.map(({ key }) => {
      const isTheirs = key === null && variant.keptBy !== 'seller';
      const own = isTheirs ? noStock : shop.stockShown(variant, call.staleSeconds, key);
      return warehouseFields(warehouseCode(key), own);
    }),
    fblWarehouseInventories: variant.keptBy === 'seller' ? [] : [warehouseFields(lazadasWarehouse, stock)],
    channelInventories: stock.reserved === 0 ? [] : [campaignFields(call, stock.reserved)],
  };
}

function warehouseFields(code: string, stock: Stock): object {
  return {
    warehouseCode: code,
    quantity: stock.sellable,
    totalQuantity: stock.sellable + stock.held + stock.occupied,
    sellableQuantity: stock.sellable,
    occupyQuantity: stock.occupied,
    withholdQuantity: stock.held,
  };
}

/** Units that a running campaign holds; they are part of the sellable ones. */
function campaignFields(call: ShopCall, units: number): object {
  const now = call.core.clock.now();
  return {
    channelName: 'campaign',
    sellableQuantity: units,
    startTime: orderTime(now - 86_400_000).slice(0, 19),
    endTime: orderTime(now + 86_400_000).slice(0, 19),
  };
}

function variationFields(item: Item): object {
  return Object.fromEntries(
    item.optionNames.map((name, index) => [
      `variation${String(index + 1)}`,
      {
        name: name.toLowerCase(),
        label: name,
        options: [...new Set(item.variants.map(({ options }) => options[index] ?? ''))],
      },
    ]),
  );
}
