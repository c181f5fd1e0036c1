import { z } from 'zod';
import { id } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { fault } from '../messages/message.ts';
import { barcodeKinds, isNoBarcode, longestBarcode, mostBarcodes, readBarcode } from '../values/barcodes.ts';
import { setMember } from './sets.ts';

/** A barcode of a SKU. The same number in several forms (UPC-A, EAN-13, GTIN-14) is one. */
export const variantBarcode = z.object({
  code: z.string(),
  kind: z.enum(barcodeKinds),
  /** A digit was mistyped: the last one does not follow from the others. */
  has_wrong_check_digit: z.boolean(),
  /** Members entered it for this SKU, or for one that was merged into it. */
  is_entered: z.boolean(),
  /** The listings that show it. */
  shown_by: z.array(z.object({ variant_listing_id: id, marketplace: marketplaceBrief })),
  /** Other SKUs of the store that have it, ten at most. */
  also_of: z.array(setMember),
});

export type VariantBarcode = z.infer<typeof variantBarcode>;

/** What a spreadsheet makes of a long number: its last digits are lost. */
const rounded = /^\d(?:[.,]\d+)?e\+?\d+$/i;
export const isRoundedNumber = (text: string): boolean => rounded.test(text.trim());

const typedBarcode = z
  .string()
  .max(255, fault('catalog.barcode_too_long', { most: longestBarcode }))
  .refine((text) => !isRoundedNumber(text), fault('catalog.barcode_rounded'))
  .transform(readBarcode)
  .refine((code) => !isNoBarcode(code), fault('catalog.barcode_required'))
  .refine(
    (code) => code.length <= longestBarcode,
    fault('catalog.barcode_too_long', { most: longestBarcode }),
  )
  .refine((code) => !/[,;]/.test(code), fault('catalog.barcode_separator'));

const typedBarcodes = z
  .array(typedBarcode)
  .max(mostBarcodes, fault('catalog.barcodes_too_many', { most: mostBarcodes }));

/** Barcodes that members enter for a SKU, and those that they take away again. What its listings show is changed at the marketplace. */
export const changedBarcodes = {
  add_barcodes: typedBarcodes.optional(),
  remove_barcodes: z.array(z.string().max(255).transform(readBarcode)).max(100).optional(),
};
