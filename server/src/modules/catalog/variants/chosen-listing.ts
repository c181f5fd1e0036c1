import type { ChannelKind } from '@evenstock/contract/channels/channels';

/** A product listing of chosen SKUs, with the facts that decide whether it can be taken off sale or put back. */
export interface ChosenListing {
  readonly id: number;
  readonly state: 'live' | 'inactive' | 'deleted';
  readonly marketplaceId: number;
  readonly marketplaceName: string;
  readonly channel: ChannelKind;
  readonly isVerified: boolean;
  /** The SKUs that exist at its marketplace, chosen or not. */
  readonly variantCount: number;
}
