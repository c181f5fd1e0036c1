import { pricing } from '@evenstock/contract/billing/billing';
import type Stripe from 'stripe';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { chargeSubscriptionJob } from './billing.jobs.ts';
import { listUnbilled, markBilled, subscriptionsToCharge, type UnbilledCharge } from './charges.queries.ts';
import { clearSubscription } from './end-subscription.ts';
import { endOf, isLiving, paymentProvider } from './payment-provider.ts';
import { chargeMonthsOver } from './record-charges.ts';
import { findSubscribedStore } from './subscriptions.queries.ts';

/** The page size of reading a bill's items. */
const ITEMS_AT_ONCE = 100;

/** Queues the billing of each subscription with a month that is over. */
export async function chargeMonths(ctx: Context): Promise<void> {
  if (ctx.payments === null) return;
  for (const subscriptionId of await subscriptionsToCharge(ctx.db, ctx.clock.now()))
    await enqueue(ctx.db, chargeSubscriptionJob, { subscriptionId }, { key: `charge:${subscriptionId}` });
}

/**
 * Bills the past months of a subscription: on its next bill, or at once on a last bill if it has ended. The provider is asked
 * first, so that nothing is charged for the time after an end that it did not report.
 */
export async function chargeSubscription(ctx: Context, subscriptionId: string): Promise<void> {
  const storeId = await findSubscribedStore(ctx.db, subscriptionId);
  if (storeId === null || ctx.payments === null) return;
  const provider = paymentProvider(ctx, ctx.payments);
  const subscription = await provider.subscriptions.retrieve(subscriptionId);
  const isAlive = isLiving(subscription);
  if (isAlive) {
    const at = ctx.clock.now();
    await inTransaction(ctx.db, (tx) => chargeMonthsOver(tx, { id: subscriptionId, storeId }, at));
  } else await clearSubscription(ctx, storeId, { id: subscriptionId, endedAt: endOf(subscription) }, null);
  for (const charge of await listUnbilled(ctx.db, subscriptionId))
    await addToBill(ctx, provider, subscription, charge);
  if (!isAlive) await issueLastBill(provider, subscription);
}

/**
 * Adds one charge to the bills of a subscription's customer, once. An item whose reply was lost is searched for first, and an
 * idempotency key keeps concurrent attempts from adding two.
 */
async function addToBill(
  ctx: Context,
  provider: Stripe,
  subscription: Stripe.Subscription,
  charge: UnbilledCharge,
): Promise<void> {
  const { id: subscriptionId } = subscription;
  const infoId = String(charge.infoId);
  const month = `${String(charge.year)}-${String(charge.month).padStart(2, '0')}`;
  const item =
    (await findItem(provider, subscription, infoId)) ??
    (await provider.invoiceItems.create(
      {
        customer: customerOf(subscription),
        // The provider takes no item for a subscription that has ended.
        ...(isLiving(subscription) ? { subscription: subscriptionId } : {}),
        amount: charge.amount,
        currency: pricing.currency.toLowerCase(),
        description: `${charge.storeName}, ${month}: ${(charge.averageHundredths / 100).toFixed(2)} merged listings on average`,
        metadata: { month_info_id: infoId, subscription_id: subscriptionId },
      },
      { idempotencyKey: `month-${infoId}-${subscriptionId}` },
    ));
  await markBilled(ctx.db, { subscriptionId, infoId: charge.infoId, itemId: item.id }, ctx.clock.now());
}

async function findItem(
  provider: Stripe,
  subscription: Stripe.Subscription,
  infoId: string,
): Promise<{ readonly id: string } | null> {
  const customer = customerOf(subscription);
  for await (const { id, metadata } of provider.invoiceItems.list({ customer, limit: ITEMS_AT_ONCE })) {
    // Older items carry the month alone.
    const about = metadata?.['subscription_id'] ?? subscription.id;
    if (metadata?.['month_info_id'] === infoId && about === subscription.id) return { id };
  }
  return null;
}

/** Issues a last bill with what the customer owes: no bill follows the end of a subscription otherwise. */
async function issueLastBill(provider: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const customer = customerOf(subscription);
  const { data } = await provider.invoiceItems.list({ customer, pending: true, limit: 1 });
  const [newest] = data;
  if (newest === undefined) return;
  const card = subscription.default_payment_method;
  await provider.invoices.create(
    {
      customer,
      auto_advance: true,
      collection_method: 'charge_automatically',
      pending_invoice_items_behavior: 'include',
      ...(card === null ? {} : { default_payment_method: typeof card === 'string' ? card : card.id }),
      metadata: { subscription_id: subscription.id },
    },
    { idempotencyKey: `last-bill-${newest.id}` },
  );
}

function customerOf({ customer }: Stripe.Subscription): string {
  return typeof customer === 'string' ? customer : customer.id;
}
