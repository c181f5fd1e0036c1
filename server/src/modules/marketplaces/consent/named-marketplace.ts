/** A marketplace with the facts of its notifications. */
export interface NamedMarketplace {
  readonly id: number;
  readonly storeId: number;
  readonly slug: string;
  readonly name: string;
}

/** A marketplace whose first pulls are done, with their counts. */
export interface FirstSynced extends NamedMarketplace {
  readonly numOrders: number;
  readonly numProductListings: number;
}
