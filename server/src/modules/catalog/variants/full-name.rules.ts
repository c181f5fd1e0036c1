/** The full name of a SKU: its item's name, and its own if it has a different one. */
export function fullName(itemName: string, name: string): string {
  return name === '' || name === itemName ? itemName : `${itemName} - ${name}`;
}

/** Splits the full name that a member typed: the SKU's own part is what follows its product's name. */
export function namesOf(
  productName: string,
  typed: string,
): { readonly name: string; readonly full_product_name: string } {
  const prefix = `${productName} - `;
  const hasOwnPart = typed.startsWith(prefix) && typed.length > prefix.length;
  return { name: hasOwnPart ? typed.slice(prefix.length) : typed, full_product_name: typed };
}
