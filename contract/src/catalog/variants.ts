import { z } from 'zod';
import { bumpedStatus, marketplaceType } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import {
  flag,
  id,
  idOrSlug,
  instant,
  listOf,
  none,
  recordId,
  searched,
  sortedPaging,
} from '../api/fields.ts';
import { changedBarcodes, variantBarcode } from './barcodes.ts';
import { changedSettings, variantSettings } from './variant-settings.ts';
import { listingState, variantListing } from './listings.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { mostParts, mostUnitsOfPart, setMember, setPart } from './sets.ts';
import { storePath } from '../stores/stores.ts';
import { adjustmentReason, longestReasonNote } from '../kinds/adjustment-reasons.ts';
import { fault } from '../messages/message.ts';

export const variantStatuses = [
  'all',
  'live',
  'inactive',
  'linked',
  'not_linked',
  'bundled',
  'not_bundled',
  'in_stock',
  'no_stock',
  'have_reserved_quantity',
  'no_reserved_quantity',
  'discrepancy',
  '0_sold_past_30_days',
  'more_than_0_sold_past_30_days',
  'disable_restock',
  'force_zero_qty',
  'pending_force_zero_qty',
  bumpedStatus,
] as const;

export const variantStatus = z.enum(variantStatuses);

/** A further status, in stores that show what is running out. */
export const runningOutStatus = 'running_out';

/** A further sort, of what is running out alone. */
export const daysOfCoverSort = 'days_of_cover';

/** What a person has to see to: some marketplace refuses the quantity, or more was sold than there is. */
export const variantProblems = ['refused_quantity', 'oversold'] as const;

export const variantSorts = ['full_product_name', 'sku', 'quantity'] as const;

const productBrief = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  product_image: z.string().nullable(),
});

/** Last units are shown where a SKU is shown alone. */
const { last_units, ...listedSettings } = variantSettings;

const variantFields = {
  id,
  slug: z.string(),
  sku: z.string().nullable(),
  ...listedSettings,
  full_product_name: z.string(),
  quantity: z.number().int(),
  /** What marketplaces without a limit of their own are to show: the quantity less units that are kept back. */
  on_sale: z.number().int(),
  is_pinned: z.boolean(),
  is_out_of_sync: z.boolean(),
  /** Units sold in 30 days, its units in sets included. */
  past_30_days_sales_count: z.number().int(),
  /** Null when none were sold in 30 days. */
  days_till_oos: z.number().int().nullable(),
  /** It is made of other SKUs: its quantity is the least that they allow. */
  is_set: z.boolean(),
  product: productBrief,
};

export const variantRow = z.object({
  ...variantFields,
  variant_listings: z.array(
    z.object({
      id,
      quantity: z.number().int().nullable(),
      /** Units that it does not show: safety stock, and those that are kept for another marketplace. */
      kept_back: z.number().int(),
      state: listingState,
      marketplace: marketplaceBrief,
    }),
  ),
});

export type VariantRow = z.infer<typeof variantRow>;

export const variant = z.object({
  ...variantFields,
  last_units,
  /** When it was last named or set up otherwise; sales and adjustments do not count. */
  settings_updated_at: instant,
  deleted_listings_count: z.number().int(),
  /**
   * The question to count it after a restore; null: none is open. `is_held`: its shops are not raised before the answer.
   * `kept_back`: units withheld from them until then.
   */
  count_asked: z.object({ is_held: z.boolean(), kept_back: z.number().int() }).nullable(),
  /** The parts of a set, by name. Empty: it is no set. */
  made_of: z.array(setPart),
  /** The sets that it is a part of, and its units in each. */
  part_of: z.array(z.object({ variant: setMember, units: z.number().int() })),
  barcodes: z.array(variantBarcode),
  /** The newest merge that made it, as long as `undoMerge` can undo it. */
  last_merge: z.object({ id, merged_at: instant }).nullable(),
  variant_listings: z.array(variantListing),
});

export type Variant = z.infer<typeof variant>;

export const variantPath = storePath.extend({ variantId: idOrSlug });

const variantReply = z.object({ variant });

/** How a list of SKUs is narrowed. Without a status: SKUs with a live listing. What is running out, where the store shows it. */
export const variantFilter = z.strictObject({
  name_or_sku_cont: searched.optional(),
  sku_eq: z.string().max(255).optional(),
  filter_status: z.enum([...variantStatuses, runningOutStatus]).optional(),
  marketplace_id_eq: recordId.optional(),
  /** Filter for platform admins and developers. */
  marketplace_type_eq: marketplaceType.optional(),
  /** The id of an item or of a variant at a marketplace; for platform admins and developers. */
  marketplace_item_id_eq: searched.optional(),
  is_pinned_eq: flag.optional(),
  /** SKUs that are made of others, or those that are not. */
  is_set_eq: flag.optional(),
  problem_eq: z.enum(variantProblems).optional(),
});

/** SKUs that a member chose: by their ids, or all that a filter of the list matches. Ids that are not in the store are ignored. */
export const variantChoice = z.union([
  z.object({ ids: z.array(recordId).min(1).max(10_000) }),
  z.object({ q: variantFilter }),
]);

export type VariantChoice = z.output<typeof variantChoice>;

export const listVariants = endpoint({
  name: 'listVariants',
  summary: 'SKUs of a store: pinned first, then by full product name',
  method: 'GET',
  path: '/api/stores/:storeId/variants/products_page.json',
  params: storePath,
  query: z.object({
    ...sortedPaging,
    q: variantFilter
      .extend({ s: z.string().max(100).optional() })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('variants', variantRow).extend({ merged_count: z.number().int() }),
  permission: 'product.view',
  audit: null,
});

export const countVariantStatuses = endpoint({
  name: 'countVariantStatuses',
  summary: 'How many SKUs of a store have each status',
  method: 'GET',
  path: '/api/stores/:storeId/variants/status_counts.json',
  params: storePath,
  query: none,
  body: none,
  reply: z.object({
    counts: z.record(variantStatus, z.number().int()),
    /** Null where the store does not show it. */
    running_out: z.number().int().nullable(),
  }),
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

const updating = {
  method: 'PATCH',
  query: none,
  body: z.object({
    variant: z.object({
      /** Units to add (negative: to take away). */
      adjustment: z
        .union([z.number(), z.string().regex(/\S/, fault('catalog.adjustment_required'))], {
          error: fault('catalog.adjustment_required'),
        })
        .pipe(
          z.coerce
            .number<string | number>({ error: fault('catalog.adjustment_whole') })
            .int(fault('catalog.adjustment_whole'))
            .min(-1_000_000)
            .max(1_000_000),
        )
        .optional(),
      /** One value per press of the button: the same value twice changes nothing the second time. */
      adjustment_key: z.uuid().optional(),
      /** The quantity that the adjustment starts from: refused with 409 where it is another one by now. */
      if_quantity: z.number().int().optional(),
      adjustment_reason: adjustmentReason.nullish(),
      /** The reason in the caller's own words; without a code the reason is `other`. */
      adjustment_note: z
        .string()
        .trim()
        .max(longestReasonNote, fault('catalog.note_too_long', { most: longestReasonNote }))
        .nullish(),
      ...changedSettings,
      ...changedBarcodes,
      is_pinned: flag.optional(),
      /** `settings_updated_at` as the caller knows it: refused with 409 where its name or a setting was changed since. */
      if_unchanged_since: instant.optional(),
    }),
  }),
  reply: variantReply.extend({
    /** The entry of the adjustment; null where nothing was adjusted, or this press was recorded before. */
    stock_movement_id: id.nullable(),
  }),
  permission: 'product.work',
  audit: 'variant.update',
} as const;

export const updateVariant = endpoint({
  name: 'updateVariant',
  summary: 'Adjust the quantity of a SKU, change its settings or barcodes, or pin it',
  path: '/api/stores/:storeId/variants/:variantId.json',
  params: variantPath,
  ...updating,
});

/** The same beneath a product's path; the SKU is found by its own id or slug, wherever a merge has put it. */
export const updateVariantOfProduct = endpoint({
  name: 'updateVariantOfProduct',
  summary: 'The same, beneath the path of its product',
  path: '/api/stores/:storeId/products/:productId/variants/:variantId.json',
  params: variantPath.extend({ productId: idOrSlug }),
  ...updating,
});

const unitsRange = fault('stock.set_units_range', { most: mostUnitsOfPart });

const partsGiven = z
  .array(
    z.object({
      variant_id: recordId,
      units: z
        .number({ error: fault('stock.set_units_whole') })
        .int(fault('stock.set_units_whole'))
        .min(1, unitsRange)
        .max(mostUnitsOfPart, unitsRange),
    }),
  )
  .max(mostParts, fault('stock.set_parts_range', { most: mostParts }));

export const changeParts = endpoint({
  name: 'changeParts',
  summary:
    'Make a SKU a set of other SKUs, or of other parts; without parts it is a SKU of its own again, with 0 units. A set has no units of its own',
  method: 'PATCH',
  path: '/api/stores/:storeId/variants/:variantId/parts.json',
  params: variantPath,
  query: none,
  body: z.object({
    parts: partsGiven,
    /** The parts as the caller knows them: refused with 409 where the SKU is made of others by now. */
    if_made_of: partsGiven.optional(),
  }),
  reply: variantReply,
  permission: 'product.work',
  audit: 'variant.change_parts',
});

const pinning = {
  method: 'POST',
  params: storePath,
  query: none,
  body: variantChoice,
  /** How many SKUs changed. */
  reply: z.object({ count: z.number().int() }),
  permission: 'product.work',
} as const;

export const massPin = endpoint({
  ...pinning,
  name: 'massPin',
  summary: 'Pin SKUs: they stand first in the list, for everybody in the store',
  path: '/api/stores/:storeId/variants/mass_pin.json',
  audit: 'variant.mass_pin',
});

export const massUnpin = endpoint({
  ...pinning,
  name: 'massUnpin',
  summary: 'Unpin SKUs',
  path: '/api/stores/:storeId/variants/mass_unpin.json',
  audit: 'variant.mass_unpin',
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

export const forceUpdateQuantity = endpoint({
  name: 'forceUpdateQuantity',
  summary:
    'Read a SKU at its marketplaces, and send its quantity again where one differs or was refused; for developers',
  method: 'PATCH',
  path: '/api/stores/:storeId/products/:productId/variants/:variantId/force_update_quantity.json',
  params: variantPath.extend({ productId: idOrSlug }),
  query: none,
  body: none,
  reply: variantReply,
  permission: 'platform.develop',
  audit: 'variant.force_update',
});
