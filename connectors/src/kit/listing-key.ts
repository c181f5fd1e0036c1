export interface ListingKey {
  readonly itemId: string;
  readonly variantId: string;
  /** What else the channel's stock calls need, for instance an inventory item and its location. */
  readonly stockRef: Readonly<Record<string, string>>;
}
