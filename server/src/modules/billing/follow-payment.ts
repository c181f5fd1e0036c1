import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { notify, resolveNotifications } from '../journal/notify.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { clearSubscription } from './end-subscription.ts';
import { paymentLate } from './payment-news.rules.ts';
import { isGone, paymentProvider } from './payment-provider.ts';
import { holdPaidStore, setSubscription } from './subscriptions.queries.ts';

/** The one way of paying that there is, unless the console says otherwise. */
const STANDARD_TIER = 'standard';
/** States in which the provider goes on billing; a payment that is late is being asked for again. */
const livingStates: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

/**
 * Makes a store's record say what the provider says of a subscription now. Notices come twice and out of order: what they
 * told is not believed, the subscription is read.
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
  if (!livingStates.has(subscription.status)) {
    await clearSubscription(ctx, storeId, subscriptionId, null);
    return;
  }
  const tier = subscription.metadata['tier'] ?? STANDARD_TIER;
  const isLate = subscription.status === 'past_due';
  const isTaken = await takeSubscription(ctx, storeId, { id: subscriptionId, tier, isLate });
  // A second one, or one of a store that is gone: nobody must pay for it.
  if (!isTaken) await provider.subscriptions.cancel(subscriptionId);
}

/** @returns false where the store is gone, or pays by another subscription already */
async function takeSubscription(
  ctx: Context,
  storeId: number,
  { id, tier, isLate }: { readonly id: string; readonly tier: string; readonly isLate: boolean },
): Promise<boolean> {
  const at = ctx.clock.now();
  return inTransaction(ctx.db, async (tx) => {
    const store = await holdPaidStore(tx, storeId);
    if (store === null || store.isDeleted) return false;
    if (store.subscriptionId !== null && store.subscriptionId !== id) return false;
    const over = isLate
      ? (['subscription_ended'] as const)
      : (['subscription_ended', 'payment_late'] as const);
    await resolveNotifications(tx, { storeId, kinds: over, subjectId: 0, at });
    if (isLate) await notify(tx, paymentLate(storeId, at));
    if (store.subscriptionId === id) return true;
    await setSubscription(tx, storeId, { id, tier }, at);
    await recordActivity(tx, {
      storeId,
      key: 'store.start_subscription',
      actor: { type: 'System', id: null },
      recipient: null,
      at,
    });
    await announce(tx, storeId, 'store', []);
    return true;
  });
}
