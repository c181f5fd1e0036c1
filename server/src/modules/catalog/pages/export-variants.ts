import type { listVariants } from '@evenstock/contract/catalog/variants';
import type { z } from 'zod';
import type { Handle } from '../../../platform/database/database.ts';
import {
  countVariants,
  variantsAfter,
  variantsById,
  variantsByCode,
  type ExportedVariant,
  type VariantChoice,
} from './export-variants.queries.ts';
import { codeKey } from '../../../platform/text/code-key.ts';
import { variantFilterOf } from '../variants/read-variant-filter.ts';

export type { ExportedVariant };

/** The SKUs of an export: those of a list's filters, those of given codes, whole or in part, or those of given ids. */
export type AskedVariants =
  | { readonly q: z.output<typeof listVariants.query>['q']; readonly now: Date }
  | { readonly skus: readonly string[]; readonly isExact: boolean }
  | { readonly ids: readonly number[] };

const choiceOf = (storeId: number, asked: AskedVariants): VariantChoice =>
  'q' in asked
    ? { filter: variantFilterOf({ storeId, now: asked.now }, asked.q ?? {}) }
    : { storeId, ...asked };

/** Counts the SKUs that an export chooses. */
export const countVariantsToExport = (db: Handle, storeId: number, asked: AskedVariants): Promise<number> =>
  countVariants(db, choiceOf(storeId, asked));

/** The next SKUs of an export, by their ids. */
export const variantsToExport = (
  db: Handle,
  storeId: number,
  asked: AskedVariants,
  slice: { readonly after: number; readonly limit: number },
): Promise<readonly ExportedVariant[]> => variantsAfter(db, choiceOf(storeId, asked), slice);

/**
 * The SKUs of a store that rows of a sheet name: by their ids, also those that were merged into others, and by what their codes are
 * compared by.
 */
export async function variantsOfSheet(
  db: Handle,
  storeId: number,
  named: { readonly ids: readonly number[]; readonly skus: readonly string[] },
): Promise<{
  readonly byId: ReadonlyMap<number, ExportedVariant>;
  readonly byCode: ReadonlyMap<string, readonly ExportedVariant[]>;
}> {
  const found = named.ids.length === 0 ? [] : await variantsById(db, storeId, named.ids);
  const keys = named.skus.map(codeKey);
  const coded = keys.length === 0 ? [] : await variantsByCode(db, storeId, keys);
  const byCode = new Map<string, ExportedVariant[]>();
  for (const variant of coded) {
    if (variant.sku === null) continue;
    const key = codeKey(variant.sku);
    byCode.set(key, [...(byCode.get(key) ?? []), variant]);
  }
  return { byId: new Map(found.map((variant) => [variant.id, variant])), byCode };
}
