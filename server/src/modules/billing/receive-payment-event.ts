import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import type { IncomingNotice } from '../../api/http-notices.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { followPaymentJob } from './billing.jobs.ts';
import { insertPaymentEvent } from './payment-events.queries.ts';
import { paymentProvider } from './payment-provider.ts';

/** The last part of the webhook's address: `/webhooks/payments`. */
export const paymentsChannel = 'payments';
/** The oldest event that is accepted, against replays. */
const TOLERANCE_SECONDS = 300;

/**
 * Receives an event of the payment provider: verifies the signature of its bytes, stores it once, and answers after that. An
 * event is a hint, so a job reads the subscription.
 * @throws Refusal 404 where billing is off, 401 for an event that is forged or too old
 */
export async function receivePaymentEvent(
  ctx: Context,
  { headers, rawBody }: IncomingNotice,
): Promise<{ status: number; body: string }> {
  if (ctx.payments === null) throw new Refusal(404, message('api.address_unknown'));
  const event = verified(ctx, ctx.payments, headers['stripe-signature'] ?? '', rawBody);
  const about = subscriptionOf(event);
  await inTransaction(ctx.db, async (tx) => {
    const { id, type } = event;
    const isNew = await insertPaymentEvent(tx, { id, type, subscriptionId: about, at: ctx.clock.now() });
    if (!isNew || about === null) return;
    await enqueue(tx, followPaymentJob, { subscriptionId: about }, { queue: `payments:${about}` });
  });
  return { status: 200, body: 'ok' };
}

type Event = ReturnType<ReturnType<typeof paymentProvider>['webhooks']['constructEvent']>;

function verified(
  ctx: Context,
  keys: NonNullable<Context['payments']>,
  signature: string,
  rawBody: Uint8Array,
): Event {
  try {
    return paymentProvider(ctx, keys).webhooks.constructEvent(
      Buffer.from(rawBody),
      signature,
      keys.webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      ctx.clock.now().getTime(),
    );
  } catch {
    throw new Refusal(401, message('billing.notice_unsigned'));
  }
}

/** The subscription of an event; null for events that change nothing here. */
function subscriptionOf(event: Event): string | null {
  if (event.type === 'checkout.session.completed') {
    const { subscription } = event.data.object;
    return typeof subscription === 'string' ? subscription : (subscription?.id ?? null);
  }
  if (
    event.type === 'customer.subscription.created' ||
    event.type === 'customer.subscription.updated' ||
    event.type === 'customer.subscription.deleted'
  )
    return event.data.object.id;
  return null;
}
