import { z } from 'zod';
import { activityKeys, actorTypes, recipientTypes } from '../kinds/activities.ts';
import { endpoint } from '../api/endpoint.ts';
import {
  day,
  empty,
  id,
  idOrSlug,
  instant,
  listOf,
  none,
  recordId,
  searched,
  sortedPaging,
  usedToken,
} from '../api/fields.ts';
import { messageOnWire } from '../messages/message.ts';
import { storePath } from '../stores/stores.ts';

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.number())]);

export const activity = z.object({
  id,
  created_at: instant,
  /** One of `activityKeys`; a plain text, as the reader may be older than the server. */
  key: z.string(),
  /** What happened, in English: the text of its key, and the record's name. */
  description: z.string(),
  /** The text of the key, for other languages. */
  label: messageOnWire,
  /** The person who did it; null where nobody did, or the account is gone. */
  owner: z.object({ id, email: z.string() }).nullable(),
  /** What did it. `trackable_name`: a member's mail address, a marketplace's name, an order's reference number, a store's name. */
  actor: z.object({
    id: id.nullable(),
    type: z.enum(actorTypes),
    trackable_name: z.string().nullable(),
    store_name: z.string().nullable(),
    store_id: id.nullable(),
    store_slug: z.string().nullable(),
    user_email: z.string().nullable(),
  }),
  access_token: usedToken,
  /** What it was done to; null for the store itself. `name` is null where the record is gone, or has none. */
  recipient: z.object({ type: z.string(), id, name: z.string().nullable() }).nullable(),
  /** The fields that changed. `value`: before and after in a line. */
  actor_changes: z.array(
    z.object({ key: z.string(), value: z.string(), before: fieldValue, after: fieldValue }),
  ),
  /** Further facts. `category`: `count` for numbers of things, `record` for ids, `fact` for all others. */
  extras: z.array(
    z.object({ key: z.string(), value: z.string(), category: z.enum(['count', 'record', 'fact']) }),
  ),
  /** Always null: sessions are not recorded. */
  session: z.null(),
  /** The names that the address of the record's screen is made of; null where it has none. */
  link_params: z.record(z.string(), z.string()).nullable(),
});
export type Activity = z.infer<typeof activity>;

/** What something was done to: a type of record, or one record (`Product:12`). */
const recipient = z.string().regex(new RegExp(`^(${recipientTypes.join('|')})(:[1-9]\\d{0,14})?$`));

const activityFilter = z
  .object({
    recipient: recipient.optional(),
    /** Part of a record's name, code or number, or of a member's mail address. */
    text: searched.optional(),
    created_at_dategteq: day.optional(),
    created_at_datelteq: day.optional(),
    key: z.enum(activityKeys).optional(),
    actor_type: z.enum(actorTypes).optional(),
    s: z.enum(['created_at desc', 'created_at asc']).optional(),
  })
  .strict();
const activityQuery = z.object({
  ...sortedPaging,
  recipient: recipient.optional(),
  q: activityFilter.optional(),
});
export type ActivityQuery = z.output<typeof activityQuery>;

const listing = {
  method: 'GET',
  query: activityQuery,
  body: none,
  reply: listOf('activities', activity),
  audit: null,
} as const;

export const listActivities = endpoint({
  ...listing,
  name: 'listActivities',
  summary: 'What was done in a store, newest first; since yesterday unless asked otherwise',
  path: '/api/stores/:storeId/activities.json',
  params: storePath,
  permission: 'store.view',
});

export const listProductActivities = endpoint({
  ...listing,
  name: 'listProductActivities',
  summary: 'What was done to a product, its SKUs and its listings, newest first',
  path: '/api/stores/:storeId/products/:productId/activities.json',
  params: storePath.extend({ productId: idOrSlug }),
  permission: 'product.view',
});

export const listVariantActivities = endpoint({
  ...listing,
  name: 'listVariantActivities',
  summary: 'What was done to a SKU and its listings, newest first',
  path: '/api/stores/:storeId/variants/:variantId/activities.json',
  params: storePath.extend({ variantId: idOrSlug }),
  permission: 'product.view',
});

export const listOrderActivities = endpoint({
  ...listing,
  name: 'listOrderActivities',
  summary: 'What was done to an order, newest first',
  path: '/api/stores/:storeId/orders/:referenceNumber/activities.json',
  params: storePath.extend({ referenceNumber: z.string().min(1).max(255) }),
  permission: 'order.view',
});

export const showActivity = endpoint({
  name: 'showActivity',
  summary: 'One activity',
  method: 'GET',
  path: '/api/stores/:storeId/activities/:activityId.json',
  params: storePath.extend({ activityId: recordId }),
  query: none,
  body: none,
  reply: z.object({ activity }),
  permission: 'store.view',
  audit: null,
});

export const listInstallationActivities = endpoint({
  ...listing,
  name: 'listInstallationActivities',
  summary: 'What was done outside of any store: to accounts, announcements and dead letters, newest first',
  path: '/api/admin/activities.json',
  params: none,
  permission: 'platform.inspect',
});

export const showInstallationActivity = endpoint({
  name: 'showInstallationActivity',
  summary: 'One activity outside of any store',
  method: 'GET',
  path: '/api/admin/activities/:activityId.json',
  params: z.object({ activityId: recordId }),
  query: none,
  body: none,
  reply: z.object({ activity }),
  permission: 'platform.inspect',
  audit: null,
});

export const deleteActivity = endpoint({
  name: 'deleteActivity',
  summary: 'Hide an activity of any store; that is an activity itself',
  method: 'DELETE',
  path: '/api/activities/:activityId.json',
  params: z.object({ activityId: recordId }),
  query: none,
  body: none,
  reply: empty,
  permission: 'platform.operate',
  audit: 'activity.delete',
});
