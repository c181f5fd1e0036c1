import { z } from 'zod';
import { adjustmentReason } from '../kinds/adjustment-reasons.ts';
import { endpoint } from '../api/endpoint.ts';
import {
  day,
  id,
  idOrSlug,
  instant,
  listOf,
  none,
  paging,
  recordId,
  searched,
  sortedPaging,
} from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { messagesOnWire } from '../messages/message.ts';
import { storePath } from '../stores/stores.ts';

export const sourceType = z.enum(['Marketplace', 'Order', 'User']);
export const pushState = z.enum(['pending', 'success', 'failed', 'superseded']);
/** What the state filter offers; All sends no filter. */
export const pushStateFilter = z.enum(['success', 'failed']);

export const listingStockMovement = z.object({
  id,
  variant_listing_id: id,
  marketplace: marketplaceBrief,
  state: pushState,
  /** The quantity sent. */
  quantity: z.number().int(),
  sent_at: instant.nullable(),
  answered_at: instant.nullable(),
  /** `messages`: what the value says. */
  extras: z.array(z.object({ key: z.string(), value: z.string(), messages: messagesOnWire })),
  force_zero_qty: z.boolean(),
});

export const stockMovement = z.object({
  id,
  created_at: instant,
  product: z.object({ slug: z.string(), name: z.string() }),
  variant: z.object({ id, slug: z.string(), name: z.string(), sku: z.string().nullable() }),
  source_type: sourceType,
  /** `identifier`: an order's reference number, a marketplace's name, or a member's email. */
  source: z.object({ identifier: z.string(), order_marketplace: marketplaceBrief.nullable() }).nullable(),
  adjustment: z.number().int(),
  final_quantity: z.number().int(),
  action: z.string(),
  /** Why a member adjusted it; null where they did not say, and of anything else. */
  reason: adjustmentReason.nullable(),
  /** The reason in the member's own words. */
  reason_note: z.string().nullable(),
  /** The merge that made it; null for anything else. */
  merge_id: id.nullable(),
  /** An adjustment of the last day, since which nothing but orders and restocks changed the quantity. */
  can_undo: z.boolean(),
  listing_stock_movements: z.array(listingStockMovement),
});
export type StockMovement = z.infer<typeof stockMovement>;

const movementQuery = z.object({
  ...sortedPaging,
  q: z
    .object({
      created_at_dategteq: day.optional(),
      created_at_datelteq: day.optional(),
      variant_product_name: searched.optional(),
      variant_id_eq: recordId.optional(),
      listing_stock_movements_state_eq: pushStateFilter.optional(),
      s: z.enum(['created_at desc', 'created_at asc']).optional(),
    })
    .strict()
    .optional(),
});

export const listStockMovements = endpoint({
  name: 'listStockMovements',
  summary:
    'Stock movements of a store, newest first; the last month unless asked otherwise, three months at most for a member',
  method: 'GET',
  path: '/api/stores/:storeId/stock_movements.json',
  params: storePath,
  query: movementQuery,
  body: none,
  reply: listOf('stock_movements', stockMovement),
  permission: 'stock.view',
  audit: null,
});

export const listVariantStockMovements = endpoint({
  name: 'listVariantStockMovements',
  summary: 'Stock movements of one SKU, newest first',
  method: 'GET',
  path: '/api/stores/:storeId/variants/:variantId/stock_movements.json',
  params: storePath.extend({ variantId: idOrSlug }),
  query: movementQuery,
  body: none,
  reply: listOf('stock_movements', stockMovement),
  permission: 'stock.view',
  audit: null,
});

export const undoAdjustment = endpoint({
  name: 'undoAdjustment',
  summary: 'Undo an adjustment of the last day; what was sold and restocked since stays so',
  method: 'POST',
  path: '/api/stores/:storeId/stock_movements/:movementId/undo.json',
  params: storePath.extend({ movementId: recordId }),
  query: none,
  body: none,
  /** The id of the movement. */
  reply: z.object({ undone: id }),
  permission: 'product.work',
  audit: 'variant.update',
});

/** A SKU whose quantity is not certain after the database was put back, with what its shops show. */
export const recoveryCount = z.object({
  variant: z.object({ id, slug: z.string(), sku: z.string().nullable(), full_product_name: z.string() }),
  product: z.object({ slug: z.string() }),
  /** The ledger's number. */
  quantity: z.number().int(),
  /** Its shops are not raised until it is counted; otherwise they have the ledger's number. */
  is_held: z.boolean(),
  asked_at: instant,
  shops: z.array(
    z.object({
      marketplace: marketplaceBrief,
      /** As it was read; null where the shop did not answer. */
      shows: z.number().int().nullable(),
      /** Units sold since the shop was last written. */
      sold: z.number().int(),
    }),
  ),
});
export type RecoveryCount = z.infer<typeof recoveryCount>;

export const listRecoveryCounts = endpoint({
  name: 'listRecoveryCounts',
  summary:
    'SKUs that are to be counted after the database was put back, the one asked first before the others',
  method: 'GET',
  path: '/api/stores/:storeId/recovery_counts.json',
  params: storePath,
  query: z.object({
    ...paging,
    s: z.enum(['asked_at asc']).optional(),
    q: z
      .object({ s: z.enum(['asked_at asc']).optional() })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('recovery_counts', recoveryCount),
  permission: 'stock.view',
  audit: null,
});

export const answerRecoveryCount = endpoint({
  name: 'answerRecoveryCount',
  summary: 'The quantity of a SKU, as somebody counted it after the database was put back',
  method: 'POST',
  path: '/api/stores/:storeId/variants/:variantId/recovery_count.json',
  params: storePath.extend({ variantId: idOrSlug }),
  query: none,
  body: z.object({ quantity: z.number().int().min(-1_000_000).max(1_000_000) }),
  reply: z.object({ quantity: z.number().int() }),
  permission: 'stock.work',
  audit: 'variant.count',
});
