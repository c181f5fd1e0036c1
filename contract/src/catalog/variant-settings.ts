import { z } from 'zod';
import { flag, recordId } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { fault } from '../messages/message.ts';
import { lastUnits, safetyStock } from '../stores/stores.ts';

/** The highest reorder point, in units. */
export const highestReorderPoint = 1_000_000;

/** The settings of a SKU, as it is shown with them. The server's columns, the answer of 409 and the web's list follow from these. */
export const variantSettings = {
  name: z.string(),
  has_maximum_quantity: z.boolean(),
  disable_restock: z.boolean(),
  /** Units at which the SKU is running out; null: the store's days of cover decide. */
  reorder_point: z.number().int().nullable(),
  /** Units that no marketplace shows, where the store keeps a safety stock. */
  safety_stock: z.number().int(),
  /**
   * Its last units, which other marketplaces are not sent; null: none are kept for one. They count while that marketplace lists it and
   * the store keeps a safety stock.
   */
  last_units: z.object({ units: z.number().int(), marketplace: marketplaceBrief }).nullable(),
};

export type VariantSetting = keyof typeof variantSettings;

export const variantSettingNames: readonly VariantSetting[] = z.object(variantSettings).keyof().options;

/** The same settings, as a request changes them. */
export const changedSettings = {
  has_maximum_quantity: flag.optional(),
  disable_restock: flag.optional(),
  name: z.string().trim().min(1, fault('stores.name_required')).max(255).optional(),
  /** Units; null: the store's number of days of cover counts. Only where the store shows what is running out. */
  reorder_point: z
    .number({ error: fault('catalog.reorder_point_whole') })
    .int(fault('catalog.reorder_point_whole'))
    .min(0, fault('catalog.reorder_point_range', { most: highestReorderPoint }))
    .max(highestReorderPoint, fault('catalog.reorder_point_range', { most: highestReorderPoint }))
    .nullish(),
  /** Units; only where the store keeps a safety stock. */
  safety_stock: safetyStock.optional(),
  /** Only where the store keeps a safety stock. Null, or 0 units: none are kept for a marketplace. */
  last_units: z
    .object({ marketplace_id: recordId, units: lastUnits }, { error: fault('stock.last_units_marketplace') })
    .nullish(),
} satisfies Record<VariantSetting, z.ZodType>;
