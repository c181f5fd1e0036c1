import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';

/** How long the seller has for the consent page, in milliseconds. */
export const STATE_LIFE = 10 * 60_000;

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
