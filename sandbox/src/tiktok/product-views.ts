import { barcodeType } from '../core/barcodes.ts';
import { createRandom } from '../core/random.ts';
import type { Item, Variant } from '../core/records.ts';
import { unixSeconds } from './parameters.ts';
import { notesOfProduct } from './records.ts';
import { amountText, regionOf } from './region.ts';
import type { ShopCall } from './shop-call.ts';
import { holdingsOf } from './warehouses.ts';
import { itemWord, platformWord } from './words.ts';

/** A product as the search shows it (tiktok.md 3.1); `isNew`: with what came after version 202309. */
export function searchRow(call: ShopCall, item: Item, isNew: boolean): object {
  const notes = notesOfProduct(call.records, call.shop, item.id);
  return {
    id: item.id,
    title: item.name,
    ...statuses(call, item),
    create_time: unixSeconds(item.createdAt),
    update_time: unixSeconds(item.updatedAt),
    sales_regions: [regionOf(call.shop)],
    has_draft: notes.underReview?.isDraft === true,
    ...(isNew ? { audit: { status: auditStatus(call, item) } } : {}),
    skus: shownVariants(item).map((variant) => skuRow(call, variant)),
  };
}

/** A product in full (tiktok.md 3.2), in the version that the query asks for. */
export function detail(call: ShopCall, item: Item): object {
  const { core, shop, query, records } = call;
  const { underReview } = notesOfProduct(records, shop, item.id);
  const asked =
    query.get('return_under_review_version') === 'true' || query.get('return_draft_version') === 'true';
  const texts =
    asked && underReview !== null ? underReview : { title: item.name, description: item.description };
  const picture = core.pictureUrl(item.picture);
  return {
    id: item.id,
    title: texts.title,
    description: `<p>${texts.description}</p>`,
    ...statuses(call, item),
    product_status: itemWord(item),
    create_time: unixSeconds(item.createdAt),
    update_time: unixSeconds(item.updatedAt),
    has_draft: underReview?.isDraft === true,
    audit: { status: auditStatus(call, item), pre_approved_reasons: [] },
    audit_failed_reasons: [],
    category_chains: [
      { id: '700437', parent_id: '0', local_name: 'Food & Beverages', is_leaf: false },
      { id: '700645', parent_id: '700437', local_name: 'Staples & Cooking Essentials', is_leaf: true },
    ],
    main_images: [
      {
        uri: `tos-sandbox/${item.picture}`,
        urls: [picture],
        thumb_urls: [picture],
        width: 800,
        height: 800,
      },
    ],
    package_weight: { value: '0.3', unit: 'KILOGRAM' },
    package_dimensions: { length: '20', width: '15', height: '10', unit: 'CENTIMETER' },
    product_attributes: [],
    is_cod_allowed: false,
    skus: shownVariants(item).map((variant) => ({
      ...skuRow(call, variant),
      ...(variant.barcode === null
        ? {}
        : { identifier_code: { code: variant.barcode, type: barcodeType(variant.barcode) } }),
      sales_attributes: item.optionNames.map((name, index) =>
        salesAttribute(name, variant.options[index] ?? ''),
      ),
    })),
  };
}

/** The SKUs that a product has still. */
export function shownVariants(item: Item): Variant[] {
  return item.variants.filter(({ status }) => status !== 'deleted');
}

/** `status` is TikTok Shop's and absent where the product is not listed there; Tokopedia's is beside it (tiktok.md 9). */
function statuses({ shop, records }: ShopCall, item: Item): object {
  const notes = notesOfProduct(records, shop, item.id);
  const onTiktok = platformWord(item, notes, 'TIKTOK_SHOP');
  const onTokopedia = platformWord(item, notes, 'TOKOPEDIA');
  return {
    ...(onTiktok === null ? {} : { status: onTiktok }),
    ...(onTokopedia === null
      ? {}
      : { integrated_platform_statuses: [{ platform: 'TOKOPEDIA', status: onTokopedia }] }),
  };
}

export function auditStatus({ shop, records }: ShopCall, item: Item): string {
  const { underReview } = notesOfProduct(records, shop, item.id);
  const isAuditing = item.status === 'reviewing' || underReview?.isDraft === false;
  return isAuditing ? 'AUDITING' : 'APPROVED';
}

function skuRow(call: ShopCall, variant: Variant): object {
  const { shop } = call;
  const price = amountText(shop, variant.price);
  const isOn = variant.status === 'normal';
  return {
    id: variant.id,
    seller_sku: variant.sku,
    status_info: isOn ? { status: 'NORMAL' } : { status: 'DEACTIVATED', deactivation_source: 'SELLER' },
    price: { currency: shop.record.currency, sale_price: price, tax_exclusive_price: price },
    inventory: holdingsOf(call, variant).map(({ id, stock }) => ({
      warehouse_id: id,
      quantity: stock.sellable,
    })),
  };
}

function salesAttribute(name: string, value: string): object {
  const id = (text: string): string =>
    String(createRandom('tiktok', 'attribute', text).between(100_000, 999_999));
  return { id: id(name), name, value_id: id(`${name}/${value}`), value_name: value };
}
