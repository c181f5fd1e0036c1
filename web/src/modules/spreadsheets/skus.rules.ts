/** Parses a typed list of SKUs, separated by lines or commas; each is returned once. */
export const skusOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n\r,;\t]/)
      .map((sku) => sku.trim())
      .filter((sku) => sku !== ''),
  ),
];
