import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { endsSoonMs, type Marketplace } from '@evenstock/contract/marketplaces/marketplaces';

export type MarketplaceStatus =
  | { readonly kind: 'expired' }
  | { readonly kind: 'not_authorised' }
  | { readonly kind: 'expires'; readonly at: string; readonly soon: boolean }
  /** It is authorised, and nothing is read or written until it is known which of its places of stock are kept. */
  | { readonly kind: 'place_unknown' }
  | { readonly kind: 'authorised' };

/** The status of a marketplace, as its list and its page show it. `now` in milliseconds. */
export function marketplaceStatus(
  {
    needs_authorization,
    state,
    auth_expiry,
    place_state,
  }: Pick<Marketplace, 'needs_authorization' | 'state' | 'auth_expiry' | 'place_state'>,
  now: number,
): MarketplaceStatus {
  if (needs_authorization) return { kind: 'expired' };
  if (state !== 'verified') return { kind: 'not_authorised' };
  if (place_state === 'asked' || place_state === 'unread') return { kind: 'place_unknown' };
  if (auth_expiry === null) return { kind: 'authorised' };
  return { kind: 'expires', at: auth_expiry, soon: Date.parse(auth_expiry) - now <= endsSoonMs };
}

/** The button that starts authorisation: a verified consent is extended, typed keys are verified again. */
export function authoriseAction({
  state,
  channel,
}: Pick<Marketplace, 'state' | 'channel'>): 'verify' | 'extendExpiry' | 'reVerify' {
  if (state !== 'verified') return 'verify';
  return channels[channel].consent.by === 'keys' ? 'reVerify' : 'extendExpiry';
}

/** The button that a marketplace has after its authorisation expired: it is extended if the shop stays verified, else verified. */
export function actionAfterExpiry(channel: ChannelKind): 'verify' | 'extendExpiry' | 'reVerify' {
  return authoriseAction({ channel, state: channels[channel].staysVerified ? 'verified' : 'unverified' });
}
