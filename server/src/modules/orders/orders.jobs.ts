import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Reads again what a marketplace's notices speak of. Overtakes pulls: somebody may be looking at it. */
export const followNoticesJob = job({
  name: 'follow-notices',
  payload: z.object({ marketplaceId: z.number().int() }),
  maxAttempts: 12,
  priority: -5,
});

/** One after the other for a marketplace, and one waiting at most: the more notices come, the more a call reads. */
export const noticesQueue = (marketplaceId: number): string => `notices:${String(marketplaceId)}`;

/** Reads an order again after something was done to it at its marketplace. Overtakes pulls: somebody is looking at it. */
export const readOrderJob = job({
  name: 'orders.read',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int(), number: z.string() }),
  maxAttempts: 12,
  priority: -5,
});

/** Takes in the units of orders that came before their listing was counted. */
export const matchLinesJob = job({
  name: 'orders.match_lines',
  payload: z.object({ marketplaceId: z.number().int() }),
  maxAttempts: 12,
});
