import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { notify, resolveNotifications } from '../journal/notify.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { clearSubscription } from './end-subscription.ts';
import { paymentLate } from './payment-notifications.rules.ts';
import { endOf, isGone, isLiving, paymentProvider } from './payment-provider.ts';
import { keepSubscription, lockPaidStore, setSubscription } from './subscriptions.queries.ts';

/** The payment method unless the console names another. */
const STANDARD_TIER = 'standard';

/**
 * Records the provider's current state of a subscription. Events arrive twice and out of order, so the subscription is read and
 * the event's own data ignored.
 */
export async function followPayment(ctx: Context, subscriptionId: string): Promise<void> {
  if (ctx.payments === null) return;
  const provider = paymentProvider(ctx, ctx.payments);
  const subscription = await provider.subscriptions.retrieve(subscriptionId).catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  const storeId = Number(subscription?.metadata['store_id']);
  if (subscription === null || !Number.isSafeInteger(storeId) || storeId <= 0) return;
  if (!isLiving(subscription)) {
    await clearSubscription(ctx, storeId, { id: subscriptionId, endedAt: endOf(subscription) }, null);
    return;
  }
  const tier = subscription.metadata['tier'] ?? STANDARD_TIER;
  const isLate = subscription.status === 'past_due';
  const beganAt = new Date(subscription.start_date * 1000);
  const isTaken = await takeSubscription(ctx, storeId, { id: subscriptionId, tier, isLate, beganAt });
  // A second subscription, or one of a deleted store, is ended at once.
  if (!isTaken) await provider.subscriptions.cancel(subscriptionId);
}

interface TakenSubscription {
  readonly id: string;
  readonly tier: string;
  readonly isLate: boolean;
  readonly beganAt: Date;
}

/** @returns false where the store is deleted or has another subscription */
async function takeSubscription(
  ctx: Context,
  storeId: number,
  { id, tier, isLate, beganAt }: TakenSubscription,
): Promise<boolean> {
  const at = ctx.clock.now();
  return inTransaction(ctx.db, async (tx) => {
    const store = await lockPaidStore(tx, storeId);
    if (store === null || store.isDeleted) return false;
    if (store.subscriptionId !== null && store.subscriptionId !== id) return false;
    const over = isLate
      ? (['subscription_ended'] as const)
      : (['subscription_ended', 'payment_late'] as const);
    await resolveNotifications(tx, { storeId, kinds: over, subjectId: 0, at });
    if (isLate) await notify(tx, paymentLate(storeId, at));
    if (store.subscriptionId === id) return true;
    await setSubscription(tx, storeId, { id, tier }, at);
    await keepSubscription(tx, { id, storeId, beganAt });
    await recordActivity(tx, {
      storeId,
      key: 'store.start_subscription',
      actor: { type: 'System', id: null },
      recipient: null,
      before: { console_subscription_tier: store.subscriptionTier },
      after: { console_subscription_tier: tier },
      at,
    });
    await announce(tx, storeId, 'store', []);
    return true;
  });
}
