import type { Notification } from '../journal/notify.ts';

/** The kinds of notifications of a marketplace, which are resolved when it is deactivated or deleted. */
export const marketplaceKinds = [
  'authorisation_expired',
  'authorisation_expiring',
  'first_sync_done',
  'orders_unreadable',
  'listings_unreadable',
  'orders_failing',
  'listings_failing',
  'stock_refused',
] as const satisfies readonly Notification['kind'][];
