import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import {
  chargeMonthsJob,
  chargeSubscriptionJob,
  countMergedJob,
  endForDeletedJob,
  followPaymentJob,
  purgePaymentEventsJob,
} from './billing.jobs.ts';
import { chargeMonths, chargeSubscription } from './charge-months.ts';
import { countMergedListings } from './count-merged-listings.ts';
import { endForDeletedStore } from './end-subscription.ts';
import { followPayment } from './follow-payment.ts';
import { purgePaymentEvents } from './purge-payment-events.ts';

export const billingJobs: readonly BoundJob[] = [
  bind(countMergedJob, countMergedListings),
  bind(followPaymentJob, (ctx, { subscriptionId }) => followPayment(ctx, subscriptionId)),
  bind(purgePaymentEventsJob, purgePaymentEvents),
  bind(chargeMonthsJob, chargeMonths),
  bind(chargeSubscriptionJob, (ctx, { subscriptionId }) => chargeSubscription(ctx, subscriptionId)),
  bind(endForDeletedJob, (ctx, { storeId }) => endForDeletedStore(ctx, storeId)),
];

export const billingSubscriptions: readonly Subscription[] = [
  enqueueOn('store.deleted', endForDeletedJob, ({ storeId }) => ({ storeId })),
];
