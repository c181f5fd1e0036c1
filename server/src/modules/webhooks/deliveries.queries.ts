import type { Message, MessageOnWire } from '@evenstock/contract/messages/message';
import type { WebhookEvent } from '@evenstock/contract/webhooks/webhooks';
import { sql } from 'kysely';
import { wakingWebhookAt } from '../../api/webhook-outbox.ts';
import type { Handle, Tx } from '../../platform/database/database.ts';

export interface DeliveryRow {
  readonly id: number;
  readonly webhookId: number;
  readonly storeId: number;
  readonly event: WebhookEvent;
  readonly record: Readonly<Record<string, string | number>>;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly triedSince: Date | null;
  readonly nextAt: Date;
  readonly answerCode: number | null;
  readonly reason: MessageOnWire | null;
  readonly createdAt: Date;
  readonly attemptedAt: Date | null;
}

const columns = sql`
  d.id, d.webhook_id as "webhookId", d.store_id as "storeId", d.event, d.record, d.state, d.attempts,
  d.tried_since as "triedSince", d.next_at as "nextAt", d.answer_code as "answerCode", d.reason, d.created_at as "createdAt",
  d.attempted_at as "attemptedAt"`;

/** A page of a webhook's deliveries since an instant, newest first. */
export async function readDeliveries(
  db: Handle,
  filter: { readonly webhookId: number; readonly state: DeliveryRow['state'] | null; readonly since: Date },
  page: { readonly offset: number; readonly perPage: number },
): Promise<{ deliveries: DeliveryRow[]; totalCount: number }> {
  const wanted = sql`
    from webhook_outbox d
    where d.webhook_id = ${filter.webhookId} and d.created_at >= ${filter.since}
      and (${filter.state}::text is null or d.state = ${filter.state})`;
  const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count ${wanted}`.execute(
    db,
  );
  const { rows: deliveries } = await sql<DeliveryRow>`
    select ${columns} ${wanted} order by d.id desc limit ${page.perPage} offset ${page.offset}`.execute(db);
  return { deliveries, totalCount: counted[0]?.count ?? 0 };
}

/** The oldest delivery of a webhook that is due; null where none is. */
export async function nextDue(db: Handle, webhookId: number, now: Date): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from webhook_outbox d
    where d.webhook_id = ${webhookId} and d.state = 'pending' and d.next_at <= ${now}
    order by d.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** When the next pending delivery of a webhook is due; null where none is pending. */
export async function nextDueAt(db: Handle, webhookId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_at) as at from webhook_outbox where webhook_id = ${webhookId} and state = 'pending'`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** Wakes the worker for a webhook at an instant. */
export async function wakeAt(db: Handle, webhookId: number, at: Date): Promise<void> {
  await sql`select ${wakingWebhookAt(webhookId, at)}`.execute(db);
}

/** Records an attempt of a delivery that still waits for its outcome. */
export async function recordAttempt(
  tx: Tx,
  id: number,
  attempt: {
    readonly state: DeliveryRow['state'];
    readonly answerCode: number | null;
    readonly reason: Message | null;
    readonly at: Date;
    readonly nextAt: Date;
  },
): Promise<void> {
  await sql`
    update webhook_outbox set state = ${attempt.state}, attempts = attempts + 1, answer_code = ${attempt.answerCode},
      reason = ${attempt.reason === null ? null : JSON.stringify(attempt.reason)}::jsonb, attempted_at = ${attempt.at},
      tried_since = coalesce(tried_since, ${attempt.at}), next_at = ${attempt.nextAt}
    where id = ${id} and state = 'pending'`.execute(tx);
}

/** Gives up what waits for a webhook. */
export async function failPending(tx: Tx, webhookId: number, reason: Message): Promise<void> {
  await sql`
    update webhook_outbox set state = 'failed', reason = coalesce(reason, ${JSON.stringify(reason)}::jsonb)
    where webhook_id = ${webhookId} and state = 'pending'`.execute(tx);
}

/** Makes a delivery wait again, with all its attempts before it; null where the webhook has none such. */
export async function askAgain(tx: Tx, webhookId: number, id: number, at: Date): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`
    update webhook_outbox d set state = 'pending', tried_since = null, next_at = ${at}
    where d.id = ${id} and d.webhook_id = ${webhookId} returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** Deletes deliveries that were made before an instant. */
export async function deleteDeliveriesBefore(db: Handle, before: Date): Promise<void> {
  await sql`delete from webhook_outbox where created_at < ${before}`.execute(db);
}
