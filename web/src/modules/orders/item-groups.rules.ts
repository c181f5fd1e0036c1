import type { Order } from '@evenstock/contract/orders/orders';

type Item = Order['order_items'][number];

/** Units of an item with the same status. */
export interface ItemUnits {
  readonly item: Item;
  readonly units: number;
}

/** Items with the same status; a parcel has a carrier and a tracking number, if they are known. */
export type ItemGroup = { readonly items: readonly ItemUnits[] } & (
  | { readonly fate: 'to_ship' | 'returned' | 'cancelled' }
  | { readonly fate: 'parcel'; readonly provider: string | null; readonly tracking: string | null }
);

const toHandOver: ReadonlySet<Order['state']> = new Set([
  'staff_to_process',
  'buyer_self_collect',
  'outstanding_issues',
]);

/**
 * Groups the items of an order by status: to ship, each parcel, returned, cancelled. Units that are not cancelled are to ship
 * until the marketplace reports that they were handed over, or has closed the order.
 */
export function itemGroups(order: Pick<Order, 'state' | 'order_items'>): readonly ItemGroup[] {
  const items = order.order_items;
  const parts = items.map((item) => ({ item, ...unitsOf(item) }));
  const isSent = (item: Item) => item.status === 'fulfilled' || !toHandOver.has(order.state);
  const some = (units: readonly ItemUnits[]) => units.filter((part) => part.units > 0);
  const left = some(parts.map(({ item, kept }) => ({ item, units: kept })));
  const parcels = new Map<string, ItemUnits[]>();
  for (const part of left.filter(({ item }) => isSent(item))) {
    const key = JSON.stringify([part.item.shipment_provider, part.item.tracking_code]);
    parcels.set(key, [...(parcels.get(key) ?? []), part]);
  }
  const groups: ItemGroup[] = [
    { fate: 'to_ship', items: left.filter(({ item }) => !isSent(item)) },
    ...[...parcels.values()].map((inside): ItemGroup => {
      const first = inside[0]?.item;
      return {
        fate: 'parcel',
        provider: first?.shipment_provider ?? null,
        tracking: first?.tracking_code ?? null,
        items: inside,
      };
    }),
    { fate: 'returned', items: some(parts.map(({ item, returned }) => ({ item, units: returned }))) },
    { fate: 'cancelled', items: some(parts.map(({ item, cancelled }) => ({ item, units: cancelled }))) },
  ];
  return groups.filter((group) => group.items.length > 0);
}

/** Splits the units of an item into cancelled, returned and kept ones. An accepted return without a count covers all units. */
function unitsOf(item: Item): { kept: number; returned: number; cancelled: number } {
  const cancelled = Math.min(item.cancelled_quantity, item.quantity);
  const left = item.quantity - cancelled;
  const counted = Math.min(item.returned_quantity, left);
  const returned = counted === 0 && item.return_status === 'ACCEPTED' ? left : counted;
  return { kept: left - returned, returned, cancelled };
}
