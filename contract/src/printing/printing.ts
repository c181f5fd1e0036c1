import { z } from 'zod';
import { channelKind } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { id, instant, none, recordId } from '../api/fields.ts';
import { fault, messageOnWire } from '../messages/message.ts';
import { massAction } from '../operations/operations.ts';
import { mostOrdersAtOnce, orderPath } from '../orders/orders.ts';
import { storePath } from '../stores/stores.ts';

/** What is printed. */
export const printers = ['print_label', 'print_invoice', 'print_pick_list'] as const;
export const printer = z.enum(printers);
export type Printer = z.infer<typeof printer>;

/**
 * A6: a label on each page. A4: four labels on a sheet. 100x150: a label on each, in millimetres, of a label printer. zpl: a file in the
 * language of label printers where the marketplace gives one; others are as 100x150.
 */
export const paperSizes = ['A6', 'A4', '100x150', 'zpl'] as const;
export const paperSize = z.enum(paperSizes);
export type PaperSize = z.infer<typeof paperSize>;

/** Pick lists by order, as the orders were chosen; or by SKU, with the units of all orders together. */
export const pickListGroupings = ['order', 'sku'] as const;
export const pickListGrouping = z.enum(pickListGroupings);
export type PickListGrouping = z.infer<typeof pickListGrouping>;

const printedOrder = z.object({ id, reference_number: z.string() });
const notPrinted = printedOrder.extend({ channel: channelKind, error: z.string(), ...messageOnWire.shape });

/**
 * The files that are ready to be printed, and the reasons why others are not. Addresses of files hold for 15 minutes, the files for
 * a day.
 */
export const printPreparation = z.object({
  /** Addresses of PDFs. */
  pdfs: z.array(z.string()),
  /** Addresses of files in ZPL, which are sent to a label printer as they are. */
  zpls: z.array(z.string()),
  /** Addresses of pictures that no PDF holds. */
  imgs: z.array(z.string()),
  /** Addresses of labels that the browser prints: pages of HTML without scripts. */
  labels: z.array(printedOrder.extend({ url: z.string() })),
  /** A page of HTML as text, where there is no file. */
  string: z.string().nullable(),
  /** The orders that can be printed now. */
  orders: z.array(printedOrder),
  error: z.object({
    /** Orders that were printed before, and when. */
    printeds: z.array(printedOrder.extend({ channel: channelKind, printed_at: instant })),
    /** Orders that cannot be printed, and why. */
    invalids: z.array(notPrinted),
    /** Orders whose labels are still asked for, without anybody's doing, and what each waits for. */
    waiting: z.array(notPrinted),
  }),
});
export type PrintPreparation = z.infer<typeof printPreparation>;

const pickedUnits = { item: z.string(), sku: z.string().nullable(), quantity: z.number().int() };

/** `order_number` is set at the first item of each order alone; null throughout by SKU. */
export const pickListRow = z.object({
  order_number: z.string().nullable(),
  ...pickedUnits,
  /** By order: what a set is made of now, with the units for all units of the set. By SKU, parts are rows of their own. */
  parts: z.array(z.object(pickedUnits)),
});
export type PickListRow = z.infer<typeof pickListRow>;

const chosen = {
  q: z
    .object({
      id_in: z
        .array(recordId)
        .min(1, fault('orders.none_chosen'))
        .max(mostOrdersAtOnce, fault('orders.too_many_chosen', { limit: mostOrdersAtOnce })),
    })
    .strict(),
};
const labelChoice = z.object({ ...chosen, paper: paperSize.optional() });
const pickListChoice = z.object({ ...chosen, by: pickListGrouping.optional() });

const inStore = { params: storePath, permission: 'order.work' } as const;
const labelsReply = z.object({ shipping_labels: printPreparation });
const labelsRun = {
  ...inStore,
  path: '/api/stores/:storeId/orders/get_shipping_labels.json',
  reply: z.union([
    /** 202: these are here, others are still asked for. */
    labelsReply.extend({ mass_action: massAction }),
    labelsReply,
    z.object({ mass_action: massAction }),
  ]),
  audit: 'order.print_labels',
} as const;

export const getShippingLabels = endpoint({
  name: 'getShippingLabels',
  summary:
    'Fetch the labels of orders from their marketplaces. Waits at most 25 s, not at all with Prefer: respond-async; then 202 with the mass action, and the labels that are here',
  method: 'GET',
  query: labelChoice,
  body: none,
  ...labelsRun,
});

export const prepareShippingLabels = endpoint({
  name: 'prepareShippingLabels',
  summary: 'As the GET of this address, for any number of orders',
  method: 'POST',
  query: none,
  body: labelChoice,
  ...labelsRun,
});

export const showShippingLabels = endpoint({
  name: 'showShippingLabels',
  summary: 'The labels that a run fetched so far, in one PDF, and what the others wait for',
  method: 'GET',
  ...inStore,
  path: '/api/stores/:storeId/print_runs/:operationId.json',
  params: storePath.extend({ operationId: recordId }),
  query: none,
  body: none,
  reply: labelsReply,
  audit: 'order.read_buyer',
});

export const getShippingLabel = endpoint({
  name: 'getShippingLabel',
  summary: 'The label of one order, fetched from its marketplace now',
  method: 'GET',
  path: '/api/stores/:storeId/orders/:referenceNumber/get_shipping_label.json',
  params: orderPath,
  query: none,
  body: none,
  reply: z.object({
    /** The file in base64; HTML without scripts and ZPL as text. */
    label: z.string(),
    media_type: z.string(),
    /** The address of this label alone. */
    airway_bill: z.string(),
  }),
  permission: 'order.work',
  audit: 'order.read_buyer',
});

const invoices = {
  ...inStore,
  path: '/api/stores/:storeId/orders/get_invoices.json',
  reply: z.object({ invoice: printPreparation }),
  audit: 'order.read_buyer',
} as const;

export const getInvoices = endpoint({
  name: 'getInvoices',
  summary: 'The invoices of orders as one PDF',
  method: 'GET',
  query: z.object(chosen),
  body: none,
  ...invoices,
});

export const prepareInvoices = endpoint({
  name: 'prepareInvoices',
  summary: 'As the GET of this address, for any number of orders',
  method: 'POST',
  query: none,
  body: z.object(chosen),
  ...invoices,
});

const pickLists = {
  ...inStore,
  path: '/api/stores/:storeId/orders/pick_list.json',
  reply: z.object({ pick_list: printPreparation.extend({ rows: z.array(pickListRow) }) }),
  audit: null,
} as const;

export const getPickList = endpoint({
  name: 'getPickList',
  summary: 'The pick list of orders, as rows and as a PDF',
  method: 'GET',
  query: pickListChoice,
  body: none,
  ...pickLists,
});

export const preparePickList = endpoint({
  name: 'preparePickList',
  summary: 'As the GET of this address, for any number of orders',
  method: 'POST',
  query: none,
  body: pickListChoice,
  ...pickLists,
});

export const confirmPrint = endpoint({
  name: 'confirmPrint',
  summary: 'Record that orders were printed',
  method: 'POST',
  ...inStore,
  path: '/api/stores/:storeId/orders/confirm_print.json',
  query: none,
  body: z.object({ printer, ...chosen }),
  reply: z.object({ printeds: z.array(printedOrder.extend({ printed_at: instant })) }),
  audit: 'order.print',
});
