import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Counts the merged listings of each store that begins a day: zones begin theirs at different hours. */
export const countMergedJob = job({
  name: 'count-merged-listings',
  payload: z.object({}),
  maxAttempts: 5,
  cron: '7 * * * *',
});

/** Reads again the subscription that the payment provider told of. */
export const followPaymentJob = job({
  name: 'follow-payment',
  payload: z.object({ subscriptionId: z.string() }),
  maxAttempts: 25,
});

/** Once a day: what the payment provider told of long ago is removed. */
export const forgetPaymentEventsJob = job({
  name: 'forget-payment-events',
  payload: z.object({}),
  maxAttempts: 5,
  cron: '27 4 * * *',
});

/** Ends the subscription of a store that was deleted. */
export const endForDeletedJob = job({
  name: 'end-subscription-of-deleted-store',
  payload: z.object({ storeId: z.number().int() }),
  maxAttempts: 25,
});

/** Looks for months that are over and on no bill yet. */
export const chargeMonthsJob = job({
  name: 'charge-months',
  payload: z.object({}),
  maxAttempts: 5,
  cron: '37 * * * *',
});

/** Puts one month on its store's next bill. */
export const chargeMonthJob = job({
  name: 'charge-month',
  payload: z.object({ infoId: z.number().int() }),
  maxAttempts: 25,
});
