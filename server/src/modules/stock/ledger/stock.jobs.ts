import { z } from 'zod';
import { job } from '../../../platform/jobs/jobs.ts';

const ofMarketplace = z.object({ marketplaceId: z.number().int() });

/** Sends the pushes that are due at one marketplace. */
export const pushStockJob = job({
  name: 'stock.push_stock',
  payload: ofMarketplace,
  maxAttempts: 10,
  priority: -10,
});

/** Enqueues a push job for each marketplace of a store where a push is due. */
export const pushDueJob = job({
  name: 'stock.push_due',
  payload: z.object({ storeId: z.number().int() }),
  maxAttempts: 10,
  priority: -10,
});

/** Reads back listings after an unknown outcome, or while they are held. */
export const verifyReadsJob = job({
  name: 'stock.verify_reads',
  payload: ofMarketplace,
  maxAttempts: 10,
  priority: -5,
});

/** Has the listings of a shop begin anew at the places of stock that a member chose. */
export const movePlacesJob = job({
  name: 'stock.move_places',
  payload: ofMarketplace,
  maxAttempts: 25,
  priority: -5,
});

export const movePlacesKey = (marketplaceId: number): string => `stock.move_places:${String(marketplaceId)}`;

/** Books the differences that an order poll did not explain. */
export const bookDifferencesJob = job({
  name: 'stock.book_differences',
  payload: ofMarketplace.extend({ pollBeganAt: z.iso.datetime() }),
  maxAttempts: 25,
});

/** Begins the order poll that releases the held listings of a shop, as soon as it may. */
export const pollPastHoldsJob = job({
  name: 'stock.poll_past_holds',
  payload: ofMarketplace,
  maxAttempts: 10,
  priority: -5,
});

/** Begins the stock of a store anew after its Inventory Sync was switched. */
export const restartEpochsJob = job({
  name: 'stock.restart_epochs',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int().nullable() }),
  maxAttempts: 25,
});

/** Evaluates listings whose safety stock changed: those of a marketplace, or of a store that keeps one from now on or does not any more. */
export const applySafetyJob = job({
  name: 'stock.apply_safety',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int().nullable() }),
  maxAttempts: 25,
  priority: -5,
});

/** Evaluates SKUs whose last units are kept for a marketplace that was deactivated or authorised. */
export const applyLastUnitsJob = job({
  name: 'stock.apply_last_units',
  payload: ofMarketplace.extend({ storeId: z.number().int() }),
  maxAttempts: 25,
  priority: -5,
});

/** Holds the pushes of a store's or a marketplace's listings until each is read again. */
export const holdListingsJob = job({
  name: 'stock.hold_listings',
  payload: z.object({ storeId: z.number().int(), marketplaceId: z.number().int().nullable() }),
  maxAttempts: 25,
});

/** Notifies members while a marketplace refuses quantities. */
export const followRefusalsJob = job({
  name: 'stock.follow_refusals',
  payload: ofMarketplace,
  maxAttempts: 10,
});

/** Mails the quantities that a marketplace refuses: to one member, or without one it enqueues the mail of each. */
export const mailRefusalsJob = job({
  name: 'stock.mail_refusals',
  payload: ofMarketplace.extend({ userId: z.number().int().nullable() }),
  maxAttempts: 10,
});

/** Sets the listings of a marketplace to 0 before it is deactivated or deleted, and checks the progress. */
export const zeroListingsJob = job({
  name: 'stock.zero_listings',
  payload: ofMarketplace,
  maxAttempts: 25,
});

/** Purges, once an hour, epochs and order events that no late order can fall into any more. */
export const purgeEpochsJob = job({
  name: 'stock.purge_epochs',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '41 * * * *',
});

/** Purges pushes of long ago, once a day. */
export const purgePushesJob = job({
  name: 'stock.purge_pushes',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '7 4 * * *',
});

/** Key: one waiting job for each marketplace whose listings are set to 0. */
export function zeroKey(marketplaceId: number): string {
  return `stock.zero_listings:${String(marketplaceId)}`;
}

/** Key: one waiting job for each marketplace that refuses quantities. */
export function refusalsKey(marketplaceId: number): string {
  return `stock.follow_refusals:${String(marketplaceId)}`;
}

/** Key: one waiting job for each marketplace whose listings are to be read. */
export function verifyReadsKey(marketplaceId: number): string {
  return `stock.verify_reads:${String(marketplaceId)}`;
}

/** Key: one waiting job for each marketplace with held listings. */
export function pollPastHoldsKey(marketplaceId: number): string {
  return `stock.poll_past_holds:${String(marketplaceId)}`;
}

/** Key: one waiting push job for each marketplace. */
export function pushKey(marketplaceId: number): string {
  return `stock.push:${String(marketplaceId)}`;
}
