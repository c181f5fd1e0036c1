import type { OrderToPack } from '@evenstock/contract/orders/packing';
import { searchKey } from '@evenstock/contract/values/search-key';

type Item = OrderToPack['order_items'][number];

/** The units of each item that are in the parcel, by the item's id. */
export type Ticks = Readonly<Record<number, number>>;

/** What a scanned code did: a unit was ticked; all units are in already; or no item of the order has the code. */
export type Scan =
  | { readonly outcome: 'ticked'; readonly item: Item; readonly ticks: Ticks }
  | { readonly outcome: 'full'; readonly item: Item }
  | { readonly outcome: 'foreign' };

/** What scanned codes are compared by. */
const scanned = (code: string): string => searchKey(code).toLowerCase();

/** How many units of an item are in the parcel. */
export const ticked = (ticks: Ticks, { id, quantity }: Pick<Item, 'id' | 'quantity'>): number =>
  Math.min(ticks[id] ?? 0, quantity);

/** Scans a code. Of several items with the code, the first that lacks a unit is ticked. */
export function scan(items: readonly Item[], ticks: Ticks, code: string): Scan {
  const wanted = scanned(code);
  const named = items.filter(({ codes }) => codes.some((one) => scanned(one) === wanted));
  const open = named.find((item) => ticked(ticks, item) < item.quantity);
  if (open !== undefined) return tickOne(ticks, open);
  const [full] = named;
  return full === undefined ? { outcome: 'foreign' } : { outcome: 'full', item: full };
}

/** Ticks one unit of an item that lacks one. */
export function tickOne(ticks: Ticks, item: Item): Scan & { readonly outcome: 'ticked' } {
  return { outcome: 'ticked', item, ticks: { ...ticks, [item.id]: ticked(ticks, item) + 1 } };
}

/** The units in the parcel, and those that go in it. */
export function progress(
  items: readonly Item[],
  ticks: Ticks,
): { readonly done: number; readonly total: number } {
  return {
    done: items.reduce((sum, item) => sum + ticked(ticks, item), 0),
    total: items.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** What is known of an order that is being packed. */
export interface Packing {
  readonly ticks: Ticks;
  /** The order was packed before, and the member packs it again. */
  readonly isAgain: boolean;
  /** The server has recorded it as packed. */
  readonly isPacked: boolean;
}

export type PackingStage =
  /** The order must not be packed. */
  | 'refused'
  /** The server has recorded the order as packed. */
  | 'packed'
  /** The order was packed earlier. It is to be put aside. */
  | 'packed_before'
  /** Units are missing from the parcel. */
  | 'scanning'
  /** All units are in the parcel. The server has not recorded the order as packed. */
  | 'complete';

/** How far the packing of an order is. */
export function packingStage(
  order: Pick<OrderToPack, 'refusal' | 'packed_at' | 'order_items'>,
  { ticks, isAgain, isPacked }: Packing,
): PackingStage {
  if (order.refusal !== null) return 'refused';
  if (isPacked) return 'packed';
  if (order.packed_at !== null && !isAgain) return 'packed_before';
  const { done, total } = progress(order.order_items, ticks);
  return done === total ? 'complete' : 'scanning';
}
