import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { empty, id, instant, listOf, none, paging, recordId } from '../api/fields.ts';
import { fault, saidMessage } from '../messages/message.ts';
import { storePath } from '../stores/stores.ts';

/** The events of webhooks. */
export const webhookEvents = ['order.changed', 'quantity.changed'] as const;
export const webhookEvent = z.enum(webhookEvents, { error: fault('webhooks.event_unknown') });
export type WebhookEvent = z.infer<typeof webhookEvent>;
/** Webhooks of one store. */
export const mostWebhooks = 10;
/** Number of days for which deliveries are listed. */
export const deliveryDays = 30;

/** What is delivered, as the body: ids alone. The record is read through the API. */
export const webhookBody = z.object({
  /** The delivery; the same when it is sent again. */
  id,
  event: z.enum(webhookEvents),
  /** Of two deliveries about one record, the one with the higher version is about the later change. */
  version: id,
  occurred_at: instant,
  store_id: id,
  order: z.object({ id, reference_number: z.string(), marketplace_id: id }).optional(),
  variant: z.object({ id, product_id: id }).optional(),
});
export type WebhookBody = z.infer<typeof webhookBody>;

export const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** `off`: nothing is sent; switched off by a person, or after a day without an answer. */
  state: z.enum(['on', 'off']),
  /** Its receiver has not answered since; null while it does. */
  silent_since: instant.nullable(),
  last_delivered_at: instant.nullable(),
  created_at: instant,
});
export type Webhook = z.infer<typeof webhook>;

export const webhookDelivery = z.object({
  id,
  event: z.enum(webhookEvents),
  /** What the change was about: its ids. */
  record: z.record(z.string(), z.union([z.string(), z.number()])),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** The HTTP status of the last answer; null where there was none. */
  answer_code: z.number().int().nullable(),
  /** Why the last attempt failed; null where none has. */
  reason: saidMessage.nullable(),
  created_at: instant,
  attempted_at: instant.nullable(),
  /** When it is sent next; null once it is delivered or given up. */
  next_at: instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const webhookPath = z.object({ ...storePath.shape, webhookId: recordId });
const deliveryPath = z.object({ ...webhookPath.shape, deliveryId: recordId });
const url = z
  .string({ error: fault('webhooks.url_required') })
  .trim()
  .min(1, fault('webhooks.url_required'))
  .max(2000, fault('webhooks.url_too_long', { limit: 2000 }));
const events = z
  .array(webhookEvent, { error: fault('webhooks.events_required') })
  .min(1, fault('webhooks.events_required'))
  .max(webhookEvents.length);

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  summary: 'Webhooks of a store, newest first',
  method: 'GET',
  path: '/api/stores/:storeId/webhooks.json',
  params: storePath,
  query: z.object(paging),
  body: none,
  reply: listOf('webhooks', webhook),
  permission: 'webhook.manage',
  audit: null,
});

export const createWebhook = endpoint({
  name: 'createWebhook',
  summary: 'Add a webhook; `secret`, which signs its deliveries, is shown in this answer alone',
  method: 'POST',
  path: '/api/stores/:storeId/webhooks.json',
  params: storePath,
  query: none,
  body: z.object({ webhook: z.object({ url, events }) }),
  reply: z.object({ webhook, secret: z.string() }),
  permission: 'webhook.manage',
  audit: 'webhook.create',
});

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  summary: 'Change the events of a webhook, or switch it on or off',
  method: 'PATCH',
  path: '/api/stores/:storeId/webhooks/:webhookId.json',
  params: webhookPath,
  query: none,
  body: z.object({
    webhook: z.object({ events: events.optional(), state: z.enum(['on', 'off']).optional() }),
  }),
  reply: z.object({ webhook }),
  permission: 'webhook.manage',
  audit: 'webhook.update',
});

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  summary: 'Delete a webhook and the record of its deliveries',
  method: 'DELETE',
  path: '/api/stores/:storeId/webhooks/:webhookId.json',
  params: webhookPath,
  query: none,
  body: none,
  reply: empty,
  permission: 'webhook.manage',
  audit: 'webhook.delete',
});

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  summary: 'Deliveries of a webhook of the last 30 days, newest first',
  method: 'GET',
  path: '/api/stores/:storeId/webhooks/:webhookId/deliveries.json',
  params: webhookPath,
  query: z.object({
    ...paging,
    s: z.enum(['created_at desc']).optional(),
    q: z
      .object({
        state_eq: z.enum(['pending', 'delivered', 'failed']).optional(),
        s: z.enum(['created_at desc']).optional(),
      })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('deliveries', webhookDelivery),
  permission: 'webhook.manage',
  audit: null,
});

export const sendDeliveryAgain = endpoint({
  name: 'sendDeliveryAgain',
  summary: 'Send a delivery again, with the same id; it is tried for a day',
  method: 'POST',
  path: '/api/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId/send_again.json',
  params: deliveryPath,
  query: none,
  body: none,
  reply: z.object({ delivery: webhookDelivery }),
  permission: 'webhook.manage',
  audit: 'webhook.send_again',
});
