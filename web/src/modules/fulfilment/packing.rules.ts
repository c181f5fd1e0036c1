import type { OrderToPack } from '@evenstock/contract/orders/packing';
import { barcodeKey, readBarcode } from '@evenstock/contract/values/barcodes';
import { searchKey } from '@evenstock/contract/values/search-key';

type Item = OrderToPack['order_items'][number];
type Part = Item['parts'][number];
/** The fields of an item that its units are counted by. */
type Counted = Pick<Item, 'id' | 'quantity' | 'parts'>;

/**
 * What is in the parcel: units of items, by the item's id; and units of parts that were scanned one by one, by the ids of the set and
 * the part. A set that was scanned as a whole counts as units of the item.
 */
export type Ticks = Readonly<Record<string, number>>;

const partKey = (item: Pick<Item, 'id'>, part: Pick<Part, 'id'>): string =>
  `${String(item.id)}.${String(part.id)}`;

/** What a scanned code did: a unit was ticked; all units are in already; or no item of the order has the code. */
export type Scan =
  | { readonly outcome: 'ticked'; readonly item: Item; readonly part: Part | null; readonly ticks: Ticks }
  | { readonly outcome: 'full'; readonly item: Item }
  | { readonly outcome: 'foreign' };

/** Units of a set that were scanned, or added, as a whole. */
const whole = (ticks: Ticks, { id, quantity }: Counted): number => Math.min(ticks[String(id)] ?? 0, quantity);

/** Units of a part that were scanned one by one: no more than the sets need that were not scanned as a whole. */
const loose = (ticks: Ticks, item: Counted, part: Pick<Part, 'id' | 'units'>): number =>
  Math.min(ticks[partKey(item, part)] ?? 0, (item.quantity - whole(ticks, item)) * part.units);

/** How many units of an item are in the parcel. A unit of a set is, once the units of all its parts are. */
export function ticked(ticks: Ticks, item: Counted): number {
  const ofParts = item.parts.map((part) => Math.floor(loose(ticks, item, part) / part.units));
  return whole(ticks, item) + (ofParts.length === 0 ? 0 : Math.min(...ofParts));
}

/** The units of a part in the parcel, and those that go in it. */
export function partProgress(
  ticks: Ticks,
  item: Counted,
  part: Pick<Part, 'id' | 'units'>,
): { readonly done: number; readonly total: number } {
  return {
    done: whole(ticks, item) * part.units + loose(ticks, item, part),
    total: item.quantity * part.units,
  };
}

/** What scanned SKUs are compared by. */
const skuKey = (code: string): string => searchKey(code).toLowerCase();
const keyOfBarcode = (code: string): string => barcodeKey(readBarcode(code));

/** Whether a code that was scanned is one of these; a barcode in any form of its number. */
const hasCode = (codes: readonly string[], code: string): boolean =>
  codes.some((one) => skuKey(one) === skuKey(code) || keyOfBarcode(one) === keyOfBarcode(code));

/**
 * Scans a code. Of several items with the code, the first that lacks a unit is ticked; then the first set that lacks a unit of the part
 * with the code.
 */
export function scan(items: readonly Item[], ticks: Ticks, code: string): Scan {
  const named = items.filter(({ codes }) => hasCode(codes, code));
  const open = named.find((item) => ticked(ticks, item) < item.quantity);
  if (open !== undefined) return tickOne(ticks, open);
  const parts = items.flatMap((item) =>
    item.parts.filter(({ codes }) => hasCode(codes, code)).map((part) => ({ item, part })),
  );
  const lacking = parts.find(({ item, part }) => {
    const { done, total } = partProgress(ticks, item, part);
    return done < total;
  });
  if (lacking !== undefined) return tickPart(ticks, lacking.item, lacking.part);
  const full = named[0] ?? parts[0]?.item;
  return full === undefined ? { outcome: 'foreign' } : { outcome: 'full', item: full };
}

type Ticked = Scan & { readonly outcome: 'ticked' };

/** Ticks one unit of an item that lacks one. Of a set of which some parts were scanned, the unit is complete with them. */
export function tickOne(ticks: Ticks, item: Item): Ticked {
  const next = { ...ticks, [String(item.id)]: whole(ticks, item) + 1 };
  const kept = item.parts.map((part) => [partKey(item, part), loose(next, item, part)] as const);
  return { outcome: 'ticked', item, part: null, ticks: { ...next, ...Object.fromEntries(kept) } };
}

/** Ticks one unit of a part that a set lacks. */
export function tickPart(ticks: Ticks, item: Item, part: Part): Ticked {
  const units = loose(ticks, item, part) + 1;
  return { outcome: 'ticked', item, part, ticks: { ...ticks, [partKey(item, part)]: units } };
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
