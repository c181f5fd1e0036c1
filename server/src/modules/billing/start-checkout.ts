import { paymentParameter, pricing, type PaymentOutcome } from '@evenstock/contract/billing';
import type { Context } from '../../context.ts';
import { invalid, notFound, type Actor } from '../../api/routing.ts';
import { requireProvider } from './payment-provider.ts';
import { findPaidStore } from './subscriptions.queries.ts';

/** The subscription itself costs nothing: what a month came to is added to its next bill. */
const MONTHLY_BASE = 0;

/**
 * Begins a subscription with the payment provider, whose page asks for the card. That it was entered is told by the
 * provider's notice, never by the browser that comes back.
 * @returns the address of that page
 * @throws Refusal 422 where nothing is paid for, or the store has a subscription already
 */
export async function startCheckout(
  ctx: Context,
  actor: Actor,
  storeId: number,
  returnPath: string,
): Promise<string> {
  const provider = requireProvider(ctx);
  const store = await findPaidStore(ctx.db, storeId);
  if (store === null) throw notFound('The store');
  if (store.subscriptionId !== null) throw invalid('store', 'This store has a payment method already.');
  const back = (outcome: PaymentOutcome): string => {
    const address = new URL(`${ctx.settings.publicUrl}${returnPath}`);
    address.searchParams.set(paymentParameter, outcome);
    return address.href;
  };
  const about = { store_id: String(storeId) };
  const session = await provider.checkout.sessions.create({
    mode: 'subscription',
    payment_method_collection: 'always',
    customer_email: actor.email,
    client_reference_id: String(storeId),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: pricing.currency.toLowerCase(),
          unit_amount: MONTHLY_BASE,
          recurring: { interval: 'month' },
          product_data: { name: `Evenstock, ${store.name}` },
        },
      },
    ],
    metadata: about,
    subscription_data: { metadata: about },
    success_url: back('entered'),
    cancel_url: back('cancelled'),
  });
  if (session.url === null) throw new Error('The payment provider gave no address for its page.');
  return session.url;
}
