import { z } from 'zod';
import { storeRole } from './accounts.ts';
import { channelKind, marketplaceType } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { flag, id, idOrSlug, instant, listOf, none, paging } from './fields.ts';

export const countries = { sg: 'Singapore', vn: 'Vietnam', id: 'Indonesia', my: 'Malaysia' } as const;
export const country = z.enum(['sg', 'vn', 'id', 'my'], { error: 'Country is required' });
/** IANA zone in which a store of that country shows and filters times. */
export const zoneOfCountry = {
  sg: 'Asia/Singapore',
  vn: 'Asia/Ho_Chi_Minh',
  id: 'Asia/Jakarta',
  my: 'Asia/Kuala_Lumpur',
} as const;

export const storePath = z.object({ storeId: idOrSlug });
export type StorePath = z.infer<typeof storePath>;

export const storeProfile = z.object({
  id,
  role: storeRole,
  owner: z.boolean(),
  created_at: instant,
  updated_at: instant,
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
  marketplaces: z.array(
    z.object({ id, slug: z.string(), name: z.string(), type: marketplaceType, channel: channelKind }),
  ),
  marketplaces_count: z.number().int(),
  total_merged_count: z.number().int(),
});
export type Store = z.infer<typeof store>;

const storeReply = z.object({
  store,
  store_profile: storeProfile.nullable(),
  abilities: z.array(z.string()),
  banner_announcement: z.object({ line_1: z.string(), line_2: z.string() }).nullable(),
});

export const listStoreProfiles = endpoint({
  name: 'listStoreProfiles',
  summary: 'The stores of the signed-in account, oldest membership first',
  method: 'GET',
  path: '/api/store_profiles.json',
  params: none,
  query: z.object({
    ...paging,
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

const storeFields = {
  name: z.string({ error: 'Name is required' }).trim().min(1, 'Name is required').max(255),
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
  summary: 'Change the Inventory Sync switch of a store',
  method: 'PATCH',
  path: '/api/stores/:storeId.json',
  params: storePath,
  query: none,
  body: z.object({ store: z.object({ can_sync_quantity: flag }) }),
  reply: storeReply,
  permission: 'store.edit',
  audit: 'store.update',
});

export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'Members of a store, by email',
  method: 'GET',
  path: '/api/stores/:storeId/store_profiles.json',
  params: storePath,
  query: z.object({
    ...paging,
    q: z
      .object({
        user_email_cont: z.string().max(255).optional(),
        s: z.enum(['user_email asc', 'user_email desc']).optional(),
      })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('store_profiles', storeProfile.extend({ user: z.object({ id, email: z.string() }) })),
  permission: 'member.view',
  audit: null,
});
