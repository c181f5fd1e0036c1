/** What members said is kept back, in units. */
export interface KeptBackUnits {
  /** The switch of the store. */
  isKept: boolean;
  readonly ofShops: Map<number, number>;
  readonly ofSkus: Map<string, number>;
  /** The last units of a SKU, and the shop that they are kept for. */
  readonly last: Map<string, { readonly marketplaceId: number; readonly units: number }>;
}

export const nothingKeptBack = (): KeptBackUnits => ({
  isKept: false,
  ofShops: new Map(),
  ofSkus: new Map(),
  last: new Map(),
});

/** The units that a shop must not show of a SKU. */
export function unitsKeptBack(kept: KeptBackUnits, marketplaceId: number, sku: string): number {
  if (!kept.isKept) return 0;
  return Math.max(kept.ofShops.get(marketplaceId) ?? 0, unitsOfSkuKeptBack(kept, marketplaceId, sku));
}

/** The units of a SKU that a shop must not show whatever it keeps back itself: also not as a part of a set. */
export function unitsOfSkuKeptBack(kept: KeptBackUnits, marketplaceId: number, sku: string): number {
  if (!kept.isKept) return 0;
  const last = kept.last.get(sku);
  const forAnother = last === undefined || last.marketplaceId === marketplaceId ? 0 : last.units;
  return (kept.ofSkus.get(sku) ?? 0) + forAnother;
}
