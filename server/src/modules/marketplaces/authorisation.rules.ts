import type { ChannelKind } from '@evenstock/contract/channels';

/** How long the seller has for the consent page, in milliseconds. */
export const STATE_LIFE = 10 * 60_000;

/** Channels that stay verified when their consent has run out, and whose consent is extended; the others are verified anew. */
const isExtendable: Readonly<Record<ChannelKind, boolean>> = {
  lazada: true,
  shopee: false,
  shopify: false,
  tiktok: false,
  tokopedia: false,
  qoo10: true,
  'amazon-sg': false,
};

export interface Standing {
  readonly channel: ChannelKind;
  readonly state: 'unverified' | 'verified';
  readonly needsAuthorization: boolean;
}

/** May authorisation begin now: Verify where it is not verified, Extend Expiry where consent runs out by itself. */
export function canBeAuthorised({ channel, state, needsAuthorization }: Standing): boolean {
  return state === 'unverified' || (needsAuthorization && isExtendable[channel]);
}

/** The state of a marketplace whose consent has ended: one that cannot be extended is verified anew. */
export function stateAfterExpiry(channel: ChannelKind): 'unverified' | 'verified' {
  return isExtendable[channel] ? 'verified' : 'unverified';
}

/** The same day of the next month, or its last day where the next month is shorter. */
export function oneMonthAfter(instant: Date): Date {
  const next = new Date(instant);
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return next;
}

/** Where each channel that sends the browser back returns to, below the public address; some allow one address for the whole app. */
const returnPaths: Readonly<Record<ChannelKind, ((storeSlug: string, slug: string) => string) | null>> = {
  lazada: (storeSlug, slug) => `/stores/${storeSlug}/marketplaces/${slug}/authorize_lazada`,
  shopee: (storeSlug, slug) => `/stores/${storeSlug}/marketplaces/${slug}/authorize_shopee`,
  shopify: () => '/marketplaces/authorize_shopify',
  tiktok: () => '/marketplaces/authorize_tiktok',
  tokopedia: null,
  qoo10: null,
  'amazon-sg': () => '/marketplaces/authorize_amazon_sg',
};

/** The exact address that the channel returns the seller's browser to; the public address where it sends nobody back. */
export function returnAddress(
  publicUrl: string,
  channel: ChannelKind,
  storeSlug: string,
  slug: string,
): string {
  return `${publicUrl}${returnPaths[channel]?.(storeSlug, slug) ?? ''}`;
}

const shopifyHandle = /^[a-z0-9][a-z0-9-]*$/;

/**
 * The sub-domain of a Shopify shop, from however a person or Shopify writes it: `kopi`, `kopi.myshopify.com`, an address.
 * @returns null for what cannot be one
 */
export function shopifyHandleOf(text: string): string | null {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '');
  const handle = host.replace(/\.(myshopify\.com|localhost)$/, '');
  return shopifyHandle.test(handle) ? handle : null;
}
