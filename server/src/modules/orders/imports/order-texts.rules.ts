interface SearchedLine {
  readonly name: string;
  readonly sku: string | null;
  readonly tracking: string | null;
}

/** The texts by which an order is found, beside its reference number. Each tracking number has the end of its line. */
export interface OrderTexts {
  readonly tracking: string;
  readonly products: string;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The texts of an order's lines. A text that several lines have is written once. */
export function orderTexts(lines: readonly SearchedLine[]): OrderTexts {
  return {
    tracking: distinct(lines.flatMap(({ tracking }) => (tracking === null ? [] : `${tracking}\n`))).join(''),
    products: distinct(lines.map(({ name, sku }) => `${name} ${sku ?? ''}`)).join('\n'),
  };
}
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
