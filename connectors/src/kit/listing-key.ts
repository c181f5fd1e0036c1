export interface ListingKey {
  readonly itemId: string;
  readonly variantId: string;
  /** What the channel's stock calls need besides, for instance an inventory item and its location. */
  readonly stockRef: Readonly<Record<string, string>>;
}
