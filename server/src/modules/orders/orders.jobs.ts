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

/** Writes, once after an upgrade, the words by which the buyers of earlier orders are found. */
export const writeEarlierWordsJob = job({
  name: 'orders.write_earlier_words',
  payload: z.object({}),
  maxAttempts: 3,
  priority: 10,
  cron: '*/5 * * * *',
});

/** Deletes, every hour, the data of buyers that are due by the rules of their channels. */
export const purgeDueBuyersJob = job({
  name: 'orders.purge_due_buyers',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '11 * * * *',
});

/** Deletes the data of buyers as a marketplace asks. `orders`: by its ids; null: all of the shop. */
export const purgeAskedBuyersJob = job({
  name: 'orders.purge_asked_buyers',
  payload: z.object({
    marketplaceId: z.number().int(),
    orders: z.array(z.string()).nullable(),
    buyerId: z.string().nullable(),
  }),
  maxAttempts: 25,
});

/** Erases what was asked for with orders whose buyers' data were deleted. */
export const eraseAskedJob = job({
  name: 'orders.erase_asked',
  payload: z.object({ storeId: z.number().int(), orderIds: z.array(z.number().int()) }),
  maxAttempts: 25,
});

/** Tells a store's members that a buyer asks for the data that are kept. */
export const tellOfDataRequestJob = job({
  name: 'orders.tell_of_data_request',
  payload: z.object({
    storeId: z.number().int(),
    marketplaceId: z.number().int(),
    orders: z.array(z.string()),
  }),
  maxAttempts: 25,
});

/** Purges, once a day, who was shown buyers on days that are over. */
export const purgeReadingsJob = job({
  name: 'orders.purge_readings',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '29 3 * * *',
});

/** Counts the units of orders that came before their listing had a baseline. */
export const matchLinesJob = job({
  name: 'orders.match_lines',
  payload: z.object({ marketplaceId: z.number().int() }),
  maxAttempts: 12,
});

/** Starts, each night, the comparison of the last days with what marketplaces list. */
export const startDayChecksJob = job({
  name: 'orders.start_day_checks',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '23 19 * * *',
});

/** Compares a marketplace's orders of the last days with those that it lists. */
export const checkDaysJob = job({
  name: 'orders.check_days',
  payload: z.object({ marketplaceId: z.number().int() }),
  maxAttempts: 12,
  priority: 8,
});
