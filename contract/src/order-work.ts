import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { none, recordId } from './fields.ts';
import { fault } from './messages/message.ts';
import { mostOrdersAtOnce, orderPath, orderReply, orderRow } from './orders.ts';
import { storePath } from './stores.ts';

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
          quantity: z.number().int().min(1).max(1_000_000),
          /** The `restocked_quantity` that the caller knows: the same call sent again restocks nothing more. */
          restocked_quantity: z.number().int().min(0).optional(),
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
