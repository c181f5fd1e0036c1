/** The full name of a SKU: its item's name, and its own where it has one that differs. */
export function fullName(itemName: string, name: string): string {
  return name === '' || name === itemName ? itemName : `${itemName} - ${name}`;
}
