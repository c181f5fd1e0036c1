import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { empty, flag, id, idOrSlug, instant, none, recordId } from '../api/fields.ts';
import { variantListing, variantListingPath } from './listings.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { fault, messagesOnWire, saidMessage } from '../messages/message.ts';
import { productListing } from './products.ts';
import { storePath } from '../stores/stores.ts';
import { expectedNumbers } from './suggested-merges.ts';
import { variant } from './variants.ts';

/** Maximum number of SKUs of one merge. */
export const mostMerged = 100;
const variantIds = z.array(recordId).max(mostMerged, fault('catalog.merge_too_many', { most: mostMerged }));
const mostUnits = 1_000_000_000;
const units = { error: fault('catalog.merge_quantity_whole') };
const quantityTyped = z.number(units).int(units).min(0, units).max(mostUnits, units);

/** What merging SKUs would do. Quantities are units. */
export const mergePreview = z.object({
  /** The quantities that it was computed from: `manualMerge` takes them as `shown`. */
  variants: z.array(
    z.object({
      id,
      slug: z.string(),
      sku: z.string().nullable(),
      full_product_name: z.string(),
      quantity: z.number().int(),
    }),
  ),
  /** The highest and the lowest of the units on hand. */
  highest: z.number().int(),
  lowest: z.number().int(),
  /** Units oversold, which are taken off whatever is chosen; at most 0. */
  owed: z.number().int(),
  /** The shared quantity that would come of it. */
  quantity: z.number().int(),
  listings: z.array(
    z.object({
      id,
      variant_id: id,
      name: z.string(),
      sku: z.string().nullable(),
      marketplace: marketplaceBrief,
      /** What the marketplace shows now; null where that is not known. */
      before: z.number().int().nullable(),
      /** What it is to show. */
      after: z.number().int(),
      /** Nothing is sent to it for now. */
      is_held: z.boolean(),
    }),
  ),
});
export type MergePreview = z.infer<typeof mergePreview>;

export const previewMerge = endpoint({
  name: 'previewMerge',
  summary: 'What merging these SKUs would make of each of their listings; nothing is changed',
  method: 'GET',
  path: '/api/stores/:storeId/variants/merge_preview.json',
  params: storePath,
  query: z.object({
    variant_ids: variantIds,
    qty: z.coerce.number().int().min(0).max(mostUnits).optional(),
    /** Without `qty`: the highest quantity, or the lowest. */
    is_using_highest_qty: flag.optional(),
  }),
  body: none,
  reply: z.object({ merge_preview: mergePreview }),
  permission: 'product.view',
  audit: null,
});

export const manualMerge = endpoint({
  name: 'manualMerge',
  summary: 'Merge SKUs into one, with the quantity given or else the highest of theirs',
  method: 'POST',
  path: '/api/stores/:storeId/variants/manual_merge.json',
  params: storePath,
  query: none,
  body: z.object({
    variant_ids: variantIds,
    qty: quantityTyped.nullish(),
    /** What the merged SKU is called here; titles on marketplaces stay. */
    name: z.string().trim().min(1, fault('stores.name_required')).max(255).optional(),
    /** The quantities that the preview showed: 409 where they are others by now. */
    shown: z
      .array(z.object({ variant_id: recordId, quantity: z.number().int() }))
      .max(mostMerged)
      .optional(),
  }),
  /** `merge_id`: what `undoMerge` takes. */
  reply: z.object({ variant, merge_id: id }),
  permission: 'product.work',
  audit: 'variant.merge',
});

export const automerge = endpoint({
  name: 'automerge',
  summary: 'Merge all SKUs of the same code, in the background; a mail follows',
  method: 'POST',
  path: '/api/stores/:storeId/variants/automerge.json',
  params: storePath,
  query: none,
  body: z
    .object({
      store_id: z.union([recordId, idOrSlug]).optional(),
      is_using_highest_qty: flag.optional(),
      /** The count of codes that was confirmed; 409 where it is another one by now. */
      expected_count: z.number().int().optional(),
      expected_numbers: expectedNumbers,
    })
    .optional(),
  reply: empty,
  permission: 'product.work',
  audit: 'variant.automerge',
});

/** How much automatic merging would do now, and the state of the last run. `previewMassMerge` shows each SKU. */
export const automergePreview = z.object({
  groups_count: z.number().int(),
  listings_count: z.number().int(),
  last_run: z
    .object({
      id,
      state: z.enum(['running', 'done', 'failed', 'cancelled']),
      total: z.number().int(),
      done: z.number().int(),
      failed: z.number().int(),
      error: z.string().nullable(),
      error_messages: messagesOnWire,
      started_at: instant,
      finished_at: instant.nullable(),
    })
    .nullable(),
});

export const previewAutomerge = endpoint({
  name: 'previewAutomerge',
  summary: 'How many codes several SKUs have, and the state of the last merge in the background',
  method: 'GET',
  path: '/api/stores/:storeId/variants/automerge_preview.json',
  params: storePath,
  query: none,
  body: none,
  reply: automergePreview,
  permission: 'product.view',
  audit: null,
});

/** Both numbers add up to the shared quantity, and the first is not below 0; without numbers the offered ones are used. */
const numbers = z
  .object({
    quantity: z.coerce.number().int().min(-1_000_000_000).max(1_000_000_000),
    shared_quantity: z.coerce.number().int(),
  })
  .partial();

const division = z.object({ variant_listing: numbers.optional() }).optional();

/** The same for each of several listings; those that are not named are divided as offered. */
const dividing = z.object({ divisions: z.array(numbers.extend({ variant_listing_id: id })).max(1000) });
const divisions = z.object({ product_listing: dividing.optional() }).optional();

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
  body: divisions,
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

/** What undoing a merge would do. Quantities are units. */
export const mergeToUndo = z.object({
  id,
  merged_at: instant,
  /** The SKU that the merge made, as it is now. */
  variant: z.object({
    id,
    slug: z.string(),
    sku: z.string().nullable(),
    full_product_name: z.string(),
    quantity: z.number().int(),
  }),
  /** The SKUs that it would become, the one that lives on first. */
  skus: z.array(
    z.object({
      id,
      slug: z.string(),
      sku: z.string().nullable(),
      full_product_name: z.string(),
      /** Before the merge. */
      before: z.number().int(),
      /** What its sales, returns and edits did since; of the one that lives on, also what members counted and adjusted. */
      since: z.number().int(),
      /** What it would have: `before` and `since`. */
      quantity: z.number().int(),
      listings: z.array(
        z.object({
          id,
          name: z.string(),
          marketplace: marketplaceBrief,
          /** What the marketplace shows now; null where that is not known. */
          before: z.number().int().nullable(),
          /** What it is to show. */
          after: z.number().int(),
        }),
      ),
    }),
  ),
  /** Something was sold, counted or adjusted since: if these are the same units, unmerging divides them instead. */
  is_touched: z.boolean(),
  /** The sum of the SKUs that it would become. */
  separate_quantity: z.number().int(),
  /** Why it cannot be undone; null where it can. */
  problem: saidMessage.nullable(),
});
export type MergeToUndo = z.infer<typeof mergeToUndo>;

const mergePath = storePath.extend({ mergeId: recordId });
const undoReply = z.object({ merge: mergeToUndo });

export const showMerge = endpoint({
  name: 'showMerge',
  summary: 'What undoing a merge would do: the SKUs that come back, and the quantity of each',
  method: 'GET',
  path: '/api/stores/:storeId/merges/:mergeId.json',
  params: mergePath,
  query: none,
  body: none,
  reply: undoReply,
  permission: 'product.view',
  audit: null,
});

export const undoMerge = endpoint({
  name: 'undoMerge',
  summary: 'Undo a merge: each SKU has what it had before, and what happened to it since',
  method: 'POST',
  path: '/api/stores/:storeId/merges/:mergeId/undo.json',
  params: mergePath,
  query: none,
  body: z
    .object({
      merge: z
        .object({
          /** The quantities that `showMerge` gave: 409 where they are others by now. */
          shown: z
            .array(z.object({ variant_id: recordId, quantity: z.number().int() }))
            .max(mostMerged)
            .optional(),
        })
        .optional(),
    })
    .optional(),
  reply: undoReply,
  permission: 'product.work',
  audit: 'variant.undo_merge',
});
