import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

const scope = { storeId: z.number().int(), marketplaceId: z.number().int() };

/** Reads the returns of an order that is being returned. It has priority over pulls, as a member may be looking at the order. */
export const readReturnsOfOrderJob = job({
  name: 'returns.read_returns_of_order',
  payload: z.object({ ...scope, orderId: z.number().int() }),
  maxAttempts: 12,
  priority: -5,
});

/** Reads returns by their ids. It has priority over pulls, as members may be looking at their orders. */
export const readReturnsJob = job({
  name: 'returns.read_returns',
  payload: z.object({ ...scope, returnIds: z.array(z.string()) }),
  maxAttempts: 12,
  priority: -5,
});

/** Erases what sellers wrote in disputes of orders whose buyers' data were deleted. */
export const eraseDisputesJob = job({
  name: 'returns.erase_disputes',
  payload: z.object({ orderIds: z.array(z.number().int()) }),
  maxAttempts: 25,
});

/** Polls a marketplace's returns, unless a poll that began at or after an instant (the channel's clock) is done. */
export const pollReturnsJob = job({
  name: 'returns.poll_returns',
  payload: z.object({ marketplaceId: z.number().int(), since: z.iso.datetime() }),
  maxAttempts: 12,
});
