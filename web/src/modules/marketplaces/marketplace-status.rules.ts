import type { ChannelKind } from '@evenstock/contract/channels';
import type { Marketplace } from '@evenstock/contract/marketplaces';

export type MarketplaceStatus =
  | { readonly kind: 'expired' }
  | { readonly kind: 'not_authorised' }
  | { readonly kind: 'expires'; readonly at: string; readonly soon: boolean }
  | { readonly kind: 'authorised' };

const oneWeek = 7 * 86_400_000;

/** How a marketplace stands, as its list and its page show it. `now` in milliseconds. */
export function marketplaceStatus(
  {
    needs_authorization,
    state,
    auth_expiry,
  }: Pick<Marketplace, 'needs_authorization' | 'state' | 'auth_expiry'>,
  now: number,
): MarketplaceStatus {
  if (needs_authorization) return { kind: 'expired' };
  if (state !== 'verified') return { kind: 'not_authorised' };
  if (auth_expiry === null) return { kind: 'authorised' };
  return { kind: 'expires', at: auth_expiry, soon: Date.parse(auth_expiry) - now < oneWeek };
}

/** The button that starts authorisation: a verified Lazada consent is extended, Qoo10 keys are verified again, any other is verified. */
export function authoriseAction({
  state,
  channel,
}: Pick<Marketplace, 'state' | 'channel'>): 'verify' | 'extendExpiry' | 'reVerify' {
  if (state !== 'verified') return 'verify';
  return channel === 'qoo10' ? 'reVerify' : 'extendExpiry';
}

/** The button that a marketplace has once its permission has ended: where it stays verified meanwhile, it is extended. */
export function actionAfterExpiry(channel: ChannelKind): 'verify' | 'extendExpiry' | 'reVerify' {
  return authoriseAction({ channel, state: staysVerified[channel] ? 'verified' : 'unverified' });
}

const staysVerified: Readonly<Record<ChannelKind, boolean>> = {
  lazada: true,
  shopee: false,
  shopify: false,
  tiktok: false,
  tokopedia: false,
  qoo10: true,
  'amazon-sg': false,
};
