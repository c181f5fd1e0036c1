import { message } from '@evenstock/contract/messages/message';
import { mostWebhooks, type Webhook, type WebhookEvent } from '@evenstock/contract/webhooks/webhooks';
import { invalid, notFound, type Actor } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { resolveNotifications } from '../journal/notify.ts';
import { recordActivity, recordChange } from '../journal/record-activity.ts';
import { failPending } from './deliveries.queries.ts';
import { presentWebhook } from './present-webhook.ts';
import { newWebhookSecret, webhookSecretPurpose } from './sign-delivery.ts';
import { faultOfUrl } from './check-webhook-url.ts';
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  lockWebhook,
  nextWebhookId,
  setWebhook,
} from './webhooks.queries.ts';

type Caller = Pick<Actor, 'userId'>;

/**
 * Adds a webhook to a store.
 * @returns the secret of its signatures, which is shown nowhere else
 * @throws Refusal 422 for a URL that is not public, or a store with too many
 */
export async function createWebhook(
  ctx: Context,
  actor: Caller,
  storeId: number,
  wish: { readonly url: string; readonly events: readonly WebhookEvent[] },
): Promise<{ webhook: Webhook; secret: string }> {
  const fault = faultOfUrl(wish.url, ctx.settings.webhookHosts);
  if (fault !== null) throw invalid('url', fault);
  const secret = newWebhookSecret();
  const id = await inTransaction(ctx.db, async (tx) => {
    if ((await countWebhooks(tx, storeId)) >= mostWebhooks) {
      throw invalid('webhook', message('webhooks.too_many', { count: mostWebhooks }));
    }
    const at = ctx.clock.now();
    const newId = await nextWebhookId(tx);
    await insertWebhook(tx, {
      id: newId,
      storeId,
      url: new URL(wish.url).href,
      events: [...new Set(wish.events)],
      secretSealed: ctx.encryption.seal(secret, webhookSecretPurpose(storeId, newId)),
      at,
    });
    await recordActivity(tx, {
      storeId,
      key: 'webhook.create',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Webhook', id: newId },
      extras: { events: wish.events.join(', ') },
      at,
    });
    return newId;
  });
  return { webhook: await showWebhook(ctx, storeId, id), secret };
}

/** @throws Refusal 404 */
async function showWebhook(ctx: Context, storeId: number, id: number): Promise<Webhook> {
  const row = await findWebhook(ctx.db, storeId, id);
  if (row === null) throw notFound('webhook');
  return presentWebhook(row);
}

/**
 * Changes the events of a webhook, or switches it on or off. What still waits when it is switched off is not sent.
 * @throws Refusal 404
 */
export async function updateWebhook(
  ctx: Context,
  actor: Caller,
  place: { readonly storeId: number; readonly id: number },
  wish: {
    readonly events?: readonly WebhookEvent[] | undefined;
    readonly state?: 'on' | 'off' | undefined;
  },
): Promise<Webhook> {
  const { storeId, id } = place;
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockWebhook(tx, storeId, id);
    if (before === null) throw notFound('webhook');
    const at = ctx.clock.now();
    const events = wish.events === undefined ? before.events : [...new Set(wish.events)];
    const state = wish.state ?? before.state;
    const isChanged = await recordChange(tx, {
      storeId,
      key: 'webhook.update',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Webhook', id },
      before: { events: before.events.join(', '), state: before.state },
      after: { events: events.join(', '), state },
      at,
    });
    if (!isChanged) return;
    await setWebhook(tx, id, { events, state, at });
    if (state === 'off') await failPending(tx, id, message('webhooks.was_switched_off'));
    await resolveNotifications(tx, { storeId, kinds: ['webhook_off'], subjectId: id, at });
  });
  return showWebhook(ctx, storeId, id);
}

/** Deletes a webhook with its deliveries. @throws Refusal 404 */
export function deleteWebhook(ctx: Context, actor: Caller, storeId: number, id: number): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockWebhook(tx, storeId, id);
    if (before === null || !(await deleteWebhookRow(tx, storeId, id))) throw notFound('webhook');
    const at = ctx.clock.now();
    await recordActivity(tx, {
      storeId,
      key: 'webhook.delete',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Webhook', id },
      before: { events: before.events.join(', '), state: before.state },
      after: { events: null, state: null },
      at,
    });
    await resolveNotifications(tx, { storeId, kinds: ['webhook_off'], subjectId: id, at });
  });
}
