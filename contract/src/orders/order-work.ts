import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, none, recordId } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { fault, saidMessage } from '../messages/message.ts';
import { mostOrdersAtOnce, orderPath, orderReply, orderRow } from './orders.ts';
import { storePath } from '../stores/stores.ts';

/* What members do with orders here, without their marketplaces. */

export const longestNotes = 5_000;

export const addNotes = endpoint({
  name: 'addNotes',
  summary: 'Replace the notes of an order. Every version stays in its timeline',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/add_notes.json',
  params: orderPath,
  query: none,
  body: z.object({
    order: z.object({
      notes: z
        .string(fault('orders.notes_required'))
        .trim()
        .min(1, fault('orders.notes_required'))
        .max(longestNotes, fault('orders.notes_too_long', { limit: longestNotes })),
    }),
  }),
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.add_notes',
});

export const restockOrder = endpoint({
  name: 'restockOrder',
  summary: 'Put units that came back on the quantity of their SKUs again, each unit once',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/restock.json',
  params: orderPath,
  query: none,
  body: z.object({
    order_items: z
      .array(
        z.object({
          id: recordId,
          /** Units beyond `restocked_quantity`; without it, units in all. So the same call sent again restocks nothing more. */
          quantity: z.number().int().min(1).max(1_000_000),
          /** The `restocked_quantity` that the caller knows. */
          restocked_quantity: z.number().int().min(0).default(0),
          /**
           * What the marketplace shows more since the units came back are other units, so both count. Otherwise they are the same, put
           * back at the marketplace as well.
           */
          counts_apart: z.boolean().default(false),
        }),
      )
      .min(1, fault('orders.no_item_to_restock'))
      .max(1000)
      .refine(
        (items) => new Set(items.map(({ id }) => id)).size === items.length,
        fault('orders.item_twice'),
      ),
  }),
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.restock',
});

export const linkItem = endpoint({
  name: 'linkItem',
  summary:
    'Link an item that has no SKU: this and every other order item of its code in this shop takes its units from the SKU, now and later',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/link_item.json',
  params: orderPath,
  query: none,
  body: z.object({ order_item_id: recordId, variant_id: recordId }),
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.link_item',
});

/** What each SKU and each of its listings would become. Quantities are units. */
const restockPreview = z.array(
  z.object({
    variant_id: id,
    sku: z.string().nullable(),
    before: z.number().int(),
    after: z.number().int(),
    listings: z.array(
      z.object({
        id,
        name: z.string(),
        marketplace: marketplaceBrief,
        /** What the marketplace shows now; null where that is not known. */
        before: z.number().int().nullable(),
        /** What it is to show. */
        after: z.number().int(),
        /** Why nothing is sent to it for now; empty: it is. */
        held_because: z.array(saidMessage),
      }),
    ),
  }),
);
export type RestockPreview = z.infer<typeof restockPreview>;

/** Items whose marketplace shows more since their units came back, which no order explains. */
const shownAgain = z.array(
  z.object({
    order_item_id: id,
    marketplace: z.string(),
    /** Units, at most those that may be restocked. */
    units: z.number().int(),
  }),
);
export type ShownAgain = z.infer<typeof shownAgain>;

export const previewRestock = endpoint({
  name: 'previewRestock',
  summary: 'What restocking units of these items would make of each of their listings; nothing is changed',
  method: 'GET',
  path: '/api/stores/:storeId/orders/:referenceNumber/restock_preview.json',
  params: orderPath,
  query: z.object({
    order_item_ids: z.array(recordId).max(1000).default([]),
    /** Units of each, in the same order. */
    quantities: z.array(z.coerce.number().int().min(0).max(1_000_000)).max(1000).default([]),
    /** Those whose units are others than what the marketplace shows more since they came back. */
    counted_apart: z.array(recordId).max(1000).default([]),
  }),
  body: none,
  reply: z.object({ restock_preview: restockPreview, shown_again: shownAgain }),
  permission: 'order.work',
  audit: null,
});

export const createOrder = endpoint({
  name: 'createOrder',
  summary: 'Fetch an order by its number from a marketplace, and keep it',
  method: 'POST',
  path: '/api/stores/:storeId/orders.json',
  params: storePath,
  query: none,
  body: z.object({
    order: z.object({
      marketplace_id: recordId,
      reference_number: z.string().trim().min(1, fault('orders.number_required')).max(255),
    }),
  }),
  reply: orderReply,
  permission: 'platform.operate',
  audit: 'order.create',
});

export const moveToCompleted = endpoint({
  name: 'moveToCompleted',
  summary: 'Record when the shipping labels of orders were printed, and move shipped orders to Completed',
  method: 'POST',
  path: '/api/stores/:storeId/orders/set_print_shipping_label_at.json',
  params: storePath,
  query: none,
  body: z.object({
    order_ids: z
      .array(recordId)
      .min(1, fault('orders.none_chosen'))
      .max(mostOrdersAtOnce, fault('orders.too_many_chosen', { limit: mostOrdersAtOnce })),
  }),
  reply: z.object({ orders: z.array(orderRow) }),
  permission: 'order.work',
  audit: 'order.move_to_completed',
});

export const showRawOrder = endpoint({
  name: 'showRawOrder',
  summary: 'The order as its marketplace tells it, unchanged',
  method: 'GET',
  path: '/api/stores/:storeId/orders/:referenceNumber/raw_response',
  params: orderPath,
  query: none,
  body: none,
  reply: z.object({
    answers: z.array(z.object({ call: z.string(), status: z.number().int(), body: z.string() })),
  }),
  permission: 'platform.operate',
  audit: 'order.read_buyer',
});
