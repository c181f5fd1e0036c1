import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { none } from '../api/fields.ts';
import { fault } from '../messages/message.ts';
import { storePath } from '../stores/stores.ts';

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

/** Ids of items as their marketplaces give them: a list, or lines of a text. Blank and double ones are left out. */
const itemIds = z
  .union([z.string(), z.array(z.union([z.string(), z.number()]))], {
    error: fault('catalog.item_ids_required'),
  })
  .transform((given) => {
    const lines = typeof given === 'string' ? given.split('\n') : given;
    return [...new Set(lines.map((line) => String(line).trim()))].filter((line) => line !== '');
  })
  .pipe(
    z
      .array(z.string().max(255))
      .min(1, fault('catalog.item_ids_required'))
      .max(mostForcedItems, fault('catalog.too_many_item_ids', { limit: mostForcedItems })),
  );

export const massForceZero = endpoint({
  name: 'massForceZero',
  summary: 'Let all listings of items show 0 from one moment to another, or not any more; a mail follows',
  method: 'POST',
  path: '/api/stores/:storeId/variant_listings/mass_force_zero_qty.json',
  params: storePath,
  query: none,
  body: z.object({
    variant_listing: withForceZeroChecks(z.object({ ...forceZeroFields, marketplace_item_ids: itemIds })),
  }),
  /** How many listings of SKUs were updated; items that are not known are left out. */
  reply: z.object({ count: z.number().int() }),
  permission: 'product.work',
  audit: 'variant_listing.mass_force_zero',
});
