import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, none } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { fault, saidMessage } from '../messages/message.ts';
import { storePath } from '../stores/stores.ts';
import { searchKey } from '../values/search-key.ts';

/** The most items that one call schedules. */
export const mostForcedItems = 10_000;

const moment = z
  .union([z.iso.datetime({ offset: true }), z.literal('')])
  .nullable()
  .transform((value) => (value === null || value === '' ? null : new Date(value)));

/** From when to when a listing shows 0; a part that is left out is blank. The same moment twice is valid and has no effect. */
const forceZeroFields = {
  force_zero_qty_from: moment.default(null),
  force_zero_qty_to: moment.default(null),
};

/** The same as part of a change, where leaving both out keeps what is. Both blank: not any more. */
export const optionalForceZeroFields = {
  force_zero_qty_from: moment.optional(),
  force_zero_qty_to: moment.optional(),
};

interface Window {
  readonly force_zero_qty_from?: Date | null | undefined;
  readonly force_zero_qty_to?: Date | null | undefined;
}

const isInOrder = ({ force_zero_qty_from: from, force_zero_qty_to: to }: Window): boolean =>
  from == null || to == null || from <= to;

/** Adds what a window must fulfil to an object with its fields: both ends or none, in order. */
export function withForceZeroChecks<T extends z.ZodType<Window>>(fields: T): T {
  return fields
    .refine(({ force_zero_qty_from: from, force_zero_qty_to: to }) => from == null || to != null, {
      error: fault('catalog.end_date_required'),
      path: ['force_zero_qty_to'],
    })
    .refine(({ force_zero_qty_from: from, force_zero_qty_to: to }) => to == null || from != null, {
      error: fault('catalog.start_date_required'),
      path: ['force_zero_qty_from'],
    })
    .refine(isInOrder, { error: fault('catalog.start_before_end'), path: ['force_zero_qty_from'] })
    .refine(isInOrder, { error: fault('catalog.end_after_start'), path: ['force_zero_qty_to'] });
}

/** Ids of items as their marketplaces give them: a list, or lines or cells of a text. Blank and double ones are left out. */
const itemIds = z
  .union([z.string(), z.array(z.union([z.string(), z.number()]))], {
    error: fault('catalog.item_ids_required'),
  })
  .transform((given) => {
    const lines = typeof given === 'string' ? given.split(/[\n\r\t,;]+/) : given;
    return [...new Set(lines.map((line) => searchKey(String(line))))].filter((line) => line !== '');
  })
  .pipe(
    z
      .array(z.string().max(255))
      .min(1, fault('catalog.item_ids_required'))
      .max(mostForcedItems, fault('catalog.too_many_item_ids', { limit: mostForcedItems })),
  );

const scheduledItems = withForceZeroChecks(z.object({ ...forceZeroFields, marketplace_item_ids: itemIds }));

/** Listings that a preview names; all are counted. */
export const mostForeseen = 100;

const forceZeroPreview = z.object({
  /** Listings that take part, and how many of them have dates already: those are replaced. */
  count: z.number().int(),
  scheduled: z.number().int(),
  listings: z.array(
    z.object({
      id,
      marketplace_item_id: z.string(),
      name: z.string(),
      sku: z.string().nullable(),
      marketplace: marketplaceBrief,
      /** Units that it is to show now; null where that is not known. */
      quantity: z.number().int().nullable(),
      /** Why it takes no quantity now; null: it does. */
      held_because: saidMessage.nullable(),
    }),
  ),
  /** Ids that no listing of the store has. */
  unknown_ids: z.array(z.string()),
});

export const previewMassForceZero = endpoint({
  name: 'previewMassForceZero',
  summary: 'Which listings of items would show 0 from one moment to another, and which ids no listing has',
  method: 'POST',
  path: '/api/stores/:storeId/variant_listings/mass_force_zero_qty_preview.json',
  params: storePath,
  query: none,
  body: z.object({ variant_listing: scheduledItems }),
  reply: z.object({ force_zero_preview: forceZeroPreview }),
  permission: 'product.work',
  audit: null,
});

export const massForceZero = endpoint({
  name: 'massForceZero',
  summary: 'Let all listings of items show 0 from one moment to another, or not any more; a mail follows',
  method: 'POST',
  path: '/api/stores/:storeId/variant_listings/mass_force_zero_qty.json',
  params: storePath,
  query: none,
  body: z.object({
    variant_listing: scheduledItems,
    /** The count that was confirmed; 409 where it is another one by now. */
    expected_count: z.number().int().optional(),
  }),
  /** How many listings of SKUs were updated; items that are not known are left out. */
  reply: z.object({ count: z.number().int(), unknown_ids: z.array(z.string()) }),
  permission: 'product.work',
  audit: 'variant_listing.mass_force_zero',
});
