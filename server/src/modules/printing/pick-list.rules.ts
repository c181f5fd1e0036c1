import type { PickListGrouping, PickListRow } from '@evenstock/contract/printing/printing';
import type { OrderToPrint } from './printing.queries.ts';

type Picked = Pick<OrderToPrint, 'reference_number' | 'items'>;

/**
 * The units to pick for these orders, without cancelled ones. By order: in the sequence of the orders, the number at the first item
 * of each. By SKU: one row for each, sorted, with the units of all orders.
 */
export function pickListRows(orders: readonly Picked[], grouping: PickListGrouping): PickListRow[] {
  return grouping === 'order' ? orders.flatMap(rowsOfOrder) : rowsBySku(orders);
}

const unitsOf = ({ ordered, cancelled }: Picked['items'][number]): number => Math.max(0, ordered - cancelled);

const nameOf = ({ name, variant_name: variant }: Picked['items'][number]): string =>
  variant === null || variant === '' || name.includes(variant) ? name : `${name} · ${variant}`;

function rowsOfOrder(order: Picked): PickListRow[] {
  return order.items
    .filter((item) => unitsOf(item) > 0)
    .map((item, place) => ({
      order_number: place === 0 ? order.reference_number : null,
      item: nameOf(item),
      sku: item.sku,
      quantity: unitsOf(item),
    }));
}

function rowsBySku(orders: readonly Picked[]): PickListRow[] {
  const rows = new Map<string, PickListRow>();
  for (const item of orders.flatMap(({ items }) => items)) {
    const quantity = unitsOf(item);
    if (quantity === 0) continue;
    // Items without a SKU are distinguished by their names.
    const key = item.sku === null ? `name ${nameOf(item)}` : `sku ${item.sku}`;
    const row = rows.get(key) ?? { order_number: null, item: nameOf(item), sku: item.sku, quantity: 0 };
    rows.set(key, { ...row, quantity: row.quantity + quantity });
  }
  const collator = new Intl.Collator('en', { numeric: true });
  return [...rows.values()].sort((one, other) =>
    collator.compare(one.sku ?? `\uffff${one.item}`, other.sku ?? `\uffff${other.item}`),
  );
}
