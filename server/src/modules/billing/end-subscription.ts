import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { invalid, notFound, type Actor } from '../../api/routing.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { notify, resolveNotifications } from '../journal/notify.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { chargeSubscriptionJob } from './billing.jobs.ts';
import { subscriptionEnded } from './payment-notifications.rules.ts';
import { endOf, isGone, paymentProvider, requireProvider } from './payment-provider.ts';
import { chargeUntilEnd } from './record-charges.ts';
import { findPaidStore, lockPaidStore, setSubscription } from './subscriptions.queries.ts';

/** Notifications that are resolved with the end of the subscription. */
const overWithIt = ['payment_late', 'card_of_former_owner'] as const;

/**
 * Ends a store's subscription at the provider, then here, and bills the part of the month. Merged listings stay merged. Repeated after a lost reply it finds the
 * subscription gone and records that.
 * @throws Refusal 422 where there is none, or where the provider would not end it
 */
export async function endSubscription(ctx: Context, actor: Actor, storeId: number): Promise<void> {
  const provider = requireProvider(ctx);
  const store = await findPaidStore(ctx.db, storeId);
  if (store === null) throw notFound('store');
  const { subscriptionId } = store;
  if (subscriptionId === null) throw invalid('store', message('billing.no_subscription'));
  const endedAt = await cancel(provider, subscriptionId).catch((error: unknown) => {
    ctx.log.warn({ err: error, store: storeId }, 'The payment provider did not end a subscription.');
    throw invalid('store', message('billing.subscription_not_ended'));
  });
  await clearSubscription(ctx, storeId, { id: subscriptionId, endedAt }, actor.userId);
}

/** Ends the subscription of a deleted store; retried until the provider has ended it. */
export async function endForDeletedStore(ctx: Context, storeId: number): Promise<void> {
  const store = await findPaidStore(ctx.db, storeId);
  if (store === null || store.subscriptionId === null || ctx.payments === null) return;
  const endedAt = await cancel(paymentProvider(ctx, ctx.payments), store.subscriptionId);
  await clearSubscription(ctx, storeId, { id: store.subscriptionId, endedAt }, null);
}

/** @returns when it ended, by the provider; null for one that was gone already */
async function cancel(
  provider: ReturnType<typeof paymentProvider>,
  subscriptionId: string,
): Promise<Date | null> {
  try {
    return endOf(await provider.subscriptions.cancel(subscriptionId));
  } catch (error) {
    if (!isGone(error)) throw error;
    return null;
  }
}

/**
 * Records the end of a subscription with what its last months cost, unless the store has another one, and has them billed.
 * `endedAt` is its end by the provider; null: now.
 */
export async function clearSubscription(
  ctx: Context,
  storeId: number,
  { id, endedAt }: { readonly id: string; readonly endedAt: Date | null },
  userId: number | null,
): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const store = await lockPaidStore(tx, storeId);
    if (store?.subscriptionId !== id) return;
    await setSubscription(tx, storeId, null, at);
    await chargeUntilEnd(tx, { id, storeId }, endedAt ?? at, at);
    await enqueue(tx, chargeSubscriptionJob, { subscriptionId: id }, { key: `charge:${id}` });
    await resolveNotifications(tx, { storeId, kinds: overWithIt, subjectId: 0, at });
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
