import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { invalid, notFound, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { notify, resolveNotifications } from '../journal/notify.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { subscriptionEnded } from './payment-news.rules.ts';
import { isGone, paymentProvider, requireProvider } from './payment-provider.ts';
import { findPaidStore, holdPaidStore, setSubscription } from './subscriptions.queries.ts';

/**
 * Ends a store's subscription: first with the provider, then here. Listings that are merged stay merged. Asked again after
 * an answer that was lost, it finds the subscription gone and clears what is left of it.
 * @throws Refusal 422 where there is none, or where the provider would not end it
 */
export async function endSubscription(ctx: Context, actor: Actor, storeId: number): Promise<void> {
  const provider = requireProvider(ctx);
  const store = await findPaidStore(ctx.db, storeId);
  if (store === null) throw notFound('The store');
  const { subscriptionId } = store;
  if (subscriptionId === null) throw invalid('store', 'This store has no subscription.');
  try {
    await cancel(provider, subscriptionId);
  } catch (error) {
    ctx.log.warn({ err: error, store: storeId }, 'a subscription could not be ended');
    throw invalid(
      'store',
      'The payment provider did not end the subscription. Try again, or end it in the console.',
    );
  }
  await clearSubscription(ctx, storeId, subscriptionId, actor.userId);
}

/** The subscription of a deleted store ends with it. Tried again until the provider has taken it. */
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

/** Notes that a subscription is over, unless the store has another one by now. */
export async function clearSubscription(
  ctx: Context,
  storeId: number,
  subscriptionId: string,
  userId: number | null,
): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const store = await holdPaidStore(tx, storeId);
    if (store?.subscriptionId !== subscriptionId) return;
    await setSubscription(tx, storeId, null, at);
    await resolveNotifications(tx, { storeId, kinds: ['payment_late'], subjectId: 0, at });
    // Whoever ended it knows; what the provider ended, nobody here does.
    if (userId === null && !store.isDeleted) await notify(tx, subscriptionEnded(storeId, at));
    await recordActivity(tx, {
      storeId,
      key: 'store.end_subscription',
      actor: userId === null ? { type: 'System', id: null } : { type: 'User', id: userId },
      recipient: null,
      at,
    });
    await announce(tx, storeId, 'store', []);
  });
}
