import { listed, paged } from '../core/left-out.ts';
import type { Item, Variant } from '../core/records.ts';
import { requiredList, listOf, numberOf } from './parameters.ts';
import { badParameter, ShopeeError } from './reply.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';
import { allItemStatuses, itemStatus, modelStatus } from './words.ts';

/** Our one warehouse. */
export const locationId = 'SGZ';

const getItemList: ShopEndpoint = {
  method: 'GET',
  path: 'product/get_item_list',
  answer: ({ shop, query, call }) => {
    const offset = numberOf(query, 'offset', { usual: 0 });
    const pageSize = numberOf(query, 'page_size', { least: 1, most: 100 });
    const statuses = requiredList(query, 'item_status', 10);
    const wrong = statuses.find((status) => !allItemStatuses.includes(status));
    if (wrong !== undefined) throw badParameter(`item_status ${wrong} is invalid.`);
    const from = numberOf(query, 'update_time_from', { usual: 0 });
    const to = numberOf(query, 'update_time_to', { usual: Number.MAX_SAFE_INTEGER });
    if (from > to) throw badParameter('update_time_from should not be later than update_time_to.');
    const windowed = query.has('update_time_from') || query.has('update_time_to');
    const items = windowed ? shop.itemsByUpdate.within(from * 1000, to * 1000 + 999) : shop.items.values();
    const found = listed(
      [...items].filter((item) => statuses.includes(itemStatus(item))),
      call.leftOut('products'),
    );
    const page = paged(found, offset, pageSize, call.pageFault('products'));
    const more = offset + pageSize < found.length;
    return {
      response: {
        item: page.map((item) => ({
          item_id: Number(item.id),
          item_status: itemStatus(item),
          update_time: seconds(item.updatedAt),
          tag: { kit: item.isKit },
        })),
        total_count: found.length,
        has_next_page: more,
        ...(more ? { next_offset: offset + pageSize } : {}),
        next: '',
      },
    };
  },
};

const getItemBaseInfo: ShopEndpoint = {
  method: 'GET',
  path: 'product/get_item_base_info',
  answer: (call) => {
    const items = requiredList(call.query, 'item_id_list', 50).map((id) => call.shop.items.get(id));
    const known = items.filter((item) => item !== undefined);
    // Of none of them there is anything to say (shopee.md 2.2).
    if (known.length === 0) throw new ShopeeError('error_item_not_found', 'Product not found.');
    return { response: { item_list: known.map((item) => baseInfo(call, item)) } };
  },
};

const getItemExtraInfo: ShopEndpoint = {
  method: 'GET',
  path: 'product/get_item_extra_info',
  answer: ({ shop, query }) => {
    const items = requiredList(query, 'item_id_list', 50).map((id) => shop.items.get(id));
    const known = items.filter((item) => item !== undefined);
    return {
      response: {
        item_list: known.map((item) => {
          const number = Number(item.id) % 97;
          return {
            item_id: Number(item.id),
            sale: number,
            views: number * 31,
            likes: number * 2,
            rating_star: 4.8,
            comment_count: number,
          };
        }),
      },
    };
  },
};

const getModelList: ShopEndpoint = {
  method: 'GET',
  path: 'product/get_model_list',
  answer: (call) => {
    const item = call.shop.items.get(requiredList(call.query, 'item_id', 1)[0] ?? '');
    if (item === undefined) throw new ShopeeError('error_item_not_found', 'Product not found.');
    const tiers = item.optionNames.map((name, tier) => ({
      name,
      option_list: optionsOf(item, tier).map((option) => ({ option })),
    }));
    return {
      response: {
        tier_variation: tiers,
        standardise_tier_variation: item.optionNames.map((name, tier) => ({
          variation_id: 0,
          variation_name: name,
          variation_group_id: 0,
          variation_option_list: optionsOf(item, tier).map((option) => ({
            variation_option_id: 0,
            variation_option_name: option,
          })),
        })),
        model: hasModels(item)
          ? item.variants
              .filter(({ status }) => status !== 'deleted')
              .map((variant) => model(call, item, variant))
          : [],
      },
    };
  },
};

const searchItem: ShopEndpoint = {
  method: 'GET',
  path: 'product/search_item',
  answer: ({ shop, query }) => {
    const pageSize = numberOf(query, 'page_size', { least: 1, most: 100 });
    const name = query.get('item_name')?.toLowerCase();
    const sku = query.get('item_sku')?.toLowerCase();
    if (name === undefined && sku === undefined && !query.has('attribute_status')) {
      throw badParameter('One of item_name, item_sku and attribute_status is required.');
    }
    const statuses = listOf(query, 'item_status');
    const found = [...shop.items.values()].filter(
      (item) =>
        (name === undefined || item.name.toLowerCase().includes(name)) &&
        (sku === undefined ||
          item.sku.toLowerCase().includes(sku) ||
          item.variants.some((variant) => variant.sku.toLowerCase().includes(sku))) &&
        (statuses.length === 0 ? item.status !== 'deleted' : statuses.includes(itemStatus(item))),
    );
    const offset = Number(Buffer.from(query.get('offset') ?? '', 'base64url').toString('utf8') || '0');
    if (!Number.isInteger(offset)) throw badParameter('offset is invalid.');
    const more = offset + pageSize < found.length;
    return {
      response: {
        item_id_list: found.slice(offset, offset + pageSize).map((item) => Number(item.id)),
        total_count: found.length,
        next_offset: more ? Buffer.from(String(offset + pageSize)).toString('base64url') : '',
      },
    };
  },
};

export const productEndpoints: readonly ShopEndpoint[] = [
  getItemList,
  getItemBaseInfo,
  getItemExtraInfo,
  getModelList,
  searchItem,
];

/** An item with models keeps price and stock on them; otherwise they are the item's, written with model 0 (3). */
export function hasModels(item: Item): boolean {
  return item.optionNames.length > 0;
}

function optionsOf(item: Item, tier: number): string[] {
  return [...new Set(item.variants.map((variant) => variant.options[tier] ?? ''))];
}

/** Section 3.1. */
function baseInfo(call: ShopCall, item: Item): Record<string, unknown> {
  const first = item.variants[0];
  return {
    item_id: Number(item.id),
    category_id: 100_017,
    item_name: item.name,
    description: item.description,
    description_type: 'normal',
    item_sku: hasModels(item) ? item.sku : (first?.sku ?? item.sku),
    ...(hasModels(item) ? {} : { gtin_code: first?.barcode ?? '' }),
    create_time: seconds(item.createdAt),
    update_time: seconds(item.updatedAt),
    item_status: itemStatus(item),
    has_model: hasModels(item),
    has_promotion: item.variants.some(
      (variant) => variant.specialPrice !== null || variant.locked || variant.stock.reserved > 0,
    ),
    condition: 'NEW',
    deboost: false,
    ...(hasModels(item) || first === undefined ? {} : { price_info: priceInfo(call, first) }),
    stock_info_v2: stockInfo(call, item.variants),
    image: {
      image_id_list: [`sg-${item.picture}`],
      image_url_list: [call.core.pictureUrl(item.picture)],
      image_ratio: '1:1',
    },
    weight: '0.30',
    dimension: { package_length: 20, package_width: 15, package_height: 3 },
    logistic_info: [
      {
        logistic_id: 10_001,
        logistic_name: 'Standard Delivery',
        enabled: true,
        is_free: false,
        shipping_fee: 0,
        estimated_shipping_fee: 1.49,
      },
    ],
    pre_order: { is_pre_order: false, days_to_ship: 2 },
    brand: { brand_id: 0, original_brand_name: 'NoBrand' },
    attribute_list: [],
    wholesales: [],
    video_info: [],
    tag: { kit: item.isKit },
  };
}

/** Section 3.2. */
function model(call: ShopCall, item: Item, variant: Variant): Record<string, unknown> {
  return {
    model_id: Number(variant.id),
    model_name: variant.options.join(','),
    tier_index: variant.options.map((option, tier) => optionsOf(item, tier).indexOf(option)),
    model_sku: variant.sku,
    gtin_code: variant.barcode ?? '',
    model_status: modelStatus(variant),
    promotion_id: 0,
    has_promotion: variant.specialPrice !== null || variant.locked || variant.stock.reserved > 0,
    price_info: priceInfo(call, variant),
    stock_info_v2: stockInfo(call, [variant]),
    weight: '0.30',
    pre_order: { is_pre_order: false, days_to_ship: 2 },
  };
}

function priceInfo({ shop }: ShopCall, variant: Variant): Record<string, unknown>[] {
  const original = variant.price / 100;
  const current = (variant.specialPrice ?? variant.price) / 100;
  return [
    {
      currency: shop.record.currency,
      original_price: original,
      current_price: current,
      inflated_price_of_original_price: original,
      inflated_price_of_current_price: current,
    },
  ];
}

/** A place of Shopee's own (3.1: `shopee_stock`). */
const shopeesLocation = 'SGS';

/** What a campaign holds is apart from the seller's stock (3.3): both together are what can be bought. */
function stockInfo({ shop, call }: ShopCall, variants: readonly Variant[]): Record<string, unknown> {
  let normal = 0;
  let reserved = 0;
  let shopees = 0;
  for (const variant of variants) {
    const shown = shop.stockShown(variant, call.staleSeconds);
    if (variant.keptBy === 'marketplace') shopees += shown.sellable;
    else {
      normal += shown.sellable - shown.reserved;
      reserved += shown.reserved;
    }
  }
  const isSellers = variants.some(({ keptBy }) => keptBy === 'seller');
  const isShopees = variants.some(({ keptBy }) => keptBy === 'marketplace');
  return {
    summary_info: { total_reserved_stock: reserved, total_available_stock: normal + shopees },
    seller_stock: isSellers ? [{ location_id: locationId, stock: normal, if_saleable: true }] : [],
    shopee_stock: isShopees ? [{ location_id: shopeesLocation, stock: shopees }] : [],
  };
}

export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
