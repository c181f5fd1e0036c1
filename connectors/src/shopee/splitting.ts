import type { LineUnits } from '../kit/capabilities.ts';
import type { Access } from '../kit/connector.ts';
import { ChannelError, rejected } from '../kit/errors.ts';
import { callShop, wireId } from './client.ts';
import type { OrderLineNow, OrderNow, Parcel } from './parcels.ts';

/** Parcels that hold what is to be shipped, and nothing else; those that also hold other lines stand apart. */
export interface ChosenParcels {
  readonly whole: readonly Parcel[];
  readonly mixed: readonly Parcel[];
}

/** The parcels that these lines are in; all of them where no lines are named. Throws `rejected` for a part of a line. */
export function chosenParcels(
  order: OrderNow,
  parcels: readonly Parcel[],
  lines: readonly LineUnits[] | null,
): ChosenParcels {
  if (lines === null) return { whole: parcels, mixed: [] };
  const chosen = new Set(lines.map(({ lineId }) => lineId));
  for (const { lineId, units } of lines) mustBeWhole(order, lineId, units);
  const concerned = parcels.filter(({ lineIds }) => lineIds.some((id) => chosen.has(id)));
  const isWhole = ({ lineIds }: Parcel): boolean => lineIds.every((id) => chosen.has(id));
  return { whole: concerned.filter(isWhole), mixed: concerned.filter((each) => !isWhole(each)) };
}

/** Shopee splits an order by its lines, not inside one. */
function mustBeWhole(order: OrderNow, lineId: string, units: number): void {
  const same = order.lines.filter((line) => line.lineId === lineId);
  const ordered = same.reduce((sum, line) => sum + line.units, 0);
  if (same.length === 0) {
    throw rejected('line_not_found', 'Shopee no longer has one of these items on the order. Sync the order.');
  }
  if (units < ordered) {
    throw rejected(
      'part_of_line',
      'Shopee ships all units of an item together. Choose the whole item, or leave it out.',
    );
  }
}

/**
 * Makes two parcels of an order that is in one: what is to be shipped, and the rest (shopee.md 5.2: split_order, only while
 * nothing of it is arranged). Throws `rejected` for an order that was split in another way.
 */
export async function splitOff(
  access: Access,
  order: OrderNow,
  parcels: readonly Parcel[],
  lines: readonly LineUnits[],
): Promise<void> {
  if (parcels.length > 1 || order.status !== 'READY_TO_SHIP') {
    throw rejected(
      'cannot_split',
      'These items share a parcel with others, and Shopee does not let it be divided any more. Ship the whole parcel.',
    );
  }
  const chosen = new Set(lines.map(({ lineId }) => lineId));
  const isChosen = ({ lineId }: OrderLineNow): boolean => chosen.has(lineId);
  const groups = [order.lines.filter(isChosen), order.lines.filter((line) => !isChosen(line))];
  const body = {
    order_sn: order.number,
    package_list: groups.map((group) => ({ item_list: group.map(itemOf) })),
  };
  try {
    await callShop(access, { method: 'POST', path: '/api/v2/order/split_order', body });
  } catch (error) {
    throw isClosedTo(error)
      ? rejected('split_not_available', 'Shopee: the call is not open to this shop.')
      : error;
  }
}

/** A call that a shop has no permission for may be answered as one that does not exist (shopee.md 2.2). */
function isClosedTo(error: unknown): boolean {
  return (
    error instanceof ChannelError &&
    error.fault.kind === 'rejected' &&
    /offline or the request path|no permission to current api/i.test(error.fault.message)
  );
}

function itemOf({ key }: OrderLineNow): Record<string, number> {
  return {
    item_id: wireId(key.item_id),
    model_id: wireId(key.model_id ?? '0'),
    order_item_id: wireId(key.order_item_id ?? key.item_id),
    promotion_group_id: wireId(key.promotion_group_id ?? '0'),
  };
}
