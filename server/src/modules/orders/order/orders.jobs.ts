import { z } from 'zod';
import { job } from '../../../platform/jobs/jobs.ts';

/** Reads an order again after an action on it. It has priority over pulls, as a member is looking at the order. */
export const readOrderJob = job({
  name: 'orders.read_order',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int(), number: z.string() }),
  maxAttempts: 12,
  priority: -5,
});

/** Deletes, every hour, the data of buyers that are due by the rules of their channels. */
export const purgeDueBuyersJob = job({
  name: 'orders.purge_due_buyers',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '11 * * * *',
});

/** Deletes the data of buyers when a marketplace requests it. `orders`: the channel's ids; null: all of the shop. */
export const purgeAskedBuyersJob = job({
  name: 'orders.purge_asked_buyers',
  payload: z.object({
    marketplaceId: z.number().int(),
    orders: z.array(z.string()).nullable(),
    buyerId: z.string().nullable(),
  }),
  maxAttempts: 25,
});

/** Erases the inputs of actions on orders whose buyers' data were deleted. */
export const eraseAskedJob = job({
  name: 'orders.erase_asked',
  payload: z.object({ storeId: z.number().int(), orderIds: z.array(z.number().int()) }),
  maxAttempts: 25,
});

/** Notifies a store's members that a buyer requests the data that are stored. */
export const notifyOfDataRequestJob = job({
  name: 'orders.notify_of_data_request',
  payload: z.object({
    storeId: z.number().int(),
    marketplaceId: z.number().int(),
    orders: z.array(z.string()),
  }),
  maxAttempts: 25,
});

/** Purges, once a day, the records of who was shown buyers on past days. */
export const purgeReadingsJob = job({
  name: 'orders.purge_readings',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '29 3 * * *',
});

/** Writes, each night, the texts by which orders are found that lack them. */
export const writeLackingTextsJob = job({
  name: 'orders.write_lacking_texts',
  payload: z.object({}),
  maxAttempts: 3,
  priority: 10,
  cron: '47 18 * * *',
});

/** Counts the units of orders that were imported before their listing had a baseline. */
export const matchLinesJob = job({
  name: 'orders.match_lines',
  payload: z.object({ marketplaceId: z.number().int() }),
  maxAttempts: 12,
});

/** Has orders that wait for a link take their units, after a member linked a code of their shop. */
export const linkWaitingJob = job({
  name: 'orders.link_waiting',
  payload: z.object({ marketplaceId: z.number().int() }),
  maxAttempts: 25,
});

/** Starts, each night, the comparison of the last days with the orders that marketplaces list. */
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
