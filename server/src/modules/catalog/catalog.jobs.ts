import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Queued before automatic merges became operations; nothing enqueues it any more. */
export const runEarlierMergeJob = job({
  name: 'run-automerge',
  payload: z.object({ runId: z.number().int() }),
  maxAttempts: 25,
});

/** Counts what was sold in the last 30 days. */
export const countSalesJob = job({
  name: 'count-sales',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '*/15 * * * *',
});

/** Tells who asked that an automatic merge is over. */
export const mailMergeJob = job({
  name: 'catalog.mail_merge',
  payload: z.object({ operationId: z.number().int() }),
  maxAttempts: 10,
});

/** The same, queued before automatic merges became operations; nothing enqueues it any more. */
export const mailEarlierMergeJob = job({
  name: 'mail-automerge',
  payload: z.object({ runId: z.number().int() }),
  maxAttempts: 10,
});

/** Takes the listings of a deleted marketplace out of their SKUs. */
export const loseMarketplaceJob = job({
  name: 'lose-marketplace',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int() }),
  maxAttempts: 25,
});

/** Reads the discounts of a shop, and the listings in them. */
export const pullDiscountsJob = job({
  name: 'pull-discounts',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int() }),
  maxAttempts: 10,
});
