import { message } from '@evenstock/contract/messages/message';
import Stripe from 'stripe';
import type { Context, PaymentKeys } from '../../context.ts';
import { invalid } from '../../api/routing.ts';

/** The time-out of a call to the payment provider. */
const TIMEOUT_MS = 15_000;

/** The installation's client of the payment provider, by the address that is set. */
export function paymentProvider(ctx: Pick<Context, 'fetch'>, keys: PaymentKeys): Stripe {
  const at = new URL(keys.url);
  return new Stripe(keys.secretKey, {
    protocol: at.protocol === 'http:' ? 'http' : 'https',
    host: at.hostname,
    port: at.port === '' ? (at.protocol === 'http:' ? 80 : 443) : Number(at.port),
    httpClient: Stripe.createFetchHttpClient(ctx.fetch),
    // No retries inside of a request: jobs and people retry.
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });
}

/**
 * The client where billing is on.
 * @throws Refusal 422 in an installation that charges nothing
 */
export function requireProvider(ctx: Context): Stripe {
  if (ctx.console === null || ctx.payments === null) throw invalid('store', message('billing.not_charged'));
  return paymentProvider(ctx, ctx.payments);
}

/** The states in which the provider continues to bill; late payments are retried there. */
const livingStates: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

export function isLiving({ status }: Pick<Stripe.Subscription, 'status'>): boolean {
  return livingStates.has(status);
}

/** When a subscription ended, by the provider; null where the provider does not say. */
export function endOf({
  ended_at: ended,
  canceled_at: cancelled,
}: Pick<Stripe.Subscription, 'ended_at' | 'canceled_at'>): Date | null {
  const seconds = ended ?? cancelled;
  return seconds === null ? null : new Date(seconds * 1000);
}

/** Whether the provider does not have the record. */
export function isGone(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
