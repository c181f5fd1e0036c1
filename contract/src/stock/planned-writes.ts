import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, instant, listOf, none, paging, recordId } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { storePath } from '../stores/stores.ts';

/** What a write would do to the number that a marketplace shows. */
export const writeKind = z.enum(['zero', 'lower', 'raise']);
export type WriteKind = z.infer<typeof writeKind>;

/** A listing whose marketplace shows another number than Evenstock would write. */
export const plannedWrite = z.object({
  id,
  marketplace: marketplaceBrief,
  variant: z.object({ id, slug: z.string(), sku: z.string().nullable(), full_product_name: z.string() }),
  product: z.object({ slug: z.string() }),
  kind: writeKind,
  /** What its marketplace shows: as it was read or written last, less its own orders since. */
  shows: z.number().int(),
  /** When that was read or written. */
  shows_at: instant,
  writes: z.number().int(),
  /** The quantity of the SKU; null for a set, which has what its parts allow. */
  quantity: z.number().int().nullable(),
  /** Units of it that are not shown: as safety stock, and for another marketplace. */
  kept_back: z.number().int(),
  kept_for_another: z.number().int(),
  is_forced_to_zero: z.boolean(),
  /** The marketplace's own limit, where it holds the number down. */
  maximum: z.number().int().nullable(),
});
export type PlannedWrite = z.infer<typeof plannedWrite>;

/** A marketplace with the number of its listings by what a write would do to them. */
export const plannedShop = z.object({
  marketplace: marketplaceBrief,
  /** Its own switch; nothing is written either while the store's is off. */
  can_sync_to_marketplace: z.boolean(),
  same: z.number().int(),
  zero: z.number().int(),
  lower: z.number().int(),
  raise: z.number().int(),
  /** Not read yet: nothing is written before. */
  not_counted: z.number().int(),
});
export type PlannedShop = z.infer<typeof plannedShop>;

export const listPlannedWrites = endpoint({
  name: 'listPlannedWrites',
  summary:
    'What would be written to each marketplace: listings that show another number, those set to 0 before the others, the greatest difference first',
  method: 'GET',
  path: '/api/stores/:storeId/planned_writes.json',
  params: storePath,
  query: z.object({
    ...paging,
    s: z.enum(['kind asc']).optional(),
    q: z
      .object({
        s: z.enum(['kind asc']).optional(),
        marketplace_id_eq: recordId.optional(),
        kind_eq: writeKind.optional(),
      })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('planned_writes', plannedWrite).extend({ shops: z.array(plannedShop) }),
  permission: 'stock.view',
  audit: null,
});
