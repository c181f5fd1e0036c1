import { pricing } from '@evenstock/contract/billing';
import type Stripe from 'stripe';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { chargeMonthJob } from './billing.jobs.ts';
import { estimatedMonthlyCost } from './billing.rules.ts';
import { findUncharged, markCharged, monthsToCharge } from './charges.queries.ts';
import { paymentProvider } from './payment-provider.ts';

/** The page size of reading a bill's items. */
const ITEMS_AT_ONCE = 100;

/** Queues a charge for each month that is over. */
export async function chargeMonths(ctx: Context): Promise<void> {
  if (ctx.payments === null) return;
  for (const infoId of await monthsToCharge(ctx.db, ctx.clock.now()))
    await enqueue(ctx.db, chargeMonthJob, { infoId }, { key: `charge-month:${String(infoId)}` });
}

/**
 * Adds one month to the store's next bill, once. An item whose reply was lost is searched for first, and an idempotency key keeps
 * concurrent attempts from adding two.
 */
export async function chargeMonth(ctx: Context, infoId: number): Promise<void> {
  const month = await findUncharged(ctx.db, infoId);
  if (month === null || month.subscriptionId === null || ctx.payments === null) return;
  const provider = paymentProvider(ctx, ctx.payments);
  const { customer } = await provider.subscriptions.retrieve(month.subscriptionId);
  const customerId = typeof customer === 'string' ? customer : customer.id;
  const name = String(infoId);
  const item =
    (await findItem(provider, customerId, name)) ??
    (await provider.invoiceItems.create(
      {
        customer: customerId,
        subscription: month.subscriptionId,
        amount: estimatedMonthlyCost(month.averageHundredths),
        currency: pricing.currency.toLowerCase(),
        description: `${month.storeName}, ${String(month.year)}-${String(month.month).padStart(2, '0')}: ${(month.averageHundredths / 100).toFixed(2)} merged listings on average`,
        metadata: { month_info_id: name },
      },
      { idempotencyKey: `month-${name}` },
    ));
  await markCharged(ctx.db, infoId, item.id, ctx.clock.now());
}

async function findItem(
  provider: Stripe,
  customer: string,
  infoId: string,
): Promise<{ readonly id: string } | null> {
  for await (const item of provider.invoiceItems.list({ customer, limit: ITEMS_AT_ONCE })) {
    if (item.metadata?.['month_info_id'] === infoId) return item;
  }
  return null;
}
