/** The full name of a SKU: its item's name, and its own where it has one that differs. */
export function fullName(itemName: string, name: string): string {
  return name === '' || name === itemName ? itemName : `${itemName} - ${name}`;
}

/** The names of a SKU whose full name somebody typed: its own part is what follows its product's name. */
export function namesOf(
  productName: string,
  typed: string,
): { readonly name: string; readonly full_product_name: string } {
  const prefix = `${productName} - `;
  const hasOwnPart = typed.startsWith(prefix) && typed.length > prefix.length;
  return { name: hasOwnPart ? typed.slice(prefix.length) : typed, full_product_name: typed };
}
