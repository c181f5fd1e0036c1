import { z } from 'zod';
import { mailLanguage, readStoreRole } from '../accounts/accounts.ts';
import { channelKind, marketplaceType } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { empty, flag, id, idOrSlug, instant, listOf, none, sortedPaging } from '../api/fields.ts';
import { storeNotification } from './notifications.ts';
import { fault } from '../messages/message.ts';

export const countries = { sg: 'Singapore', vn: 'Vietnam', id: 'Indonesia', my: 'Malaysia' } as const;
export const country = z.enum(['sg', 'vn', 'id', 'my'], { error: fault('stores.country_required') });
/** IANA zone in which a store of that country shows and filters times. */
export const zoneOfCountry = {
  sg: 'Asia/Singapore',
  vn: 'Asia/Ho_Chi_Minh',
  id: 'Asia/Jakarta',
  my: 'Asia/Kuala_Lumpur',
} as const;

/** IANA zone in which times that belong to no store are shown and filtered. */
export const installationZone = zoneOfCountry.sg;

export const storePath = z.object({ storeId: idOrSlug });

export const storeProfile = z.object({
  id,
  role: readStoreRole,
  owner: z.boolean(),
  created_at: instant,
  updated_at: instant,
});

const person = z.object({ id, email: z.string() });

/** Ownership on its way from one member to another; at most one of a store is pending. */
export const storeTransfer = z.object({
  id,
  state: z.enum(['pending', 'cancelled', 'accepted', 'rejected']),
  transferrer: person,
  transferree: person,
  created_at: instant,
});

export const store = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  country,
  time_zone: z.string(),
  company_name: z.string().nullable(),
  address: z.string().nullable(),
  send_email_notifications: z.boolean(),
  send_stock_error: z.boolean(),
  can_sync_quantity: z.boolean(),
  requires_second_factor: z.boolean(),
  /** Days of cover at which a SKU is running out; null: the store does not show it. */
  running_out_days: z.number().int().nullable(),
  /** Shops show fewer units than there are, as SKUs and marketplaces say. */
  keeps_safety_stock: z.boolean(),
  /** SKUs can be made of others. */
  makes_sets: z.boolean(),
  owner: person.nullable(),
  has_pending_transfer: z.boolean(),
  pending_store_transfer: storeTransfer.nullable(),
  /** Where somebody signs up who was sent by this store; null where referring is switched off. */
  referral_url: z.string().nullable(),
  marketplaces: z.array(
    z.object({ id, slug: z.string(), name: z.string(), type: marketplaceType, channel: channelKind }),
  ),
  marketplaces_count: z.number().int(),
  total_merged_count: z.number().int(),
  /** What the store pays by, and its subscription with the payment provider; both null until there is one. */
  console_subscription_tier: z.string().nullable(),
  stripe_subscription_id: z.string().nullable(),
});
export type Store = z.infer<typeof store>;

/** How many days of cover may be few. `proposed`: what the settings begin with. */
export const runningOutDays = { least: 1, most: 365, proposed: 14 } as const;
const { least, most } = runningOutDays;
const daysRange = fault('stores.running_out_days_range', { least, most });

/** The most units that are kept back. */
export const highestSafetyStock = 1_000_000;
const safetyRange = fault('stock.safety_range', { most: highestSafetyStock });
/** Safety stock of a SKU or a marketplace, in units. */
export const safetyStock = z
  .number({ error: fault('stock.safety_whole') })
  .int(fault('stock.safety_whole'))
  .min(0, safetyRange)
  .max(highestSafetyStock, safetyRange);

/** The last units of a SKU that are kept for one marketplace. */
export const lastUnits = z
  .number({ error: fault('stock.last_units_whole') })
  .int(fault('stock.last_units_whole'))
  .min(0, fault('stock.last_units_range', { most: highestSafetyStock }))
  .max(highestSafetyStock, fault('stock.last_units_range', { most: highestSafetyStock }));

const storeReply = z.object({
  store,
  store_profile: storeProfile
    .extend({
      /** The language of the caller's daily mail of notifications; null: they get none. */
      digest_language: mailLanguage.nullable(),
      store_notifications_unread_count: z.number().int(),
      /** Critical ones first, then the newest. */
      store_notifications: z.array(storeNotification),
    })
    .nullable(),
  abilities: z.array(z.string()),
  banner_announcement: z.object({ line_1: z.string(), line_2: z.string() }).nullable(),
  /** Since when no worker of the installation runs, so that marketplaces are neither read nor written; null while one does. */
  worker_silent_since: instant.nullable(),
});

export const listStoreProfiles = endpoint({
  name: 'listStoreProfiles',
  summary: 'The stores of the signed-in account, oldest membership first',
  method: 'GET',
  path: '/api/store_profiles.json',
  params: none,
  query: z.object({
    ...sortedPaging,
    q: z
      .object({ s: z.enum(['created_at asc', 'created_at desc']).optional() })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf(
    'store_profiles',
    storeProfile.extend({
      store: z.object({ id, slug: z.string(), name: z.string() }),
      user: z.object({ id, email: z.string() }),
    }),
  ),
  permission: 'signed_in',
  audit: null,
});

/** At this hour of the store's day its digests are mailed. */
export const digestHour = 8;

export const switchDigest = endpoint({
  name: 'switchDigest',
  summary: 'Switch the caller’s daily mail of new notifications of this store on, in a language, or off',
  method: 'PATCH',
  path: '/api/stores/:storeId/digest.json',
  params: storePath,
  query: none,
  body: z.object({ digest: z.object({ language: mailLanguage.nullable() }) }),
  reply: z.object({ digest: z.object({ language: mailLanguage.nullable() }) }),
  permission: 'store.view',
  audit: null,
});

const storeFields = {
  name: z
    .string({ error: fault('stores.name_required') })
    .trim()
    .min(1, fault('stores.name_required'))
    .max(255),
  country,
  company_name: z.string().trim().max(255).nullish(),
  address: z.string().trim().max(1000).nullish(),
  send_email_notifications: flag.optional(),
  send_stock_error: flag.optional(),
};

export const createStore = endpoint({
  name: 'createStore',
  summary: 'Create a store; the caller becomes its owner',
  method: 'POST',
  path: '/api/stores.json',
  params: none,
  query: none,
  body: z.object({ store: z.object(storeFields) }),
  reply: storeReply,
  permission: 'signed_in',
  audit: 'store.create',
});

export const showStore = endpoint({
  name: 'showStore',
  summary: 'A store, what the caller may do in it, and its announcement',
  method: 'GET',
  path: '/api/stores/:storeId.json',
  params: storePath,
  query: none,
  body: none,
  reply: storeReply,
  permission: 'store.view',
  audit: null,
});

export const updateStore = endpoint({
  name: 'updateStore',
  summary:
    'Change what a store is called and how it works; what is left out stays. Second factor: the owner alone',
  method: 'PATCH',
  path: '/api/stores/:storeId.json',
  params: storePath,
  query: none,
  body: z.object({
    store: z.object({
      ...storeFields,
      name: storeFields.name.optional(),
      country: country.optional(),
      can_sync_quantity: flag.optional(),
      requires_second_factor: flag.optional(),
      /** Null: the store does not show what is running out. */
      running_out_days: z
        .number({ error: daysRange })
        .int(daysRange)
        .min(least, daysRange)
        .max(most, daysRange)
        .nullish(),
      keeps_safety_stock: flag.optional(),
      makes_sets: flag.optional(),
    }),
  }),
  reply: storeReply,
  permission: 'store.edit',
  audit: 'store.update',
});

/** How long a deleted store's data is kept before it is removed for good. */
export const deletedStoreDays = 30;

export const deleteStore = endpoint({
  name: 'deleteStore',
  summary:
    'Delete a store: it is gone at once for everyone, its marketplaces stop; its data is removed 30 days later',
  method: 'DELETE',
  path: '/api/stores/:storeId.json',
  params: storePath,
  query: none,
  body: none,
  reply: empty,
  permission: 'store.delete',
  audit: 'store.delete',
});

export const leaveStore = endpoint({
  name: 'leaveStore',
  summary: 'Leave a store that one does not own',
  method: 'DELETE',
  path: '/api/stores/:storeId/leave.json',
  params: storePath,
  query: none,
  body: none,
  reply: empty,
  permission: 'store.leave',
  audit: 'store_profile.leave',
});
