import { z } from 'zod';
import { id } from '../api/fields.ts';

/** A SKU as sets name it. */
export const setMember = z.object({
  id,
  slug: z.string(),
  sku: z.string().nullable(),
  full_product_name: z.string(),
  product: z.object({ slug: z.string() }),
});

/** A part of a set, with its quantity. */
export const setPart = z.object({
  variant: setMember,
  /** Units of it in one set. */
  units: z.number().int(),
  quantity: z.number().int(),
});

export type SetPart = z.infer<typeof setPart>;

/** Most parts of a set, and most units of one. */
export const mostParts = 20;
export const mostUnitsOfPart = 1_000;
