/** The SKUs of a typed list, on lines of their own or divided by commas, each once. */
export const skusOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n\r,;\t]/)
      .map((sku) => sku.trim())
      .filter((sku) => sku !== ''),
  ),
];
