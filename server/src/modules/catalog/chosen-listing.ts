import type { ChannelKind } from '@evenstock/contract/channels';

/** A product listing of chosen SKUs, with what decides whether it can be taken off sale or put back. */
export interface ChosenListing {
  readonly id: number;
  readonly state: 'live' | 'inactive' | 'deleted';
  readonly marketplaceId: number;
  readonly marketplaceName: string;
  readonly channel: ChannelKind;
  readonly isVerified: boolean;
  /** Its SKUs that its marketplace has, chosen or not. */
  readonly variantCount: number;
}
