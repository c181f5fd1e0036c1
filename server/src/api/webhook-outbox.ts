import type { WebhookEvent } from '@evenstock/contract/webhooks/webhooks';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { addingJob, job } from '../platform/jobs/jobs.ts';

/** Sends what is due to a webhook. */
export const deliverWebhookJob = job({
  name: 'webhooks.send_deliveries',
  payload: z.object({ webhookId: z.number() }),
  maxAttempts: 25,
  priority: 10,
});

/** Deliveries of one webhook are sent by one worker at a time. */
export const webhookQueue = (webhookId: number): string => `webhook-${String(webhookId)}`;

/**
 * The rows of the outbox for some changed records, as an insert to be part of a statement: one for each webhook of the store that
 * wants the event. The caller holds the lock of each record, so that a later change of it has a higher id.
 * @param changed a query of `store_id`, `record` (ids, as jsonb) and `at`
 */
export function outboxRows(event: WebhookEvent, changed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into webhook_outbox (store_id, webhook_id, event, record, next_at, created_at)
    select c.store_id, w.id, ${event}, c.record, c.at, c.at
    from (${changed}) c join webhooks w on w.store_id = c.store_id and w.state = 'on' and ${event} = any(w.events)
    returning webhook_id`;
}

/** The SQL expression that wakes the worker for rows of the outbox. @param outbox the name of a query of `outboxRows` */
export function wakingWebhooks(outbox: string): RawBuilder<unknown> {
  return sql`(
    select count(graphile_worker.add_job(${deliverWebhookJob.name}, json_build_object('webhookId', d.webhook_id),
      queue_name := 'webhook-' || d.webhook_id, max_attempts := ${deliverWebhookJob.maxAttempts},
      priority := ${deliverWebhookJob.priority ?? 0}))
    from (select distinct webhook_id from ${sql.ref(outbox)}) d)`;
}

/** The SQL expression that wakes the worker for one webhook at a time to come. */
export const wakingWebhookAt = (webhookId: number, runAt: Date): RawBuilder<unknown> =>
  addingJob(
    deliverWebhookJob,
    { webhookId },
    { runAt, key: `webhook-wake-${String(webhookId)}`, queue: webhookQueue(webhookId) },
  );
