/** A part of a set in the dialog. */
export interface DraftPart {
  readonly id: number;
  readonly sku: string | null;
  readonly full_product_name: string;
  readonly quantity: number;
  /** Null while the field is empty. */
  readonly units: number | null;
}

/** The parts with one more; one that is among them gets a unit more. */
export function addedPart(
  parts: readonly DraftPart[],
  { id, sku, full_product_name: name, quantity }: Omit<DraftPart, 'units'>,
): readonly DraftPart[] {
  if (parts.every((part) => part.id !== id)) {
    return [...parts, { id, sku, full_product_name: name, quantity, units: 1 }];
  }
  return parts.map((part) => (part.id === id ? { ...part, units: (part.units ?? 0) + 1 } : part));
}

/** How many sets the parts allow; null where there is none, or a field is empty. */
export function setsOf(parts: readonly DraftPart[]): number | null {
  if (parts.length === 0) return null;
  const allowed = parts.map(({ quantity, units }) => (units === null ? NaN : Math.floor(quantity / units)));
  return allowed.some(Number.isNaN) ? null : Math.min(...allowed);
}

/** The parts as they are sent. */
export const partsToSend = (
  parts: readonly DraftPart[],
): { readonly variant_id: number; readonly units: number }[] =>
  parts.map(({ id, units }) => ({ variant_id: id, units: units ?? 0 }));
