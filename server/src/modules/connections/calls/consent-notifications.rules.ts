import { message, type Message } from '@evenstock/contract/messages/message';
import type { NamedMarketplace } from '../../marketplaces/consent/named-marketplace.ts';
import type { MarketplaceNotification } from '../../marketplaces/notify-of-marketplace.ts';

/** The notifications that a new consent resolves. */
export const consentKinds = [
  'authorisation_expired',
  'authorisation_expiring',
  'first_sync_done',
] as const satisfies readonly MarketplaceNotification['kind'][];

const WEEK = 7 * 24 * 60 * 60_000;

/** The last end of consent that a warning is due for. */
export function expiringFrom(now: Date): Date {
  return new Date(now.getTime() + WEEK);
}

export function authorisationExpired({ name }: NamedMarketplace, reason: Message): MarketplaceNotification {
  return {
    kind: 'authorisation_expired',
    title: message('connections.authorisation_ended', { marketplace: name }),
    paragraphs: [reason, message('connections.authorisation_ended_help')],
  };
}

/** @param day the last day of the consent, in the store's zone */
export function authorisationExpiring({ name }: NamedMarketplace, day: string): MarketplaceNotification {
  return {
    kind: 'authorisation_expiring',
    title: message('connections.authorisation_ends', { marketplace: name, day }),
    paragraphs: [message('connections.authorisation_ends_help')],
  };
}
