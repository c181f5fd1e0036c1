import type { Variant } from '@evenstock/contract/catalog/variants';

/** A marketplace that the last units may be kept for. */
export type Keeping = Variant['variant_listings'][number]['marketplace'];

/** The marketplaces that a SKU's last units may be kept for, each once: those that list it, and the one that was chosen before. */
export function marketplacesOf({
  variant_listings: listings,
  last_units: kept,
}: Pick<Variant, 'variant_listings' | 'last_units'>): Keeping[] {
  const known = new Map(listings.map(({ marketplace }) => [marketplace.id, marketplace]));
  if (kept !== null) known.set(kept.marketplace.id, kept.marketplace);
  return [...known.values()];
}

/** What a member chose in the dialog. */
export interface LastUnitsEntries {
  readonly marketplace_id?: number | undefined;
  readonly units?: number | null | undefined;
}

/** What is sent of it: without units none are kept for a marketplace. */
export function lastUnitsToSend({
  marketplace_id: marketplaceId,
  units,
}: LastUnitsEntries): { readonly marketplace_id: number; readonly units: number } | null {
  return marketplaceId === undefined || !units ? null : { marketplace_id: marketplaceId, units };
}
