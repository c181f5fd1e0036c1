import { message } from '@evenstock/contract/messages/message';
import { productColumns, type ProductColumn } from '@evenstock/contract/spreadsheets/spreadsheets';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { z } from 'zod';
import {
  countVariantsToExport,
  variantsToExport,
  type AskedVariants,
  type ExportedVariant,
} from '../catalog/pages/export-variants.ts';
import { defineSource } from './export-source.ts';
import type { Cell } from './write-sheet.ts';

const params = z.union([
  z.object({ skus: z.array(z.string()), is_exact: z.boolean() }),
  z.object({ ids: z.array(z.number().int()) }),
  z.object({ q: listVariants.query.shape.q, asked_at: z.string() }),
]);

function askedOf(asked: z.output<typeof params>): AskedVariants {
  if ('skus' in asked) return { skus: asked.skus, isExact: asked.is_exact };
  return 'ids' in asked ? asked : { q: asked.q, now: new Date(asked.asked_at) };
}

const widths: Readonly<Record<ProductColumn, number>> = {
  'Variant Id': 12,
  SKU: 20,
  Product: 40,
  Variant: 24,
  Quantity: 12,
  Marketplaces: 30,
  'Exported quantity': 18,
  Barcodes: 30,
  'Exported barcodes': 30,
};

/** The columns of products, in every sheet of them. */
export const productSheetColumns = productColumns.map((title) => ({ title, width: widths[title] }));

/** A SKU with the values of the sheet. */
export function productCells(variant: ExportedVariant): readonly Cell[] {
  const barcodes = variant.barcodes
    .filter(({ key }, place, all) => all.findIndex((each) => each.key === key) === place)
    .map(({ code }) => code)
    .join(', ');
  return [
    String(variant.id),
    variant.sku ?? '',
    variant.product,
    variant.variant,
    variant.quantity,
    variant.marketplaces,
    variant.quantity,
    barcodes,
    barcodes,
  ];
}

/** The export of SKUs: those of the list's filters, or by their codes. A mass update reads the same sheet. */
export const productsSource = defineSource({
  kind: 'variant.export',
  params,
  name: 'Products',
  columns: productSheetColumns,
  count: ({ db }, { storeId, params: asked }) => countVariantsToExport(db, storeId, askedOf(asked)),
  async read({ db }, { storeId, params: asked }, { last, limit }) {
    const variants = await variantsToExport(db, storeId, askedOf(asked), { after: last ?? 0, limit });
    return {
      rows: variants.map(productCells),
      records: variants.length,
      last: variants.at(-1)?.id ?? null,
    };
  },
  mail: (store) => ({
    subject: message('mails.products_exported_subject', { store }),
    text: message('mails.products_exported', { store }),
  }),
});
