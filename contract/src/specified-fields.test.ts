import { expect, it } from 'vitest';
import type { z } from 'zod';
import { variantListing } from './catalog/listings.ts';
import { orderItem } from './orders/orders.ts';
import { product } from './catalog/products.ts';
import { variant } from './catalog/variants.ts';

/* Names of fields that callers rely on: the compiler holds their types, but would let a field be renamed on both sides. */

const specified: readonly [string, z.ZodObject, string][] = [
  ['a product', product, 'id slug name variants product_listings'],
  [
    'a SKU',
    variant,
    'id slug sku name full_product_name quantity is_pinned has_maximum_quantity disable_restock is_out_of_sync ' +
      'past_30_days_sales_count days_till_oos product variant_listings',
  ],
  [
    'a listing of a SKU',
    variantListing,
    'id name sku price special_price currency quantity marketplace_reserved_quantity force_zero_qty force_zero_qty_from ' +
      'force_zero_qty_to quantity_sold past_30_days_sales_count is_merged variant_slug marketplace_item_id ' +
      'product_listing_marketplace_item_id marketplace_status state deleted_at marketplace product_listing',
  ],
  [
    'an item of an order',
    orderItem,
    'id variant variant_name name sku quantity status marketplace_order_item_id marketplace_variant_id evenstock_state ' +
      'return_status shipment_provider tracking_code formatted_original_price formatted_total_price',
  ],
];

it.each(specified)('%s has the specified fields', (_, { shape }, names) => {
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(names.split(' ')));
});

it('what a SKU and a listing name of their product has the specified fields', () => {
  expect(Object.keys(variant.shape.product.shape)).toEqual(
    expect.arrayContaining(['slug', 'name', 'product_image']),
  );
  expect(Object.keys(variantListing.shape.product_listing.shape)).toEqual(
    expect.arrayContaining(['id', 'slug', 'name', 'image_url', 'is_boosted', 'last_boosted_at']),
  );
});
