import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { flag, id, listOf, none, paging } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { massAction } from '../operations/operations.ts';
import { storePath } from '../stores/stores.ts';
import { expectedNumbers, suggestionChoice, variantGroup } from './suggested-merges.ts';
import { variantChoice } from './variants.ts';

/** SKUs, or suggestions, that are looked through at a time, at most. */
export const mostMergedInMass = 50_000;

/** SKUs that would be merged, and what each of their listings shows before and after. Quantities are units. */
export const mergedGroup = variantGroup.extend({
  listings: z.array(
    z.object({
      id,
      variant_id: id,
      name: z.string(),
      marketplace: marketplaceBrief,
      /** What the marketplace shows now; null where that is not known. */
      before: z.number().int().nullable(),
      /** What it is to show, with each choice of the shared quantity. */
      after: z.object({ highest: z.number().int(), lowest: z.number().int() }),
      /** Nothing is sent to it for now. */
      is_held: z.boolean(),
    }),
  ),
});
export type MergedGroup = z.infer<typeof mergedGroup>;

/** What merging SKUs by their code would do now. */
export const massMergePreview = listOf('groups', mergedGroup).extend({
  /** Codes that several of the chosen SKUs have: each becomes one SKU. */
  count: z.number().int(),
  /** The chosen SKUs that have such a code. */
  variants_count: z.number().int(),
  listings_count: z.number().int(),
  /** The chosen SKUs that stay as they are: no other chosen one has their code. */
  alone_count: z.number().int(),
  /** Stands for the quantities of all groups, on every page: the merge takes it as `expected_numbers`. */
  numbers: z.string(),
});
export type MassMergePreview = z.infer<typeof massMergePreview>;

const common = { method: 'POST', params: storePath, query: none, permission: 'product.work' } as const;

export const previewMassMerge = endpoint({
  ...common,
  name: 'previewMassMerge',
  summary:
    'SKUs that share a code, page by page: of those chosen, of suggestions, or all of the store; nothing is changed',
  path: '/api/stores/:storeId/variants/mass_merge_preview.json',
  body: z.union([
    z.object({ ...paging, variants: variantChoice }),
    z.object({ ...paging, every: z.literal(true) }),
    suggestionChoice.and(z.object(paging)),
  ]),
  reply: massMergePreview,
  audit: null,
});

export const massMerge = endpoint({
  ...common,
  name: 'massMerge',
  summary: 'Merge those of the chosen SKUs that share a code, in the background; a mail follows',
  path: '/api/stores/:storeId/variants/mass_merge.json',
  body: z.object({
    variants: variantChoice,
    is_using_highest_qty: flag.optional(),
    /** The count of codes that was confirmed; 409 where it is another one by now. */
    expected_count: z.number().int().optional(),
    expected_numbers: expectedNumbers,
  }),
  reply: z.object({ mass_action: massAction }),
  audit: 'variant.automerge',
});
