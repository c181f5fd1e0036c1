import type { VariantRow } from '@evenstock/contract/catalog/variants';
import { daysTillOut } from './days-till-out.rules.ts';
import { describeMarketplaceBrief } from './describe-listing.rules.ts';
import type { ListedVariant, VariantRecord } from './variants.queries.ts';

/** The fields of a SKU that every screen shows. */
export function describeVariantFields(record: VariantRecord): Omit<VariantRow, 'variant_listings'> {
  return {
    id: record.id,
    slug: record.slug,
    sku: record.sku,
    name: record.name,
    full_product_name: record.full_product_name,
    quantity: record.quantity,
    on_sale: Math.max(0, record.quantity + record.kept_below),
    is_pinned: record.is_pinned,
    has_maximum_quantity: record.has_maximum_quantity,
    disable_restock: record.disable_restock,
    is_out_of_sync: record.is_out_of_sync,
    past_30_days_sales_count: record.past_30_days_sales_count,
    days_till_oos: daysTillOut(record.quantity, record.past_30_days_sales_count),
    reorder_point: record.reorder_point,
    safety_stock: record.safety_stock,
    is_set: record.is_set,
    product: {
      id: record.product_id,
      slug: record.product_slug,
      name: record.product_name,
      product_image: record.product_image,
    },
  };
}

/** A SKU as the list shows it. */
export function describeVariantRow(record: ListedVariant): VariantRow {
  return {
    ...describeVariantFields(record),
    variant_listings: (record.variant_listings ?? []).map((listing) => ({
      id: listing.id,
      quantity: listing.quantity,
      kept_back: listing.kept_back,
      state: listing.state,
      marketplace: describeMarketplaceBrief(listing.marketplace),
    })),
  };
}
