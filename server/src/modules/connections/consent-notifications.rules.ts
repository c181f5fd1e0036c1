import type { NamedMarketplace } from '../marketplaces/named-marketplace.ts';
import type { MarketplaceNotification } from '../marketplaces/notify-of-marketplace.ts';

/** What is resolved when a marketplace's consent is given anew. */
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

/** @param reason why, in the seller's words */
export function authorisationExpired({ name }: NamedMarketplace, reason: string): MarketplaceNotification {
  return {
    kind: 'authorisation_expired',
    title: `${name} has to be authorised again`,
    paragraphs: [
      reason,
      'Until an admin of the store does it on its page, no orders come in from there and no quantities are sent.',
    ],
  };
}

/** @param day the last day of the consent, in the store's zone */
export function authorisationExpiring({ name }: NamedMarketplace, day: string): MarketplaceNotification {
  return {
    kind: 'authorisation_expiring',
    title: `The authorisation of ${name} ends on ${day}`,
    paragraphs: [
      'From then on an admin of the store has to authorise it again on its page: until then no orders come in from there and no quantities are sent.',
    ],
  };
}
