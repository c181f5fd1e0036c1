import type { Item, Variant } from '../core/records.ts';
import { listOf, numberOf, requiredList } from './parameters.ts';
import { hasModels, seconds } from './products.ts';
import { badParameter, ShopeeError } from './reply.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';

const daySeconds = 86_400;
const thirtyDays = 30 * daySeconds;
/** A discount runs less than 180 days; the shop's own follow one another. */
const runs = 120 * daySeconds;

interface Discount {
  readonly id: number;
  readonly name: string;
  readonly status: 'upcoming' | 'ongoing' | 'expired';
  readonly start: number;
  readonly end: number;
}

/** The shop's discounts: one behind it, the one that its special prices are of, one to come. */
function discountsOf({ core, shop }: ShopCall): Discount[] {
  const now = core.clock.seconds();
  const first = seconds(shop.record.createdAt);
  const turn = Math.max(0, Math.floor((now - first) / runs));
  return [-1, 0, 1].map((step) => ({
    id: 5_001 + turn + step,
    name: `Kopi deal ${String(turn + step + 1)}`,
    status: step < 0 ? 'expired' : step === 0 ? 'ongoing' : 'upcoming',
    start: first + (turn + step) * runs,
    end: first + (turn + step + 1) * runs - 1,
  }));
}

const getDiscountList: ShopEndpoint = {
  method: 'GET',
  path: 'discount/get_discount_list',
  answer: (call) => {
    const { query } = call;
    const status = query.get('discount_status') ?? '';
    if (!['upcoming', 'ongoing', 'expired', 'all'].includes(status))
      throw badParameter('discount_status should be upcoming, ongoing, expired or all.');
    const pageNo = numberOf(query, 'page_no', { least: 1 });
    const pageSize = numberOf(query, 'page_size', { least: 1, most: 100 });
    const from = numberOf(query, 'update_time_from', { usual: 0 });
    const to = numberOf(query, 'update_time_to', { usual: Number.MAX_SAFE_INTEGER });
    if (from > to || (query.has('update_time_from') && query.has('update_time_to') && to - from > thirtyDays))
      throw badParameter('update_time_from and update_time_to should be at most 30 days apart.');
    const found = discountsOf(call).filter(
      (one) => (status === 'all' || one.status === status) && one.start >= from && one.start <= to,
    );
    const page = found.slice((pageNo - 1) * pageSize, pageNo * pageSize);
    return {
      response: {
        discount_list: page.map((one) => ({
          discount_id: one.id, discount_name: one.name, status: one.status, start_time: one.start, end_time: one.end, source: 0,
        })), // oxfmt-ignore
        more: pageNo * pageSize < found.length,
      },
    };
  },
};

const getDiscount: ShopEndpoint = {
  method: 'GET',
  path: 'discount/get_discount',
  answer: (call) => {
    const id = numberOf(call.query, 'discount_id', {});
    const pageNo = numberOf(call.query, 'page_no', { least: 1 });
    const pageSize = numberOf(call.query, 'page_size', { least: 1, most: 100 });
    const one = discountsOf(call).find((discount) => discount.id === id);
    if (one === undefined) throw new ShopeeError('error_not_found', 'The discount is not found.');
    const items = one.status === 'ongoing' ? [...call.shop.items.values()].filter(isDiscounted) : [];
    return {
      response: {
        discount_id: one.id,
        discount_name: one.name,
        status: one.status,
        start_time: one.start,
        end_time: one.end,
        item_list: items.slice((pageNo - 1) * pageSize, pageNo * pageSize).map(discountedItem),
        more: pageNo * pageSize < items.length,
      },
    };
  },
};

function isDiscounted(item: Item): boolean {
  return item.status !== 'deleted' && item.variants.some(({ specialPrice }) => specialPrice !== null);
}

function discountedItem(item: Item): Record<string, unknown> {
  const first = item.variants[0];
  const models = item.variants.filter(
    ({ specialPrice, status }) => specialPrice !== null && status !== 'deleted',
  );
  const isPlain = !hasModels(item) && first !== undefined;
  return {
    item_id: Number(item.id),
    item_name: item.name,
    normal_stock: isPlain ? first.stock.sellable - first.stock.reserved : 0,
    item_promotion_stock: isPlain ? first.stock.reserved : 0,
    item_original_price: isPlain ? first.price / 100 : 0,
    item_promotion_price: isPlain ? (first.specialPrice ?? first.price) / 100 : 0,
    purchase_limit: 0,
    model_list: isPlain ? [] : models.map(discountedModel),
  };
}

function discountedModel(variant: Variant): Record<string, unknown> {
  return {
    model_id: Number(variant.id),
    model_name: variant.options.join(','),
    model_normal_stock: variant.stock.sellable - variant.stock.reserved,
    model_promotion_stock: variant.stock.reserved,
    model_original_price: variant.price / 100,
    model_promotion_price: (variant.specialPrice ?? variant.price) / 100,
  };
}

/** The promotions that hold an item's prices or units now (3). */
const getItemPromotion: ShopEndpoint = {
  method: 'GET',
  path: 'product/get_item_promotion',
  answer: (call) => {
    requiredList(call.query, 'item_id_list', 50);
    const ongoing = discountsOf(call).find(({ status }) => status === 'ongoing');
    const found: unknown[] = [];
    const failed: unknown[] = [];
    for (const id of listOf(call.query, 'item_id_list')) {
      const item = call.shop.items.get(id);
      if (item === undefined) failed.push({ item_id: Number(id), failed_reason: 'Product not found.' });
      else found.push({ item_id: Number(id), promotion: item.variants.filter(isPromoted).map((variant) => promotionOf(item, variant, ongoing)) });
    }
    return { response: { success_list: found, failure_list: failed } };
  }, // oxfmt-ignore
};

/** A running promotion holds the variant's price or some of its units. */
export function isPromoted(variant: Variant): boolean {
  return variant.locked || variant.specialPrice !== null || variant.stock.reserved > 0;
}

function promotionOf(item: Item, variant: Variant, ongoing: Discount | undefined): Record<string, unknown> {
  return {
    promotion_type: variant.specialPrice === null ? 'Campaign' : 'Discount Promotions',
    promotion_id: ongoing?.id ?? 0,
    model_id: hasModels(item) ? Number(variant.id) : 0,
    start_time: ongoing?.start ?? 0,
    end_time: ongoing?.end ?? 0,
    promotion_price_info: [{ promotion_price: (variant.specialPrice ?? variant.price) / 100 }],
    promotion_staging: 'ongoing',
    promotion_stock_info_v2: { summary_info: { total_reserved_stock: variant.stock.reserved } },
  };
}

export const discountEndpoints: readonly ShopEndpoint[] = [getDiscountList, getDiscount, getItemPromotion];
