import { english } from '@evenstock/contract/messages/english';
import { webhookEvents, type Webhook, type WebhookDelivery } from '@evenstock/contract/webhooks/webhooks';
import type { DeliveryRow } from './deliveries.queries.ts';
import type { WebhookRow } from './webhooks.queries.ts';

/** A webhook as the API shows it. */
export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: webhookEvents.filter((event) => row.events.includes(event)),
  state: row.state,
  silent_since: row.silentSince?.toISOString() ?? null,
  last_delivered_at: row.lastDeliveredAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

/** A delivery as the API shows it. */
export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  record: { ...row.record },
  state: row.state,
  attempts: row.attempts,
  answer_code: row.answerCode,
  reason: row.reason === null ? null : { ...row.reason, text: english(row.reason) },
  created_at: row.createdAt.toISOString(),
  attempted_at: row.attemptedAt?.toISOString() ?? null,
  next_at: row.state === 'pending' ? row.nextAt.toISOString() : null,
});
