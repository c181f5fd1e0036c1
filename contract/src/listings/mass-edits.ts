import { z } from 'zod';
import { channelKind } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { id, money, none, recordId } from '../api/fields.ts';
import { saidMessage } from '../messages/message.ts';
import { massAction } from '../operations/operations.ts';
import { storePath } from '../stores/stores.ts';
import { mostEdited, quantityEdit } from '../catalog/quantity-changes.ts';
import { variantChoice } from '../catalog/variants.ts';

/** The least price, in the major unit of its currency. */
export const leastPrice = 0.1;

export const editGridRow = z.object({
  /** The quantity of a set follows from its parts, and cannot be edited. */
  variant: z.object({ id, sku: z.string().nullable(), full_product_name: z.string(), is_set: z.boolean() }),
  /** Units. */
  quantity: z.number().int(),
  /** Its listings whose price can be set. Prices are in the major unit of their currency. */
  prices: z.array(
    z.object({ variant_listing_id: id, marketplace_id: id, price: money.nullable(), currency: z.string() }),
  ),
});
export type EditGridRow = z.infer<typeof editGridRow>;

export const editGrid = z.object({
  rows: z.array(editGridRow),
  /** The marketplaces at which they are sold. */
  marketplaces: z.array(
    z.object({
      id,
      name: z.string(),
      channel: channelKind,
      /** Why no price can be set there; null where one can. */
      skipped: saidMessage.nullable(),
    }),
  ),
});
export type EditGrid = z.infer<typeof editGrid>;

const common = { method: 'POST', params: storePath, query: none, permission: 'product.work' } as const;

export const showEditGrid = endpoint({
  ...common,
  name: 'showEditGrid',
  summary:
    'Quantities and prices of SKUs, to be edited at once, and the marketplaces at which no price can be set',
  path: '/api/stores/:storeId/variants/edit_grid.json',
  body: variantChoice,
  reply: z.object({ edit_grid: editGrid }),
  audit: null,
});

const priceEdit = z.object({
  variant_listing_id: recordId,
  /** The price that was shown, null where none was: a row whose price is another one by now fails. */
  from: z.number().nullish(),
  price: z.number().min(leastPrice).max(1_000_000_000),
});

export const massEdit = endpoint({
  ...common,
  name: 'massEdit',
  summary: 'Change quantities of SKUs and prices of their listings, in the background',
  path: '/api/stores/:storeId/variants/mass_edit.json',
  body: z.object({
    mass_edit: z.object({
      /** One value for each press of the button: the same value changes no quantity a second time. */
      key: z.uuid(),
      quantities: z.array(quantityEdit).max(mostEdited),
      prices: z.array(priceEdit).max(mostEdited * 20),
    }),
  }),
  reply: z.object({ mass_action: massAction }),
  audit: 'variant.mass_edit',
});
