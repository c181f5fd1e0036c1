import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';

export interface ConsentStatus {
  readonly channel: ChannelKind;
  readonly state: 'unverified' | 'verified';
  readonly needsAuthorization: boolean;
}

/** Whether an authorisation may begin: Verify where it is not verified, Extend Expiry where consent expires. */
export function canBeAuthorised({ channel, state, needsAuthorization }: ConsentStatus): boolean {
  return state === 'unverified' || (needsAuthorization && channels[channel].staysVerified);
}

/** The state of a marketplace whose consent has ended: one that cannot be extended is to be verified again. */
export function stateAfterExpiry(channel: ChannelKind): 'unverified' | 'verified' {
  return channels[channel].staysVerified ? 'verified' : 'unverified';
}
