import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { invalid, notFound, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { notify, resolveNotifications } from '../journal/notify.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { subscriptionEnded } from './payment-notifications.rules.ts';
import { isGone, paymentProvider, requireProvider } from './payment-provider.ts';
import { findPaidStore, lockPaidStore, setSubscription } from './subscriptions.queries.ts';

/**
 * Ends a store's subscription at the provider, then here. Merged listings stay merged. Repeated after a lost reply it finds the
 * subscription gone and records that.
 * @throws Refusal 422 where there is none, or where the provider would not end it
 */
export async function endSubscription(ctx: Context, actor: Actor, storeId: number): Promise<void> {
  const provider = requireProvider(ctx);
  const store = await findPaidStore(ctx.db, storeId);
  if (store === null) throw notFound('store');
  const { subscriptionId } = store;
  if (subscriptionId === null) throw invalid('store', message('billing.no_subscription'));
  try {
    await cancel(provider, subscriptionId);
  } catch (error) {
    ctx.log.warn({ err: error, store: storeId }, 'The payment provider did not end a subscription.');
    throw invalid('store', message('billing.subscription_not_ended'));
  }
  await clearSubscription(ctx, storeId, subscriptionId, actor.userId);
}

/** Ends the subscription of a deleted store; retried until the provider has ended it. */
export async function endForDeletedStore(ctx: Context, storeId: number): Promise<void> {
  const store = await findPaidStore(ctx.db, storeId);
  if (store === null || store.subscriptionId === null || ctx.payments === null) return;
  await cancel(paymentProvider(ctx, ctx.payments), store.subscriptionId);
  await clearSubscription(ctx, storeId, store.subscriptionId, null);
}

async function cancel(provider: ReturnType<typeof paymentProvider>, subscriptionId: string): Promise<void> {
  try {
    await provider.subscriptions.cancel(subscriptionId);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Records the end of a subscription, unless the store has another one. */
export async function clearSubscription(
  ctx: Context,
  storeId: number,
  subscriptionId: string,
  userId: number | null,
): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const store = await lockPaidStore(tx, storeId);
    if (store?.subscriptionId !== subscriptionId) return;
    await setSubscription(tx, storeId, null, at);
    await resolveNotifications(tx, { storeId, kinds: ['payment_late'], subjectId: 0, at });
    // Members are notified only of an end by the provider.
    if (userId === null && !store.isDeleted) await notify(tx, subscriptionEnded(storeId, at));
    await recordActivity(tx, {
      storeId,
      key: 'store.end_subscription',
      actor: userId === null ? { type: 'System', id: null } : { type: 'User', id: userId },
      recipient: null,
      before: { console_subscription_tier: store.subscriptionTier },
      after: { console_subscription_tier: null },
      at,
    });
    await announce(tx, storeId, 'store', []);
  });
}
