import { message } from '@evenstock/contract/messages/message';
import type { WebhookBody } from '@evenstock/contract/webhooks/webhooks';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { postGuarded, type PostOutcome } from '../../platform/network/guarded-post.ts';
import { after } from '../../platform/time/time-spans.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { notify } from '../journal/notify.ts';
import { recordActivity } from '../journal/record-activity.ts';
import {
  failPending,
  nextDue,
  nextDueAt,
  recordAttempt,
  wakeAt,
  type DeliveryRow,
} from './deliveries.queries.ts';
import { signatureOf, webhookSecretPurpose } from './sign-delivery.ts';
import { ANSWER_MS, backoff, isGivenUp, reasonOf } from './webhook.rules.ts';
import {
  findSending,
  lockSending,
  noteAnswered,
  noteSilence,
  noteTaken,
  setWebhook,
  type SendingWebhook,
} from './webhooks.queries.ts';

/** Time slice of one webhook in milliseconds, so that others get the worker too. */
const TIME_SLICE_MS = 20_000;

/**
 * Sends the due deliveries of a webhook, oldest first. A refused delivery waits without delaying the others; if the receiver does
 * not answer, all of them wait. A worker that is killed before it records an attempt leaves the delivery to the next, which sends
 * it again.
 */
export async function deliverWebhook(ctx: Context, webhookId: number): Promise<void> {
  const sliceEnds = ctx.clock.now().getTime() + TIME_SLICE_MS;
  for (;;) {
    const now = ctx.clock.now();
    const webhook = await findSending(ctx.db, webhookId);
    if (webhook === null) return;
    const isPaused = webhook.pausedUntil !== null && webhook.pausedUntil > now;
    const delivery = isPaused ? null : await nextDue(ctx.db, webhookId, now);
    if (delivery === null || now.getTime() > sliceEnds) {
      await comeBack(ctx, webhook, now);
      return;
    }
    const outcome = await send(ctx, webhook, delivery);
    await inTransaction(ctx.db, (tx) => recordOutcome(tx, ctx, delivery, outcome));
  }
}

/** Wakes the worker when the next delivery is due, and the receiver is tried again. */
async function comeBack(ctx: Context, webhook: SendingWebhook, now: Date): Promise<void> {
  const due = await nextDueAt(ctx.db, webhook.id);
  if (due === null) return;
  await wakeAt(ctx.db, webhook.id, latest(due, webhook.pausedUntil ?? due, now));
}

const latest = (...instants: readonly Date[]): Date =>
  new Date(Math.max(...instants.map((instant) => instant.getTime())));

/** The body of a delivery. */
function bodyOf({ id, event, storeId, record, createdAt }: DeliveryRow): string {
  const { product_id: productId, marketplace_id: marketplaceId, reference_number: number } = record;
  const body: WebhookBody = {
    id,
    event,
    version: id,
    occurred_at: createdAt.toISOString(),
    store_id: storeId,
    ...(event === 'order.changed'
      ? {
          order: {
            id: Number(record['id']),
            reference_number: String(number),
            marketplace_id: Number(marketplaceId),
          },
        }
      : { variant: { id: Number(record['id']), product_id: Number(productId) } }),
  };
  return JSON.stringify(body);
}

function send(ctx: Context, webhook: SendingWebhook, delivery: DeliveryRow): Promise<PostOutcome> {
  const body = bodyOf(delivery);
  const secret = ctx.encryption.open(webhook.secretSealed, webhookSecretPurpose(webhook.storeId, webhook.id));
  return postGuarded({
    url: new URL(webhook.url),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Evenstock-Webhooks/1',
      'evenstock-delivery': String(delivery.id),
      'evenstock-event': delivery.event,
      'evenstock-signature': signatureOf(secret, body, ctx.clock.now()),
    },
    body,
    timeoutMs: ANSWER_MS,
    allowedHosts: ctx.settings.webhookHosts,
  });
}

async function recordOutcome(
  tx: Tx,
  ctx: Context,
  delivery: DeliveryRow,
  outcome: PostOutcome,
): Promise<void> {
  const webhook = await lockSending(tx, delivery.webhookId);
  if (webhook === null) return;
  const at = ctx.clock.now();
  const reason = reasonOf(outcome);
  const attempt = { answerCode: outcome.status, reason, at };
  if (reason === null) {
    await recordAttempt(tx, delivery.id, { ...attempt, state: 'delivered', nextAt: at });
    await noteTaken(tx, webhook.id, at);
    return;
  }
  const since = delivery.triedSince ?? at;
  const hasEnded = isGivenUp(since, at);
  const state = hasEnded ? 'failed' : 'pending';
  await recordAttempt(tx, delivery.id, {
    ...attempt,
    state,
    nextAt: after(at, backoff(delivery.attempts + 1)),
  });
  if (outcome.fault === null) await noteAnswered(tx, webhook.id);
  else await noteSilence(tx, webhook.id, at, after(at, backoff(webhook.silences + 1)));
  // A receiver that takes the others is not switched off for the one that it does not take.
  const tookOthers = webhook.lastDeliveredAt !== null && webhook.lastDeliveredAt >= since;
  if (hasEnded && !tookOthers) await switchOff(tx, webhook, at);
}

async function switchOff(tx: Tx, webhook: SendingWebhook, at: Date): Promise<void> {
  const { id, storeId, url, events } = webhook;
  await setWebhook(tx, id, { events, state: 'off', at });
  await failPending(tx, id, message('webhooks.was_switched_off'));
  await recordActivity(tx, {
    storeId,
    key: 'webhook.switch_off',
    actor: { type: 'System', id: null },
    recipient: { type: 'Webhook', id },
    before: { state: 'on' },
    after: { state: 'off' },
    at,
  });
  await notify(tx, {
    storeId,
    kind: 'webhook_off',
    subjectId: id,
    userId: null,
    title: message('webhooks.went_off', { host: new URL(url).host }),
    paragraphs: [message('webhooks.no_answer_for_a_day'), message('webhooks.switch_on_again')],
    place: `/webhooks/${String(id)}`,
    at,
  });
}
