import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Counts the merged listings of each store whose day begins; days begin by the zones of the stores. */
export const countMergedJob = job({
  name: 'billing.count_merged_listings',
  payload: z.object({}),
  maxAttempts: 5,
  cron: '7 * * * *',
});

/** Reads the subscription of a payment provider's event. */
export const followPaymentJob = job({
  name: 'billing.follow_payment',
  payload: z.object({ subscriptionId: z.string() }),
  maxAttempts: 25,
});

/** Purges, once a day, old events of the payment provider. */
export const purgePaymentEventsJob = job({
  name: 'billing.purge_payment_events',
  payload: z.object({}),
  maxAttempts: 5,
  cron: '27 4 * * *',
});

/** Ends the subscription of a deleted store. */
export const endForDeletedJob = job({
  name: 'billing.end_subscription',
  payload: z.object({ storeId: z.number().int() }),
  maxAttempts: 25,
});

/** Queues the billing of each subscription with a month that is over and not billed. */
export const chargeMonthsJob = job({
  name: 'billing.charge_months',
  payload: z.object({}),
  maxAttempts: 5,
  cron: '37 * * * *',
});

/** Bills the months of a subscription that are over, and the part of a month in which it ended. */
export const chargeSubscriptionJob = job({
  name: 'billing.charge_subscription',
  payload: z.object({ subscriptionId: z.string() }),
  maxAttempts: 25,
});
