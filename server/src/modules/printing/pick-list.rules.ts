import type { PickListGrouping, PickListRow } from '@evenstock/contract/printing/printing';
import type { ItemToPrint, OrderToPrint } from './printing.queries.ts';

type Item = Omit<ItemToPrint, 'line_id' | 'unit_price'>;
interface Picked extends Pick<OrderToPrint, 'reference_number'> {
  readonly items: readonly Item[];
}

/**
 * The units to pick for these orders, without cancelled ones. By order: in the sequence of the orders, the number at the first item
 * of each, and the parts beneath each set. By SKU: one row for each, sorted, with the units of all orders; a set is picked as its parts,
 * with those that are sold alone.
 */
export function pickListRows(orders: readonly Picked[], grouping: PickListGrouping): PickListRow[] {
  return grouping === 'order' ? orders.flatMap(rowsOfOrder) : rowsBySku(orders);
}

const unitsOf = ({ ordered, cancelled }: Item): number => Math.max(0, ordered - cancelled);

const nameOf = ({ name, variant_name: variant }: Item): string =>
  variant === null || variant === '' || name.includes(variant) ? name : `${name} · ${variant}`;

/** What the units of a set are made of. */
const partsOf = (item: Item): PickListRow['parts'] =>
  item.parts.map(({ name, sku, units }) => ({ item: name, sku, quantity: units * unitsOf(item) }));

function rowsOfOrder(order: Picked): PickListRow[] {
  return order.items
    .filter((item) => unitsOf(item) > 0)
    .map((item, place) => ({
      order_number: place === 0 ? order.reference_number : null,
      item: nameOf(item),
      sku: item.sku,
      quantity: unitsOf(item),
      parts: partsOf(item),
    }));
}

function rowsBySku(orders: readonly Picked[]): PickListRow[] {
  const rows = new Map<string, PickListRow>();
  for (const { item, sku, quantity } of orders.flatMap(({ items }) => items).flatMap(goodsOf)) {
    // Items without a SKU are distinguished by their names.
    const key = sku === null ? `name ${item}` : `sku ${sku}`;
    const row = rows.get(key) ?? { order_number: null, item, sku, quantity: 0, parts: [] };
    rows.set(key, { ...row, quantity: row.quantity + quantity });
  }
  const collator = new Intl.Collator('en', { numeric: true });
  return [...rows.values()].sort((one, other) =>
    collator.compare(one.sku ?? `\uffff${one.item}`, other.sku ?? `\uffff${other.item}`),
  );
}

/** What is picked for an item: the parts of a set; else its SKU, by the code of the SKU that its listing is merged into. */
function goodsOf(item: Item): PickListRow['parts'] {
  const quantity = unitsOf(item);
  if (quantity === 0) return [];
  return item.parts.length > 0
    ? partsOf(item)
    : [{ item: nameOf(item), sku: item.variant_sku ?? item.sku, quantity }];
}
