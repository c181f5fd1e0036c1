import { channels, type ChannelKind } from '@evenstock/contract/channels';

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
