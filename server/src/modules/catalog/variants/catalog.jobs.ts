import { z } from 'zod';
import { job } from '../../../platform/jobs/jobs.ts';

/** Reads all listings of a marketplace again, after a list that was short. */
export const sweepAgainJob = job({
  name: 'catalog.sweep_again',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int() }),
  maxAttempts: 3,
});

/** Asks a marketplace again about listings that it answered to be missing. */
export const askAboutMissingJob = job({
  name: 'catalog.ask_about_missing',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int() }),
  maxAttempts: 12,
});

/** Asks a marketplace about listings whose quantity it refuses, or that its answer lacked: they may not be there any more. */
export const askAboutDoubtfulJob = job({
  name: 'catalog.ask_about_doubtful',
  payload: z.object({
    storeId: z.number().int(),
    marketplaceId: z.number().int(),
    listingIds: z.array(z.number().int()),
  }),
  maxAttempts: 3,
});

/** Counts the sales of all listings. */
export const countAllSalesJob = job({
  name: 'catalog.count_all_sales',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '40 18 * * *',
});

/** Counts the sales of listings that may have changed. */
export const countSalesJob = job({
  name: 'catalog.count_sales',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '*/15 * * * *',
});

/** Boosts items again whose boost has ended at their marketplace. */
export const repeatBoostsJob = job({
  name: 'catalog.repeat_boosts',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '*/5 * * * *',
});

/** Mails the person who started an automatic merge that it has ended. */
export const mailMergeJob = job({
  name: 'catalog.mail_merge',
  payload: z.object({ operationId: z.number().int() }),
  maxAttempts: 10,
});

/** Mails the results to the person who scheduled that listings show 0. */
export const mailMassForceZeroJob = job({
  name: 'catalog.mail_mass_force_zero',
  payload: z.object({ operationId: z.number().int() }),
  maxAttempts: 10,
});

/** Detaches the listings of a deleted marketplace from their SKUs. */
export const detachMarketplaceJob = job({
  name: 'catalog.detach_marketplace',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int() }),
  maxAttempts: 25,
});

/** Reads the discounts of a shop, and the listings in them. */
export const pullDiscountsJob = job({
  name: 'catalog.pull_discounts',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int() }),
  maxAttempts: 10,
});
