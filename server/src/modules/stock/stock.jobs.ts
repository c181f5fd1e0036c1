import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

const ofMarketplace = z.object({ marketplaceId: z.number().int() });

/** Writes what is due at one marketplace. */
export const pushStockJob = job({
  name: 'stock.push',
  payload: ofMarketplace,
  maxAttempts: 10,
  priority: -10,
});

/** Looks at which shops of a store a write is due, and has each pushed: one job for whatever a change made due. */
export const pushDueJob = job({
  name: 'stock.push_due',
  payload: z.object({ storeId: z.number().int() }),
  maxAttempts: 10,
  priority: -10,
});

/** Reads back listings whose number nobody is sure of. */
export const verifyReadsJob = job({
  name: 'stock.verify_reads',
  payload: ofMarketplace,
  maxAttempts: 10,
  priority: -5,
});

/** Takes differences into the ledger that no order explained, once the orders were polled. */
export const bookDifferencesJob = job({
  name: 'stock.book_differences',
  payload: ofMarketplace.extend({ pollBeganAt: z.iso.datetime() }),
  maxAttempts: 25,
});

/** Holds the pushes of a store's or a marketplace's listings until they were read anew. */
export const holdListingsJob = job({
  name: 'stock.hold_listings',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int().nullable() }),
  maxAttempts: 25,
});

/** A marketplace refused quantities, or took what it had refused. */
export const followRefusalsJob = job({
  name: 'stock.follow_refusals',
  payload: ofMarketplace,
  maxAttempts: 10,
});

/** Sets the listings of a marketplace that is left to 0, and looks how far they are. */
export const zeroListingsJob = job({
  name: 'stock.zero_listings',
  payload: ofMarketplace,
  maxAttempts: 25,
});

/** Once an hour: what was kept to explain late orders, and is older than any lateness, is removed. */
export const forgetOldEpochsJob = job({
  name: 'stock.forget_old_epochs',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '41 * * * *',
});

/** One job for each marketplace whose listings are set to 0. */
export function zeroKey(marketplaceId: number): string {
  return `stock.zero_listings:${String(marketplaceId)}`;
}

/** One job for each marketplace whose refusals are looked at. */
export function refusalsKey(marketplaceId: number): string {
  return `stock.follow_refusals:${String(marketplaceId)}`;
}

/** Waiting pushes of one marketplace are one job. */
export function pushKey(marketplaceId: number): string {
  return `stock.push:${String(marketplaceId)}`;
}
