/** A line as its marketplace names it. */
interface NamedLine {
  readonly name: string;
  readonly sku: string | null;
  readonly marketplaceSku?: string | null;
  readonly variantId: string | null;
  readonly itemId: string | null;
}

/** What a line is shown as: its name, or where the marketplace tells none, its SKU, or else its id there. */
export function shownName({ name, sku, marketplaceSku, variantId, itemId }: NamedLine): string {
  const told = [name, sku, marketplaceSku, variantId, itemId].find((text) => (text ?? '').trim() !== '');
  return told ?? '–';
}
