import type { FirstSynced, NamedMarketplace } from '../marketplaces/named-marketplace.ts';
import type { MarketplaceNotification } from '../marketplaces/notify-of-marketplace.ts';

export function firstSyncDone({
  name,
  numOrders,
  numProductListings,
}: Pick<FirstSynced, 'name' | 'numOrders' | 'numProductListings'>): MarketplaceNotification {
  return {
    kind: 'first_sync_done',
    title: `${name} is synced`,
    paragraphs: [
      `Its products and orders are here. Product listings: ${String(numProductListings)}. Orders: ${String(numOrders)}.`,
    ],
  };
}

/** @param example one of the records, and why it could not be read */
export function recordsUnreadable(
  { name }: NamedMarketplace,
  kind: 'order' | 'listing',
  example: { readonly reference: string; readonly reason: string },
): MarketplaceNotification {
  const isOrder = kind === 'order';
  return {
    kind: isOrder ? 'orders_unreadable' : 'listings_unreadable',
    title: isOrder ? `Orders of ${name} could not be read` : `Product listings of ${name} could not be read`,
    paragraphs: [
      `${example.reference}: ${example.reason}`,
      isOrder
        ? 'They are not among the orders here: look after them at the marketplace itself. All of them are on its page, and are tried again by themselves.'
        : 'Their quantities are not kept in step. All of them are on its page, and are tried again by themselves.',
    ],
  };
}
