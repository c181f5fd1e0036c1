/** A marketplace with what a notification of it needs. */
export interface NamedMarketplace {
  readonly id: number;
  readonly storeId: number;
  readonly slug: string;
  readonly name: string;
}

/** A marketplace whose first pulls are done, and what they brought. */
export interface FirstSynced extends NamedMarketplace {
  readonly numOrders: number;
  readonly numProductListings: number;
}
