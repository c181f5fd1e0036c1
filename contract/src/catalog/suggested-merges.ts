import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { empty, flag, id, listOf, none, paging } from '../api/fields.ts';
import { fault } from '../messages/message.ts';
import { storePath } from '../stores/stores.ts';
import { variantRow } from './variants.ts';

/** Groups on a page of suggestions, unless another size is asked for. */
export const suggestionsPageSize = 20;

const groupFields = {
  /** The shared quantity that merging gives with each choice. */
  highest: z.number().int(),
  lowest: z.number().int(),
  variants: z.array(variantRow),
  /** Those of a listing that was made at its shop in place of a deleted one of another of them. */
  made_anew: z.array(id),
  /** What the barcodes of the SKUs say: they are the same goods, or different ones. Null: fewer than two have any. */
  barcodes: z.enum(['same', 'different']).nullable(),
  /** The barcodes of each SKU that has any. */
  variant_barcodes: z.array(z.object({ variant_id: id, codes: z.array(z.string()) })),
};

/** SKUs that share a code. Quantities are units. */
export const variantGroup = z.object({ sku: z.string(), ...groupFields });
export type VariantGroup = z.infer<typeof variantGroup>;

/** SKUs that share a barcode, and no code: suggested, and never merged automatically. */
export const barcodeGroup = z.object({ shared_barcodes: z.array(z.string()), ...groupFields });
export type BarcodeGroup = z.infer<typeof barcodeGroup>;

/** The most SKUs of a barcode for which merging them is suggested: one that more have is no number of goods. */
export const mostOfBarcode = 20;

const suggestions = {
  method: 'GET',
  params: storePath,
  query: z.object(paging),
  body: none,
  /** `total_skus`: how many groups there are in all. */
  reply: listOf('variant_groups', variantGroup).extend({ total_skus: z.number().int() }),
  permission: 'product.view',
  audit: null,
} as const;

export const listMergeable = endpoint({
  name: 'listMergeable',
  summary: 'Suggestions: SKUs that share a code, by code',
  path: '/api/stores/:storeId/variants/mergeable.json',
  ...suggestions,
});

export const listMergeableByBarcode = endpoint({
  name: 'listMergeableByBarcode',
  summary: 'Suggestions: SKUs that share a barcode and not a code; these are merged by hand alone',
  path: '/api/stores/:storeId/variants/mergeable_by_barcode.json',
  ...suggestions,
  reply: listOf('barcode_groups', barcodeGroup),
});

export const listRemovedMergeable = endpoint({
  name: 'listRemovedMergeable',
  summary: 'Suggestions that were removed; their SKUs can still be merged',
  path: '/api/stores/:storeId/variants/show_all_mergeable.json',
  ...suggestions,
});

const skus = z
  .array(z.string().min(1).max(1000))
  .min(1, fault('catalog.suggestions_none'))
  .max(1000, fault('catalog.suggestions_too_many', { most: 1000 }));

/** Suggestions by their codes, or every one of the list or of the removed ones. */
export const suggestionChoice = z.union([
  z.object({ skus }),
  z.object({ all: z.enum(['active', 'removed']) }),
]);
export type SuggestionChoice = z.infer<typeof suggestionChoice>;

/** The `numbers` of the preview that was confirmed; 409 where a quantity is another one by now. */
export const expectedNumbers = z.string().max(100).optional();

const confirmedMerge = {
  is_using_highest_qty: flag.optional(),
  /** How many were confirmed; 409 where there are others by now. */
  expected_count: z.number().int().optional(),
  expected_numbers: expectedNumbers,
};

export const mergeSuggestions = endpoint({
  name: 'mergeSuggestions',
  summary:
    'Merge the SKUs of each of these codes, or of all suggested ones, in the background; a mail follows',
  method: 'POST',
  path: '/api/stores/:storeId/variants/merge_variants.json',
  params: storePath,
  query: none,
  body: z.union([
    z.object({ skus, ...confirmedMerge }),
    /** Every suggestion of the list, or every removed one. */
    z.object({ all: z.enum(['active', 'removed']), ...confirmedMerge }),
  ]),
  reply: empty,
  permission: 'product.work',
  audit: 'variant.automerge',
});

const removedCount = z.object({ count: z.number().int() });

export const removeSuggestions = endpoint({
  name: 'removeSuggestions',
  summary: 'Remove suggestions for good; answers with how many are removed now',
  method: 'POST',
  path: '/api/stores/:storeId/removed_suggested_merges/mass_create.json',
  params: storePath,
  query: none,
  body: z.object({ skus }),
  reply: removedCount,
  permission: 'product.work',
  audit: 'suggested_merge.remove',
});

export const countRemovedSuggestions = endpoint({
  name: 'countRemovedSuggestions',
  summary: 'How many suggestions are removed, of those that could be merged',
  method: 'GET',
  path: '/api/stores/:storeId/removed_suggested_merges/count.json',
  params: storePath,
  query: none,
  body: none,
  reply: removedCount,
  permission: 'product.view',
  audit: null,
});
