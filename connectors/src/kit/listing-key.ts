export interface ListingKey {
  readonly itemId: string;
  readonly variantId: string;
  /** What the channel's stock calls need besides, for instance Shopify's inventory item and location. */
  readonly stockRef: Readonly<Record<string, string>>;
}
