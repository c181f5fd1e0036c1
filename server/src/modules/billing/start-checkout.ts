import { paymentParameter, pricing, type PaymentOutcome } from '@evenstock/contract/billing/billing';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid, notFound, type Actor } from '../../api/routing.ts';
import { requireProvider } from './payment-provider.ts';
import { findPaidStore } from './subscriptions.queries.ts';

/** The price of the subscription itself is 0: months are added to its bills. */
const MONTHLY_BASE = 0;

/**
 * Begins a subscription at the payment provider, whose page asks for the card. The provider's event confirms it, not the
 * returning browser.
 * @returns the address of that page
 * @throws Refusal 422 where billing is off, or the store has a subscription
 */
export async function startCheckout(
  ctx: Context,
  actor: Actor,
  storeId: number,
  returnPath: string,
): Promise<string> {
  const provider = requireProvider(ctx);
  const store = await findPaidStore(ctx.db, storeId);
  if (store === null) throw notFound('store');
  if (store.subscriptionId !== null) throw invalid('store', message('billing.has_payment_method'));
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
