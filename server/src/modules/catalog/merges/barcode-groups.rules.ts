/** Whether SKUs have a barcode in common, each two of them. @param keys the keys of each SKU; @returns null where fewer than two have any */
export function compareBarcodes(keys: readonly (readonly string[])[]): 'same' | 'different' | null {
  const told = keys.filter((each) => each.length > 0).map((each) => new Set(each));
  if (told.length < 2) return null;
  const isApart = told.some((one, place) =>
    told.slice(place + 1).some((other) => ![...one].some((key) => other.has(key))),
  );
  return isApart ? 'different' : 'same';
}
