import { message } from '@evenstock/contract/messages/message';
import type { WebhookDelivery } from '@evenstock/contract/webhooks/webhooks';
import { invalid, notFound, type Actor } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { askAgain, wakeAt } from './deliveries.queries.ts';
import { presentDelivery } from './present-webhook.ts';
import { lockWebhook } from './webhooks.queries.ts';

/**
 * Sends a delivery again, with its id, so that a receiver that has seen it knows.
 * @throws Refusal 404, 422 while the webhook is off
 */
export function sendDeliveryAgain(
  ctx: Context,
  actor: Pick<Actor, 'userId'>,
  storeId: number,
  { webhookId, deliveryId }: { readonly webhookId: number; readonly deliveryId: number },
): Promise<WebhookDelivery> {
  return inTransaction(ctx.db, async (tx) => {
    const webhook = await lockWebhook(tx, storeId, webhookId);
    if (webhook === null) throw notFound('webhook');
    if (webhook.state === 'off') throw invalid('webhook', message('webhooks.switched_off_first'));
    const at = ctx.clock.now();
    const delivery = await askAgain(tx, webhookId, deliveryId, at);
    if (delivery === null) throw notFound('webhook_delivery');
    await recordActivity(tx, {
      storeId,
      key: 'webhook.send_again',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Webhook', id: webhookId },
      extras: { delivery_id: deliveryId },
      at,
    });
    await wakeAt(tx, webhookId, at);
    return presentDelivery(delivery);
  });
}
