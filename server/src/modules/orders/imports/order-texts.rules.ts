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
