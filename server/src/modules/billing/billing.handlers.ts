import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import {
  chargeMonthJob,
  chargeMonthsJob,
  countMergedJob,
  endForDeletedJob,
  followPaymentJob,
  purgePaymentEventsJob,
} from './billing.jobs.ts';
import { chargeMonth, chargeMonths } from './charge-months.ts';
import { countMergedListings } from './count-merged-listings.ts';
import { endForDeletedStore } from './end-subscription.ts';
import { followPayment } from './follow-payment.ts';
import { purgePaymentEvents } from './purge-payment-events.ts';

export const billingJobs: readonly BoundJob[] = [
  bind(countMergedJob, countMergedListings),
  bind(followPaymentJob, (ctx, { subscriptionId }) => followPayment(ctx, subscriptionId)),
  bind(purgePaymentEventsJob, purgePaymentEvents),
  bind(chargeMonthsJob, chargeMonths),
  bind(chargeMonthJob, (ctx, { infoId }) => chargeMonth(ctx, infoId)),
  bind(endForDeletedJob, (ctx, { storeId }) => endForDeletedStore(ctx, storeId)),
];

export const billingSubscriptions: readonly Subscription[] = [
  enqueueOn('store.deleted', endForDeletedJob, ({ storeId }) => ({ storeId })),
];
