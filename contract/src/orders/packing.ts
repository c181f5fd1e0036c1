import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, instant, none, recordId } from '../api/fields.ts';
import { fault, messageOnWire } from '../messages/message.ts';
import { orderPath, orderRow } from './orders.ts';
import { storePath } from '../stores/stores.ts';
import { numberKey } from '../values/search-key.ts';

/* Packing: the units of an order are scanned one by one, and its label is printed when all of them are in the parcel. */

const reason = z.object({ reason: z.string(), reason_message: messageOnWire });

const codes = z.array(z.string());

/** A part of a set that goes in the parcel: its parts are stored one by one, the set is not. */
const partToPack = z.object({
  id,
  /** What is scanned, compared as the codes of items. */
  codes,
  sku: z.string().nullable(),
  name: z.string(),
  /** Units of it in one set. */
  units: z.number().int(),
});

/** An order as it is packed. It holds nothing of its buyer. */
export const orderToPack = orderRow
  .pick({
    id: true,
    reference_number: true,
    marketplace: true,
    state: true,
    notes: true,
    print_label_at: true,
  })
  .extend({
    packed_at: instant.nullable(),
    /** The units that go in the parcel. Items without a unit left are not listed. */
    order_items: z.array(
      z.object({
        id,
        /** What is scanned, compared without case: the SKU of the order, that of the merged SKU where it differs, and barcodes. */
        codes,
        sku: z.string().nullable(),
        name: z.string(),
        variant_name: z.string().nullable(),
        quantity: z.number().int(),
        /** What a set is made of now. A unit of it is in the parcel once the units of all its parts are. */
        parts: z.array(partToPack),
      }),
    ),
    /** Why it must not be packed; null: it may be. */
    refusal: reason.nullable(),
    /** Why its marketplace gives no label; null: it may give one. */
    no_label: reason.nullable(),
  });
export type OrderToPack = z.infer<typeof orderToPack>;

export const listOrdersToPack = endpoint({
  name: 'listOrdersToPack',
  summary: 'The orders with exactly this number or tracking number, as they are packed; at most 10',
  method: 'GET',
  path: '/api/stores/:storeId/packing.json',
  params: storePath,
  query: z.object({
    code: z
      .string()
      .max(255)
      .transform(numberKey)
      .pipe(z.string().min(1, fault('packing.code_required'))),
  }),
  body: none,
  reply: z.object({ orders: z.array(orderToPack) }),
  permission: 'order.work',
  audit: null,
});

export const packOrder = endpoint({
  name: 'packOrder',
  summary: 'Record that an order is packed. Its units must be those that were scanned',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/pack.json',
  params: orderPath,
  query: none,
  body: z.object({
    pack: z.object({
      /** The `packed_at` that the caller knows: an order that was packed meanwhile is refused. */
      packed_at: instant.nullable(),
      order_items: z
        .array(z.object({ id: recordId, quantity: z.number().int().min(1).max(1_000_000) }))
        .min(1, fault('packing.nothing_scanned'))
        .max(1000),
    }),
  }),
  reply: z.object({ order: orderToPack }),
  permission: 'order.work',
  audit: 'order.pack',
});
