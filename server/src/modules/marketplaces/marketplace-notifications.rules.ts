import type { Notification } from '../journal/notify.ts';

/** What may be open of a marketplace: all of it is resolved when the marketplace is left. */
export const marketplaceKinds = [
  'authorisation_expired',
  'authorisation_expiring',
  'first_sync_done',
  'orders_unreadable',
  'listings_unreadable',
  'stock_refused',
] as const satisfies readonly Notification['kind'][];
