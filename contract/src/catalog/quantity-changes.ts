import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, none, recordId } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { saidMessage } from '../messages/message.ts';
import { storePath } from '../stores/stores.ts';

/** SKUs whose prices and quantities are edited at once, at most. */
export const mostEdited = 500;
/** Units of one change of a quantity, at most. */
export const mostUnits = 1_000_000;
/** A quantity changes by what it is to be, less what it was when it was shown: what was sold meanwhile stays sold. */
export const quantityEdit = z.object({
  variant_id: recordId,
  from: z.number().int().min(-mostUnits).max(mostUnits),
  to: z.number().int().min(0).max(mostUnits),
});
/** What is unusual about a change: to nothing, to less than half, to more than double. */
export const oddChanges = ['to_zero', 'halved', 'doubled'] as const;
export type OddChange = (typeof oddChanges)[number];

/** A change of a quantity that is asked for and not made yet. Quantities are units. */
export const quantityChange = z.object({
  /** The row of the sheet that asks for it; null: no sheet does. */
  row: z.number().int().nullable(),
  variant: z.object({
    id,
    slug: z.string(),
    sku: z.string().nullable(),
    full_product_name: z.string(),
    image_url: z.string().nullable(),
  }),
  now: z.number().int(),
  then: z.number().int(),
  /** Barcodes that it adds and takes away. */
  barcodes: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  odd: z.enum(oddChanges).nullable(),
  /** What each marketplace shows now, null where that is not known, and is to show. */
  listings: z.array(
    z.object({
      id,
      marketplace: marketplaceBrief,
      before: z.number().int().nullable(),
      after: z.number().int(),
    }),
  ),
});
export type QuantityChange = z.infer<typeof quantityChange>;

export const previewQuantities = endpoint({
  name: 'previewQuantities',
  summary:
    'What edits of quantities would change now, unusual ones first, what each marketplace would show, and what is left out',
  method: 'POST',
  path: '/api/stores/:storeId/variants/quantities_preview.json',
  params: storePath,
  query: none,
  body: z.object({ quantities: z.array(quantityEdit).min(1).max(mostEdited) }),
  reply: z.object({
    changes: z.array(quantityChange),
    left_out: z.array(z.object({ variant_id: id, label: z.string(), reason: saidMessage })),
  }),
  permission: 'product.work',
  audit: null,
});
