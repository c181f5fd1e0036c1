import { channels, type ChannelKind } from '@evenstock/contract/channels';

/** How long the seller has for the consent page, in milliseconds. */
export const STATE_LIFE = 10 * 60_000;

export interface Standing {
  readonly channel: ChannelKind;
  readonly state: 'unverified' | 'verified';
  readonly needsAuthorization: boolean;
}

/** May authorisation begin now: Verify where it is not verified, Extend Expiry where consent runs out by itself. */
export function canBeAuthorised({ channel, state, needsAuthorization }: Standing): boolean {
  return state === 'unverified' || (needsAuthorization && channels[channel].staysVerified);
}

/** The state of a marketplace whose consent has ended: one that cannot be extended is verified anew. */
export function stateAfterExpiry(channel: ChannelKind): 'unverified' | 'verified' {
  return channels[channel].staysVerified ? 'verified' : 'unverified';
}

/** The same day of the next month, or its last day where the next month is shorter. */
export function oneMonthAfter(instant: Date): Date {
  const next = new Date(instant);
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return next;
}

/** The exact address that the channel returns the seller's browser to; the public address where it sends nobody back. */
export function returnAddress(
  publicUrl: string,
  channel: ChannelKind,
  storeSlug: string,
  slug: string,
): string {
  const { consent } = channels[channel];
  if (consent.by !== 'redirect') return publicUrl;
  return consent.names === 'marketplace'
    ? `${publicUrl}/stores/${storeSlug}/marketplaces/${slug}/${consent.path}`
    : `${publicUrl}/marketplaces/${consent.path}`;
}

const shopHandle = /^[a-z0-9][a-z0-9-]*$/;

/**
 * The sub-domain of a shop of that channel, from however a person or the channel writes it: `kopi`, `kopi` and the channel's
 * domain, an address.
 * @returns null for what cannot be one, and where the channel's shops have no sub-domains
 */
export function shopHandleOf(channel: ChannelKind, text: string): string | null {
  const domain = channels[channel].shopName?.domain ?? null;
  if (domain === null) return null;
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '');
  const end = [`.${domain}`, '.localhost'].find((suffix) => host.endsWith(suffix)) ?? '';
  const handle = host.slice(0, host.length - end.length);
  return shopHandle.test(handle) ? handle : null;
}
