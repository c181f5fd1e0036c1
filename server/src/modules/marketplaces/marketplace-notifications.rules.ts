import type { Notification } from '../journal/notify.ts';

/** What notifications say of a marketplace. */
export interface NamedMarketplace {
  readonly id: number;
  readonly storeId: number;
  readonly slug: string;
  readonly name: string;
}

/** What is told of a marketplace's consent, and goes when it is given anew. */
export const consentKinds = [
  'authorisation_expired',
  'authorisation_expiring',
  'first_sync_done',
] as const satisfies readonly Notification['kind'][];

/** All that is told of a marketplace, and goes when it is left. */
export const marketplaceKinds = [
  ...consentKinds,
  'orders_unreadable',
  'listings_unreadable',
  'stock_refused',
] as const satisfies readonly Notification['kind'][];

const WEEK = 7 * 24 * 60 * 60_000;

/** From when on a consent that runs out is told of. */
export function expiringFrom(now: Date): Date {
  return new Date(now.getTime() + WEEK);
}

function toldTo(marketplace: NamedMarketplace, at: Date) {
  return {
    storeId: marketplace.storeId,
    subjectId: marketplace.id,
    userId: null,
    place: `/marketplaces/${marketplace.slug}`,
    at,
  };
}

/** @param reason why, in the seller's words */
export function authorisationExpired(marketplace: NamedMarketplace, reason: string, at: Date): Notification {
  return {
    ...toldTo(marketplace, at),
    kind: 'authorisation_expired',
    title: `${marketplace.name} has to be authorised again`,
    paragraphs: [
      reason,
      'Until an admin of the store does it on its page, no orders come in from there and no quantities are sent.',
    ],
  };
}

/** @param day the last day of the consent, in the store's zone */
export function authorisationExpiring(marketplace: NamedMarketplace, day: string, at: Date): Notification {
  return {
    ...toldTo(marketplace, at),
    kind: 'authorisation_expiring',
    title: `The authorisation of ${marketplace.name} ends on ${day}`,
    paragraphs: [
      'From then on an admin of the store has to authorise it again on its page: until then no orders come in from there and no quantities are sent.',
    ],
  };
}

export function firstSyncDone(
  marketplace: NamedMarketplace,
  counts: { readonly orders: number; readonly productListings: number },
  at: Date,
): Notification {
  return {
    ...toldTo(marketplace, at),
    kind: 'first_sync_done',
    title: `${marketplace.name} is synced`,
    paragraphs: [
      `Its products and orders are here. Product listings: ${String(counts.productListings)}. Orders: ${String(counts.orders)}.`,
    ],
  };
}

/** @param example one of the records, and why it could not be read */
export function recordsUnreadable(
  marketplace: NamedMarketplace,
  kind: 'order' | 'listing',
  example: { readonly reference: string; readonly reason: string },
  at: Date,
): Notification {
  const isOrder = kind === 'order';
  return {
    ...toldTo(marketplace, at),
    kind: isOrder ? 'orders_unreadable' : 'listings_unreadable',
    title: isOrder
      ? `Orders of ${marketplace.name} could not be read`
      : `Product listings of ${marketplace.name} could not be read`,
    paragraphs: [
      `${example.reference}: ${example.reason}`,
      isOrder
        ? 'They are not among the orders here: look after them at the marketplace itself. All of them are on its page, and are tried again by themselves.'
        : 'Their quantities are not kept in step. All of them are on its page, and are tried again by themselves.',
    ],
  };
}
