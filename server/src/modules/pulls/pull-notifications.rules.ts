import { message, type Message } from '@evenstock/contract/messages/message';
import type { FirstSynced, NamedMarketplace } from '../marketplaces/consent/named-marketplace.ts';
import type { MarketplaceNotification } from '../marketplaces/notify-of-marketplace.ts';
import type { PullKind } from './pulls.rules.ts';

export function firstSyncDone({
  name,
  numOrders,
  numProductListings,
}: Pick<FirstSynced, 'name' | 'numOrders' | 'numProductListings'>): MarketplaceNotification {
  return {
    kind: 'first_sync_done',
    title: message('pulls.first_sync_done', { marketplace: name }),
    paragraphs: [message('pulls.first_sync_brought', { listings: numProductListings, orders: numOrders })],
  };
}

/** @param example one of the records, with the reason why it could not be read */
export function recordsUnreadable(
  { name: marketplace }: NamedMarketplace,
  kind: PullKind,
  example: { readonly reference: string; readonly reason: Message },
): MarketplaceNotification {
  const record = [message('pulls.record_named', { reference: example.reference }), example.reason];
  return {
    kind: `${kind}_unreadable`,
    title: message(`pulls.${kind}_unreadable`, { marketplace }),
    paragraphs: [record, message(`pulls.${kind}_unreadable_help`)],
  };
}

/** @param reason why the newest pull failed, and what happens next */
export function pullsFailing(
  { name: marketplace }: NamedMarketplace,
  kind: PullKind,
  reason: readonly Message[],
): MarketplaceNotification {
  return {
    kind: `${kind}_failing`,
    title: message(`pulls.${kind}_failing`, { marketplace }),
    paragraphs: [reason, message(`pulls.${kind}_failing_help`)],
  };
}
