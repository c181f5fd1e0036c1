import type { ListingStock } from './evaluate.rules.ts';

/** The last units of a SKU: those that other marketplaces are not sent. */
export interface LastUnits {
  /** The marketplace that they are kept for. */
  readonly marketplaceId: number;
  readonly units: number;
}

/** A listing, as it decides whether its marketplace can sell the SKU. */
export interface SellableListing {
  readonly marketplaceId: number;
  readonly isDeleted: boolean;
  /** Its marketplace is being set to 0 before it is deactivated, or was. */
  readonly isZeroed: boolean;
  readonly isDeactivated: boolean;
  readonly stock: Pick<ListingStock, 'counted_from'>;
}

/**
 * The last units that count now: none where their marketplace cannot sell the SKU, as units kept for it would be sold nowhere. It can
 * while its authorisation has lapsed, or its listing is held or forced to 0 for a time.
 */
export function lastUnitsInEffect({
  lastUnits,
  listings,
}: {
  readonly lastUnits: LastUnits | null;
  readonly listings: readonly SellableListing[];
}): LastUnits | null {
  if (lastUnits === null) return null;
  const isSold = ({ marketplaceId, isDeleted, isZeroed, isDeactivated, stock }: SellableListing): boolean =>
    marketplaceId === lastUnits.marketplaceId &&
    !isDeleted &&
    !isZeroed &&
    !isDeactivated &&
    stock.counted_from !== null;
  return listings.some(isSold) ? lastUnits : null;
}

/** Units that a marketplace is not sent, because they are kept for another one. */
export function keptFromMarketplace(lastUnits: LastUnits | null, marketplaceId: number): number {
  return lastUnits === null || lastUnits.marketplaceId === marketplaceId ? 0 : lastUnits.units;
}
