import type { ChannelKind } from '@evenstock/contract/channels/channels';

export const driftKinds = [
  'short_list',
  'keep',
  'give_back',
  'assign',
  'renumber',
  'remove',
  'edit_units',
  'restock',
  'do_not_restock',
] as const;
export type DriftKind = (typeof driftKinds)[number];

/** A listing whose units the marketplace keeps, since an instant. */
export interface KeptListing {
  readonly channel: ChannelKind;
  readonly sku: string;
  readonly since: number;
}

/** What is different at the marketplaces without a call of ours. */
export interface DriftRecord {
  readonly kept: Map<string, KeptListing>;
  /** Changes of a listing's number that may be booked or not: what happened between two answers, and no answer tells. */
  readonly doubts: { readonly sku: string; readonly units: number }[];
  /** Units that orders moved to another keeper and back, by number. */
  readonly assigned: Map<string, number>;
  /** Units that edits took out of orders. */
  readonly takenOut: {
    readonly channel: ChannelKind;
    readonly sku: string;
    readonly units: number;
    readonly at: number;
  }[];
  /**
   * Orders whose lines got another id, or other units, by number. Never both between two answers: nothing tells then whether it is the
   * same line.
   */
  readonly relined: Map<string, 'renumber' | 'edit_units'>;
  readonly times: Map<DriftKind, number>;
}

export const noDrifts = (): DriftRecord => ({
  kept: new Map(),
  doubts: [],
  assigned: new Map(),
  takenOut: [],
  relined: new Map(),
  times: new Map(),
});
