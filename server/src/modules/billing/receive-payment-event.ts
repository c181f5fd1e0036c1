import type { Context } from '../../context.ts';
import type { IncomingNotice } from '../../api/http-notices.ts';
import { enqueue } from '../../platform/jobs.ts';
import { Refusal } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { followPaymentJob } from './billing.jobs.ts';
import { insertPaymentEvent } from './payment-events.queries.ts';
import { paymentProvider } from './payment-provider.ts';

/** The last part of the address that the provider was told to call: `/webhooks/payments`. */
export const paymentsChannel = 'payments';
/** A notice older than this may be one that somebody kept and sends again. */
const TOLERANCE_SECONDS = 300;

/**
 * Takes in what the payment provider tells of: verified over its very bytes, stored once, and only then answered. It is a
 * hint: a job reads the subscription again.
 * @throws Refusal 404 where nothing is paid for, 401 for a notice that is forged or too old
 */
export async function receivePaymentEvent(
  ctx: Context,
  { headers, rawBody }: IncomingNotice,
): Promise<{ status: number; body: string }> {
  if (ctx.payments === null) throw new Refusal(404, 'This address does not exist.');
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
    throw new Refusal(401, 'The notice is not signed by the payment provider.');
  }
}

/** The subscription that an event is about; null for events that change nothing here. */
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
