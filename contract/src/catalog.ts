import { z } from 'zod';
import { actionBrief } from './actions.ts';
import { marketplaceType } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { empty, flag, id, idOrSlug, instant, listOf, money, none, paging, recordId } from './fields.ts';
import { marketplaceBrief } from './marketplaces.ts';
import { storePath } from './stores.ts';

/** The marketplace's own word for a listing, in four kinds. `unknown`: shown as received, treated as Inactive. */
export const listingStatus = z.enum(['normal', 'rejected', 'delisted', 'deleted', 'unknown']);
/** `live` is offered for sale; `inactive` is not; `deleted` is gone from the marketplace. */
export const listingState = z.enum(['live', 'inactive', 'deleted']);
export const overallState = z.enum(['Active', 'Inactive']);

export const variantStatuses = [
  'all',
  'live',
  'inactive',
  'linked',
  'not_linked',
  'in_stock',
  'no_stock',
  'discrepancy',
] as const;
export const variantStatus = z.enum(variantStatuses);
export const variantSorts = ['full_product_name', 'sku', 'quantity'] as const;

/** How one marketplace stands to the shared quantity. Times are ISO; quantities are units. */
export const listingSync = z.object({
  /** What the marketplace should show. */
  target: z.number().int(),
  /** What was last sent, and when. */
  sent: z.number().int().nullable(),
  sent_at: instant.nullable(),
  /** What the marketplace last confirmed, and when. */
  acknowledged: z.number().int().nullable(),
  acknowledged_at: instant.nullable(),
  /** What was last read on the marketplace, and when. */
  read_back: z.number().int().nullable(),
  read_at: instant.nullable(),
  /** in_step: nothing to do. pending: a push is under way. out_of_sync: the marketplace shows something unexplained. failed: the marketplace refused. held: pushes wait (sync off, not authorised, not yet counted). */
  state: z.enum(['in_step', 'pending', 'out_of_sync', 'failed', 'held']),
  /** Plain words: what happened, why, what to do. */
  reason: z.string().nullable(),
});

export const variantListing = z.object({
  id,
  name: z.string(),
  sku: z.string().nullable(),
  price: money.nullable(),
  formatted_price: z.string().nullable(),
  special_price: money.nullable(),
  formatted_special_price: z.string().nullable(),
  currency: z.string().nullable(),
  quantity: z.number().int().nullable(),
  marketplace_reserved_quantity: z.number().int(),
  force_zero_qty: z.boolean(),
  force_zero_qty_from: instant.nullable(),
  force_zero_qty_to: instant.nullable(),
  quantity_sold: z.number().int(),
  past_30_days_sales_count: z.number().int(),
  is_merged: z.boolean(),
  variant_slug: z.string(),
  marketplace_item_id: z.string(),
  product_listing_marketplace_item_id: z.string(),
  marketplace_status: z.string().nullable(),
  /** The raw status reads Inactive on its marketplace. */
  marketplace_active: z.boolean(),
  state: listingState,
  overall_state: overallState,
  deleted_at: instant.nullable(),
  marketplace: marketplaceBrief,
  product_listing: z.object({
    id,
    slug: z.string(),
    name: z.string(),
    image_url: z.string().nullable(),
    is_boosted: z.boolean(),
    last_boosted_at: instant.nullable(),
    edit_url: z.string().nullable(),
  }),
  sync: listingSync,
  /** The marketplace can show its item higher for a while. */
  can_boost: z.boolean(),
  /** A boost that is under way. */
  boost_action: actionBrief.nullable(),
  /** What unmerging would offer this listing by default; null while it is alone on its SKU. */
  unmerge_quantity: z.number().int().nullable(),
});
export type VariantListing = z.infer<typeof variantListing>;

const productBrief = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  product_image: z.string().nullable(),
});

const variantFields = {
  id,
  slug: z.string(),
  sku: z.string().nullable(),
  name: z.string(),
  full_product_name: z.string(),
  quantity: z.number().int(),
  is_pinned: z.boolean(),
  has_maximum_quantity: z.boolean(),
  disable_restock: z.boolean(),
  is_out_of_sync: z.boolean(),
  past_30_days_sales_count: z.number().int(),
  /** Null when none were sold in 30 days. */
  days_till_oos: z.number().int().nullable(),
  product: productBrief,
};

export const variantRow = z.object({
  ...variantFields,
  variant_listings: z.array(
    z.object({
      id,
      quantity: z.number().int().nullable(),
      state: listingState,
      marketplace: marketplaceBrief,
    }),
  ),
});
export type VariantRow = z.infer<typeof variantRow>;
export const variant = z.object({
  ...variantFields,
  deleted_listings_count: z.number().int(),
  variant_listings: z.array(variantListing),
});
export type Variant = z.infer<typeof variant>;

export const variantPath = storePath.extend({ variantId: idOrSlug });
export const variantListingPath = storePath.extend({ variantListingId: recordId });
const variantReply = z.object({ variant });

export const listVariants = endpoint({
  name: 'listVariants',
  summary: 'SKUs of a store: pinned first, then by full product name',
  method: 'GET',
  path: '/api/stores/:storeId/variants/products_page.json',
  params: storePath,
  query: z.object({
    ...paging,
    q: z
      .object({
        name_or_sku_cont: z.string().max(255).optional(),
        sku_eq: z.string().max(255).optional(),
        filter_status: variantStatus.optional(),
        marketplace_id_eq: recordId.optional(),
        marketplace_type_eq: marketplaceType.optional(),
        is_pinned_eq: flag.optional(),
        s: z.string().max(100).optional(),
      })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('variants', variantRow).extend({ merged_count: z.number().int() }),
  permission: 'product.view',
  audit: null,
});

export const showVariant = endpoint({
  name: 'showVariant',
  summary: 'A SKU with its listings and how each stands; a merged SKU answers with the one it became',
  method: 'GET',
  path: '/api/stores/:storeId/variants/:variantId.json',
  params: variantPath,
  query: z.object({ with_inactive: flag.optional() }),
  body: none,
  reply: variantReply,
  permission: 'product.view',
  audit: null,
});

export const updateVariant = endpoint({
  name: 'updateVariant',
  summary: 'Adjust the quantity of a SKU, or change its settings',
  method: 'PATCH',
  path: '/api/stores/:storeId/variants/:variantId.json',
  params: variantPath,
  query: none,
  body: z.object({
    variant: z.object({
      /** Units to add (negative: to take away). */
      adjustment: z
        .union([z.number(), z.string().regex(/\S/, 'Adjustment is required')], {
          error: 'Adjustment is required',
        })
        .pipe(
          z.coerce
            .number<string | number>({ error: 'Adjustment must be a whole number' })
            .int('Adjustment must be a whole number')
            .min(-1_000_000)
            .max(1_000_000),
        )
        .optional(),
      /** One value per press of the button: the same value twice changes nothing the second time. */
      adjustment_key: z.uuid().optional(),
      has_maximum_quantity: flag.optional(),
      disable_restock: flag.optional(),
      name: z.string().trim().min(1, 'Name is required').max(255).optional(),
    }),
  }),
  reply: variantReply,
  permission: 'product.work',
  audit: 'variant.update',
});

const pulling = {
  summary: 'Read the listings of a SKU from their marketplaces now',
  method: 'POST',
  query: none,
  body: none,
  reply: variantReply,
  permission: 'product.work',
  audit: 'variant.pull',
} as const;

export const pullVariant = endpoint({
  name: 'pullVariant',
  path: '/api/stores/:storeId/variants/:variantId/pull_variant.json',
  params: variantPath,
  ...pulling,
});

/** The same beneath a product's path; the SKU is found by its own id or slug, wherever a merge has put it. */
export const pullVariantOfProduct = endpoint({
  name: 'pullVariantOfProduct',
  path: '/api/stores/:storeId/products/:productId/variants/:variantId/pull_variant.json',
  params: variantPath.extend({ productId: idOrSlug }),
  ...pulling,
});

export const productListing = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  image_url: z.string().nullable(),
  status: z.string().nullable(),
  state: listingState,
  overall_state: overallState,
  marketplace: marketplaceBrief,
  marketplace_item_id: z.string(),
  last_synced_at: instant.nullable(),
  deleted_at: instant.nullable(),
});

export const product = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  image_url: z.string().nullable(),
  variants: z.array(variantRow),
  product_listings: z.array(productListing),
});

export const showProduct = endpoint({
  name: 'showProduct',
  summary: 'A product with its SKUs and its listings',
  method: 'GET',
  path: '/api/stores/:storeId/products/:productId.json',
  params: storePath.extend({ productId: idOrSlug }),
  query: none,
  body: none,
  reply: z.object({ product }),
  permission: 'product.view',
  audit: null,
});

export const automerge = endpoint({
  name: 'automerge',
  summary: 'Merge all SKUs of the same code, in the background; a mail follows',
  method: 'POST',
  path: '/api/stores/:storeId/variants/automerge.json',
  params: storePath,
  query: none,
  body: z
    .object({ store_id: z.union([recordId, idOrSlug]).optional(), is_using_highest_qty: flag.optional() })
    .optional(),
  reply: empty,
  permission: 'product.work',
  audit: 'variant.automerge',
});

/** What automatic merging would do now, and how the last one stands. */
export const automergePreview = z.object({
  groups_count: z.number().int(),
  listings_count: z.number().int(),
  /** The first groups, with the quantity each choice would give. */
  groups: z.array(
    z.object({
      sku: z.string(),
      highest: z.number().int(),
      lowest: z.number().int(),
      variants: z.array(
        z.object({
          id,
          slug: z.string(),
          full_product_name: z.string(),
          quantity: z.number().int(),
          marketplaces: z.array(marketplaceBrief),
        }),
      ),
    }),
  ),
  last_run: z
    .object({
      id,
      state: z.enum(['running', 'done', 'failed', 'cancelled']),
      total: z.number().int(),
      done: z.number().int(),
      failed: z.number().int(),
      error: z.string().nullable(),
      started_at: instant,
      finished_at: instant.nullable(),
    })
    .nullable(),
});

export const previewAutomerge = endpoint({
  name: 'previewAutomerge',
  summary: 'SKUs that share a code, and the quantity that merging would give each',
  method: 'GET',
  path: '/api/stores/:storeId/variants/automerge_preview.json',
  params: storePath,
  query: none,
  body: none,
  reply: automergePreview,
  permission: 'product.view',
  audit: null,
});

/** Both numbers add up to the shared quantity; without numbers the offered ones are used. */
const division = z
  .object({
    variant_listing: z
      .object({
        quantity: z.coerce.number().int().min(-1_000_000_000).max(1_000_000_000),
        shared_quantity: z.coerce.number().int(),
      })
      .partial()
      .optional(),
  })
  .optional();

export const unmergeFromVariant = endpoint({
  name: 'unmergeFromVariant',
  summary: 'Take one listing out of its SKU and divide the quantity',
  method: 'POST',
  path: '/api/stores/:storeId/variant_listings/:variantListingId/unmerge_from_variant.json',
  params: variantListingPath,
  query: none,
  body: division,
  reply: z.object({ variant_listing: variantListing }),
  permission: 'product.work',
  audit: 'variant_listing.unmerge',
});

const unmergingProduct = {
  summary: 'Take all SKUs of one listing out of the product that it shares',
  method: 'POST',
  query: none,
  body: none,
  reply: z.object({ product_listing: productListing }),
  permission: 'product.work',
  audit: 'variant_listing.unmerge',
} as const;

export const unmergeFromProduct = endpoint({
  name: 'unmergeFromProduct',
  path: '/api/stores/:storeId/product_listings/:productListingId/unmerge_from_product.json',
  params: storePath.extend({ productListingId: recordId }),
  ...unmergingProduct,
});

/** The same beneath a product's path; the listing is found by its own id, whichever product it is in by now. */
export const unmergeListingFromProduct = endpoint({
  name: 'unmergeListingFromProduct',
  path: '/api/stores/:storeId/products/:productId/product_listings/:productListingId/unmerge_from_product.json',
  params: storePath.extend({ productId: idOrSlug, productListingId: recordId }),
  ...unmergingProduct,
});
