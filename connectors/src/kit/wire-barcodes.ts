import { readBarcodes } from '@evenstock/contract/values/barcodes';
import { z } from 'zod';

/**
 * The barcode of a listing. None where the marketplace sends a blank or a placeholder; null where it sends nothing, so that what was
 * known is kept. It never costs its record.
 */
export const barcodeTold = z
  .unknown()
  .optional()
  .transform((value): readonly string[] | null => {
    if (typeof value === 'string') return readBarcodes([value]);
    return typeof value === 'number' && Number.isFinite(value) ? readBarcodes([String(value)]) : null;
  });

/** The same where the marketplace sends null for none. */
export const barcodeOrNone = z
  .unknown()
  .optional()
  .transform((value) => (value === null ? [] : barcodeTold.parse(value)));
