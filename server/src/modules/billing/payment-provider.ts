import Stripe from 'stripe';
import type { Context, PaymentKeys } from '../../context.ts';
import { Refusal } from '../../api/routing.ts';

/** A call to the payment provider is given up after this long. */
const TIMEOUT_MS = 15_000;

/** The installation's client of the payment provider, by the address that is set. */
export function paymentProvider(ctx: Pick<Context, 'fetch'>, keys: PaymentKeys): Stripe {
  const at = new URL(keys.url);
  return new Stripe(keys.secretKey, {
    protocol: at.protocol === 'http:' ? 'http' : 'https',
    host: at.hostname,
    port: at.port === '' ? (at.protocol === 'http:' ? 80 : 443) : Number(at.port),
    httpClient: Stripe.createFetchHttpClient(ctx.fetch),
    // Jobs and people try again; a retry inside a request would hold it up.
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
  if (ctx.console === null || ctx.payments === null)
    throw new Refusal(422, noBilling, { store: [noBilling] });
  return paymentProvider(ctx, ctx.payments);
}

const noBilling = 'Nothing is paid for in this installation.';

/** The provider knows no such record: it is over and done with. */
export function isGone(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
