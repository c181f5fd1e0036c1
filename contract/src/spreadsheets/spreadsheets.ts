import { z } from 'zod';
import { quantityChange } from '../catalog/quantity-changes.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, instant, none, recordId } from '../api/fields.ts';
import { fault, saidMessage } from '../messages/message.ts';
import { massAction } from '../operations/operations.ts';
import { listOrders, mostOrdersAtOnce } from '../orders/orders.ts';
import { listStockMovements } from '../stock/stock.ts';
import { storePath } from '../stores/stores.ts';
import { listVariants } from '../catalog/variants.ts';

/** The largest sheet that is taken, in bytes. */
export const largestSheet = 20_000_000;
/** The most rows of a sheet that is taken, without its heading. */
export const mostSheetRows = 100_000;
/** The most SKUs of one export by SKU. */
export const mostSkusAtOnce = 5_000;

/** The most SKUs that are chosen in the list. */
const mostIdsAtOnce = 10_000;

/** Columns of the export of products; a mass update reads the same. */
export const productColumns = [
  'Variant Id',
  'SKU',
  'Product',
  'Variant',
  'Quantity',
  'Marketplaces',
  'Exported quantity',
  'Barcodes',
  'Exported barcodes',
] as const;
/** The column in which rows come back with what is wrong with them. */
export const problemColumn = 'Problem';
export type ProductColumn = (typeof productColumns)[number];

/** Exports are made in the background and mailed to the caller at this address. */
const exportReply = z.object({ email: z.string() });

const exporting = { params: storePath, reply: exportReply } as const;

export const downloadVariants = endpoint({
  ...exporting,
  name: 'downloadVariants',
  summary: 'Export SKUs by filter as a spreadsheet. The link is mailed; 422 where there is nothing to export',
  method: 'GET',
  path: '/api/stores/:storeId/variants/download.json',
  query: listVariants.query,
  body: none,
  permission: 'product.work',
  audit: 'variant.export',
});

/** SKUs of one text are on lines of their own, or are divided by commas. */
const chosenSkus = z
  .union([z.string().max(2_000_000), z.array(z.string())], { error: fault('spreadsheets.skus_required') })
  .transform((given) => (typeof given === 'string' ? given.split(/[\n\r,;\t]/) : given))
  .transform((skus) => [...new Set(skus.map((sku) => sku.trim()).filter((sku) => sku !== ''))])
  .pipe(
    z
      .array(z.string().max(255))
      .min(1, fault('spreadsheets.skus_required'))
      .max(mostSkusAtOnce, fault('spreadsheets.too_many_skus', { limit: mostSkusAtOnce })),
  );

export const downloadSelectedVariants = endpoint({
  ...exporting,
  name: 'downloadSelectedVariants',
  summary: 'Export SKUs by their codes, by parts of them, or by ids, as a spreadsheet. The link is mailed',
  method: 'POST',
  path: '/api/stores/:storeId/variants/download_selected.json',
  query: none,
  body: z.object({
    variants: z
      .object({
        skus: chosenSkus.optional(),
        search_exact_skus: flag.optional(),
        /** Alternative to codes. */
        ids: z.array(recordId).min(1).max(mostIdsAtOnce).optional(),
      })
      .refine(({ skus, ids }) => skus !== undefined || ids !== undefined, {
        path: ['skus'],
        error: fault('spreadsheets.skus_required'),
      }),
  }),
  permission: 'product.work',
  audit: 'variant.export',
});

export const downloadStockMovements = endpoint({
  ...exporting,
  name: 'downloadStockMovements',
  summary: 'Export stock movements by filter as a spreadsheet. The link is mailed',
  method: 'GET',
  path: '/api/stores/:storeId/stock_movements/download.json',
  query: listStockMovements.query.extend({ scope: z.string().max(100).optional() }),
  body: none,
  permission: 'stock.work',
  audit: 'stock_movement.export',
});

const ordersByFilter = listOrders.query.extend({
  id_in: z
    .array(recordId)
    .min(1, fault('orders.none_chosen'))
    .max(mostOrdersAtOnce, fault('orders.too_many_chosen', { limit: mostOrdersAtOnce }))
    .optional(),
});
const exportingOrders = { ...exporting, permission: 'order.export' } as const;
const wholeOrders = {
  ...exportingOrders,
  path: '/api/stores/:storeId/orders/download.json',
  audit: 'order.export',
} as const;
const orderItems = {
  ...exportingOrders,
  path: '/api/stores/:storeId/orders/download_items.json',
  audit: 'order_item.export',
} as const;

export const downloadOrders = endpoint({
  ...wholeOrders,
  name: 'downloadOrders',
  summary: 'Export orders by filter or by id as a spreadsheet, without their buyers. The link is mailed',
  method: 'GET',
  query: ordersByFilter,
  body: none,
});

export const downloadChosenOrders = endpoint({
  ...wholeOrders,
  name: 'downloadChosenOrders',
  summary: 'As the GET of this address, for any number of orders',
  method: 'POST',
  query: none,
  body: ordersByFilter,
});

export const downloadOrderItems = endpoint({
  ...orderItems,
  name: 'downloadOrderItems',
  summary: 'Export the items of orders by filter or by id as a spreadsheet. The link is mailed',
  method: 'GET',
  query: ordersByFilter,
  body: none,
});

export const downloadItemsOfChosenOrders = endpoint({
  ...orderItems,
  name: 'downloadItemsOfChosenOrders',
  summary: 'As the GET of this address, for any number of orders',
  method: 'POST',
  query: none,
  body: ordersByFilter,
});

const downloadPath = storePath.extend({ operationId: recordId });

export const showDownload = endpoint({
  name: 'showDownload',
  summary:
    'The file that a mail leads to, for who asked for it, within 24 hours; `sig` is of the mailed link',
  method: 'GET',
  path: '/api/stores/:storeId/downloads/:operationId.json',
  params: downloadPath,
  query: z.object({ sig: z.string().max(200).optional() }),
  body: none,
  reply: z.object({ download: z.object({ name: z.string(), url: z.string(), expires_at: instant }) }),
  permission: 'store.view',
  audit: null,
});

/** What is wrong with a cell. Rows are counted as spreadsheets show them: the heading is row 1. */
const sheetProblem = z.object({
  row: z.number().int(),
  column: z.string(),
  value: z.string(),
  reason: saidMessage,
});
export type SheetProblem = z.infer<typeof sheetProblem>;

/** Maximum number of problems that a dry run lists; `failed` counts all. */
export const problemsShown = 100;

const massUpdate = z.object({
  /** Null: a dry run. */
  mass_action: massAction.nullable(),
  /** Another mass update of the store runs: this one begins after it. */
  waits: z.boolean(),
  rows: z.number().int(),
  /** Rows that change a quantity or barcodes, that change nothing, and that cannot be done. */
  changes: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  problems: z.array(sheetProblem),
  /** Columns with other values than ours, and in how many rows. A mass update changes quantities and barcodes, and nothing else. */
  ignored: z.array(z.object({ column: z.string(), rows: z.number().int() })),
  /** Titles of columns that are none of the export's; nothing in them is read. */
  foreign_columns: z.array(z.string()),
  /** The tab that is read, and all visible ones that have the columns; null: the file has no tabs. */
  tab: z.string().nullable(),
  tabs: z.array(z.string()),
  /** The largest changes, unusual ones first. */
  listed: z.array(quantityChange),
  /** Also true of a sheet without quantities. */
  has_exported_quantity: z.boolean(),
  /** Rows of which another sheet made the same change within 24 hours: it is made once more. */
  repeated: z.number().int(),
  /** When this very sheet was imported before: what was done then is not done again. */
  imported_before_at: instant.nullable(),
  /**
   * Of a dry run: names the quantities that it showed, for its start within a day; null where the sheet has exported quantities. Of a start:
   * the dry run that it is held to; null: absolute quantities are set whatever was sold meanwhile.
   */
  preview: z.uuid().nullable(),
});
export type MassUpdate = z.infer<typeof massUpdate>;

export const massUpdateVariants = endpoint({
  name: 'massUpdateVariants',
  summary:
    'Update quantities and barcodes by a sheet in the layout of the export (.xlsx or .csv, as `file`): the change is the new quantity less the exported one, and barcodes likewise. `dry_run` only checks; without an exported quantity `set_absolute` is required, and `preview` of the dry run leaves each SKU that changed since and names it',
  method: 'POST',
  path: '/api/stores/:storeId/variants/mass_update.json',
  params: storePath,
  query: none,
  body: z.object({
    dry_run: flag.optional(),
    set_absolute: flag.optional(),
    /** Required where several tabs have the columns. */
    tab: z.string().max(100).optional(),
    /** As the dry run of this sheet answered it: a row whose quantity is not the one that was shown fails, and changes nothing. */
    preview: z.uuid().optional(),
  }),
  takes: 'form',
  largestFile: largestSheet,
  reply: z.object({ mass_update: massUpdate }),
  permission: 'product.work',
  audit: 'variant.mass_update',
});

export const showMassUpdate = endpoint({
  name: 'showMassUpdate',
  summary: 'How far a mass update is, and its failed rows as a file that can be mended and sent again',
  method: 'GET',
  path: '/api/stores/:storeId/mass_updates/:operationId.json',
  params: downloadPath,
  query: none,
  body: none,
  reply: z.object({
    mass_update: z.object({
      mass_action: massAction,
      failed: z.number().int(),
      waits: z.boolean(),
      /** Null: no row failed, or it still runs, or the file is no longer kept. */
      failed_rows_url: z.string().nullable(),
    }),
  }),
  permission: 'product.work',
  audit: null,
});
