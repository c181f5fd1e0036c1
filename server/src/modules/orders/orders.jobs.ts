import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Processes a marketplace's notices. It overtakes pulls, as somebody may be looking at the records. */
export const followNoticesJob = job({
  name: 'orders.follow_notices',
  payload: z.object({ marketplaceId: z.number().int() }),
  maxAttempts: 12,
  priority: -5,
});

/** The queue of a marketplace's notices: one job runs and one waits, so that more notices make larger reads, not more jobs. */
export const noticesQueue = (marketplaceId: number): string => `notices:${String(marketplaceId)}`;

/** Reads an order again after an action on it. It overtakes pulls, as somebody is looking at the order. */
export const readOrderJob = job({
  name: 'orders.read_order',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int(), number: z.string() }),
  maxAttempts: 12,
  priority: -5,
});

/** Counts the units of orders that came before their listing had a baseline. */
export const matchLinesJob = job({
  name: 'orders.match_lines',
  payload: z.object({ marketplaceId: z.number().int() }),
  maxAttempts: 12,
});
