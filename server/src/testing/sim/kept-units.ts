/** What members said is kept back, in units. */
export interface KeptBackUnits {
  /** The switch of the store. */
  isKept: boolean;
  readonly ofShops: Map<number, number>;
  readonly ofSkus: Map<string, number>;
}

export const nothingKeptBack = (): KeptBackUnits => ({
  isKept: false,
  ofShops: new Map(),
  ofSkus: new Map(),
});

/** The units that a shop must not show of a SKU. */
export function unitsKeptBack(kept: KeptBackUnits, marketplaceId: number, sku: string): number {
  if (!kept.isKept) return 0;
  return Math.max(kept.ofShops.get(marketplaceId) ?? 0, kept.ofSkus.get(sku) ?? 0);
}
