import { z } from 'zod';
import { capability } from '../channels/capabilities.ts';
import {
  channelKind,
  channelOf,
  channels,
  givenShopFlags,
  marketplaceType,
  shopFlags,
} from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, id, idOrSlug, instant, listOf, none, searched, sortedPaging } from '../api/fields.ts';
import { messageOnWire, messagesOnWire } from '../messages/message.ts';
import { placeState, stockPlace } from './stock-places.ts';
import { safetyStock, storePath } from '../stores/stores.ts';
import { fault } from '../messages/message.ts';

export const marketplaceState = z.enum(['unverified', 'verified']);

/** A marketplace as other records name it. */
export const marketplaceBrief = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  type: marketplaceType,
  channel: channelKind,
});

/** One running or finished pull of products or orders: what the progress bar shows. */
export const pull = z.object({
  id,
  kind: z.enum(['listings', 'orders']),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Records taken so far. */
  done: z.number().int(),
  /** Number of all records, if the marketplace reports it. */
  total: z.number().int().nullable(),
  started_at: instant,
  finished_at: instant.nullable(),
  /** Plain words for what went wrong and what happens next. */
  error: z.string().nullable(),
  error_messages: messagesOnWire,
});

/** A listing, an order or a return that could not be read: quarantined with its reason, never dropped. */
export const quarantinedRecord = z.object({
  id,
  kind: z.enum(['listing', 'order', 'return']),
  reference: z.string(),
  reason: z.string(),
  reason_message: messageOnWire.optional(),
  seen_at: instant,
});

export const marketplace = z.object({
  ...marketplaceBrief.shape,
  vendor_name: z.string(),
  state: marketplaceState,
  needs_authorization: z.boolean(),
  auth_expiry: instant.nullable(),
  /** This caller may start authorisation now (Verify, Extend Expiry). */
  can_authenticate: z.boolean(),
  /** Where to send the browser, in the answer of the call that begins authorisation; it works once, so that it is null elsewhere. */
  authentication_url: z.string().nullable(),
  shop_name: z.string().nullable(),
  ...shopFlags.shape,
  can_sync_to_marketplace: z.boolean(),
  /** Units of each SKU that it does not show, where the store keeps a safety stock. */
  safety_stock: z.number().int(),
  /** Whether it is known which of its places of stock are kept here. */
  place_state: placeState,
  num_orders: z.number().int(),
  num_product_listings: z.number().int(),
  start_pulling_orders_at: instant.nullable(),
  last_pull_products_at: instant.nullable(),
  created_at: instant,
});
export type Marketplace = z.infer<typeof marketplace>;

/** The vendor's account fields, label and value, as the vendor gives them. */
export const accountField = z.object({
  key: z.string(),
  label: z.string(),
  label_message: messageOnWire.optional(),
  value: z.union([z.string(), z.boolean(), z.array(z.string())]).nullable(),
});

export const marketplaceDetail = marketplace.extend({
  store: z.object({ id, slug: z.string(), name: z.string() }),
  last_order_imported_at: instant.nullable(),
  /** How stale this shop's stock reads may be, and the greatest staleness seen in 48 hours, if any; both in seconds. */
  stock_reads: z.object({
    may_be_seconds_old: z.number().int(),
    oldest_seconds: z.number().int().nullable(),
  }),
  /** How often new orders are asked for, in seconds; whether the marketplace's own limit allows no more. */
  order_polls: z.object({ every_seconds: z.number().int(), is_limited: z.boolean() }),
  /** Which of its places of stock are kept here; null where shops of the channel have none to choose from. */
  stock_places: z
    .object({
      /** Empty: none was chosen; the marketplace's own default is kept. */
      chosen: z.array(stockPlace),
      /** The units of several chosen places are one number. */
      are_summed: z.boolean(),
      /** Why their list could not be read. */
      fault: z.string().nullable(),
      fault_message: messageOnWire.optional(),
    })
    .nullable(),
  account: z.array(accountField),
  /** What this channel can do, and what it cannot. */
  capabilities: z.array(z.object({ key: capability, offered: z.boolean() })),
  /** The newest pull of each kind. */
  pulls: z.array(pull),
  quarantined_records: z.array(quarantinedRecord),
  /** Listings whose quantity the marketplace refuses now: how many, and the newest of them. */
  refused_quantities: z.object({
    total: z.number().int(),
    newest: z.array(
      z.object({
        listing_id: id,
        name: z.string(),
        sku: z.string().nullable(),
        product_slug: z.string(),
        variant_slug: z.string(),
        /** Since when. */
        refused_at: instant,
        reason: z.string(),
        reason_messages: messagesOnWire,
      }),
    ),
  }),
  /** Its listings are set to 0 before it is left; null where nobody asked for that since it was authorised. */
  zeroing: z
    .object({
      asked_at: instant,
      ended_at: instant.nullable(),
      /** Listings that already show 0; `total` is the number of all. */
      done: z.number().int(),
      total: z.number().int(),
      /** Those that the marketplace did not let us set to 0, each with the reason and what to do. */
      left_over: z.array(
        z.object({
          listing_id: id,
          name: z.string(),
          sku: z.string().nullable(),
          reason: z.string(),
          reason_messages: messagesOnWire,
        }),
      ),
    })
    .nullable(),
});

export const marketplacePath = storePath.extend({ marketplaceId: idOrSlug });
export const detailReply = z.object({ marketplace: marketplaceDetail });

export const marketplaceSorts = ['name', 'created_at', 'num_orders', 'num_product_listings'] as const;

/** An authorisation that ends within this time waits for a person, in milliseconds. */
export const endsSoonMs = 7 * 24 * 60 * 60_000;

export const listMarketplaces = endpoint({
  name: 'listMarketplaces',
  summary: 'Marketplaces of a store; by creation, oldest first, unless asked otherwise',
  method: 'GET',
  path: '/api/stores/:storeId/marketplaces.json',
  params: storePath,
  query: z.object({
    ...sortedPaging,
    q: z
      .object({
        name_cont: searched.optional(),
        /** Those whose authorisation has ended, or ends within `endsSoonMs`. */
        authorization_ending_eq: flag.optional(),
        /** Those of which it is to be chosen where their stock lies. */
        places_asked_eq: flag.optional(),
        s: z.string().max(100).optional(),
      })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('marketplaces', marketplace),
  permission: 'marketplace.view',
  audit: null,
});

export const showMarketplace = endpoint({
  name: 'showMarketplace',
  summary: 'A marketplace with its account and its pulls',
  method: 'GET',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId.json',
  params: marketplacePath,
  query: none,
  body: none,
  reply: detailReply,
  permission: 'marketplace.view',
  audit: null,
});

export const createMarketplace = endpoint({
  name: 'createMarketplace',
  summary: 'Add a marketplace, not yet authorised',
  method: 'POST',
  path: '/api/stores/:storeId/marketplaces.json',
  params: storePath,
  query: none,
  body: z.object({
    marketplace: z
      .object({
        name: z
          .string({ error: fault('stores.name_required') })
          .trim()
          .min(1, fault('stores.name_required'))
          .max(255),
        type: marketplaceType,
        shop_name: z.string().trim().max(255).nullish(),
        ...givenShopFlags.shape,
      })
      .superRefine((m, check) => {
        const { shopName, label } = channels[channelOf(m.type)];
        if (shopName === null || (m.shop_name ?? '') !== '') return;
        check.addIssue({
          code: 'custom',
          path: ['shop_name'],
          message: fault('marketplaces.shop_name_required', { channel: label }),
        });
      }),
  }),
  reply: detailReply,
  permission: 'marketplace.manage',
  audit: 'marketplace.create',
});

/** Deactivate: tokens dropped, pulling and pushing stop, data stays. The GET is the specification's; the web posts. */
const deactivation = {
  params: marketplacePath,
  query: z.object({ zero_first: flag.optional() }),
  body: none,
  reply: detailReply,
  permission: 'marketplace.manage',
  audit: 'marketplace.deactivate',
} as const;

export const deactivateMarketplaceByGet = endpoint({
  name: 'deactivateMarketplaceByGet',
  summary: 'Remove the authorisation, keep the data',
  method: 'GET',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/deactivate.json',
  ...deactivation,
});

export const deactivateMarketplace = endpoint({
  name: 'deactivateMarketplace',
  summary: 'Remove the authorisation, keep the data; with zero_first the listings are set to 0 before',
  method: 'POST',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/deactivate.json',
  ...deactivation,
});

export const updateMarketplace = endpoint({
  name: 'updateMarketplace',
  summary:
    'Rename a marketplace, switch its sync on or off, or say how many units of each SKU it does not show; its address stays',
  method: 'PATCH',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId.json',
  params: marketplacePath,
  query: none,
  body: z.object({
    marketplace: z
      .object({
        name: z
          .string({ error: fault('stores.name_required') })
          .trim()
          .min(1, fault('stores.name_required'))
          .max(255)
          .optional(),
        /** Only where the store keeps a safety stock. */
        safety_stock: safetyStock.optional(),
        /** The safety stock as the caller knows it: refused with 409 where it is another one by now. */
        if_safety_stock: z.number().int().optional(),
        /** False: nothing is written to this marketplace, and what its quantities change to there is not counted. */
        can_sync_to_marketplace: z.boolean().optional(),
      })
      .refine(
        ({ name, safety_stock: safety, can_sync_to_marketplace: syncs }) =>
          name !== undefined || safety !== undefined || syncs !== undefined,
        { path: ['name'], error: fault('stores.name_required') },
      ),
  }),
  reply: detailReply,
  permission: 'marketplace.manage',
  audit: 'marketplace.update',
});

export const deleteMarketplace = endpoint({
  name: 'deleteMarketplace',
  summary: 'Delete a marketplace: its listings leave their SKUs; orders, movements and activities stay',
  method: 'DELETE',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId.json',
  params: marketplacePath,
  query: z.object({ zero_first: flag.optional() }),
  body: none,
  reply: z.object({}),
  permission: 'marketplace.manage',
  audit: 'marketplace.delete',
});

export const pullDiscounts = endpoint({
  name: 'pullDiscounts',
  summary: 'Read the discounts of a shop, and the listings in them',
  method: 'POST',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/pull_discounts.json',
  params: marketplacePath,
  query: none,
  body: none,
  reply: detailReply,
  permission: 'product.work',
  audit: 'marketplace.pull_discounts',
});
