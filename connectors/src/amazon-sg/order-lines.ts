import { message } from '@evenstock/contract/messages/message';
import type { LineUnits } from '../kit/capabilities.ts';
import { rejected } from '../kit/errors.ts';
import type { Order, OrderItem } from './wire.ts';
import { channel } from './channel.ts';

/** Units of a line that wait to be shipped (amazon-sg.md 4.1); all that were ordered where Amazon does not count them. */
export function unitsLeft(each: OrderItem): number {
  return (
    each.fulfillment?.quantityUnfulfilled ?? each.quantityOrdered - (each.fulfillment?.quantityFulfilled ?? 0)
  );
}

export interface ItemUnits {
  readonly item: OrderItem;
  readonly units: number;
}

/**
 * The lines asked for, or all that have units left. Throws `rejected` for a line that is not in the order, or for more units
 * than are left of it.
 */
export function chosenItems(order: Order, lines: readonly LineUnits[] | null): ItemUnits[] {
  if (lines === null) {
    return order.orderItems
      .map((item) => ({ item, units: unitsLeft(item) }))
      .filter(({ units }) => units > 0);
  }
  return lines.map(({ lineId, units }) => {
    const item = order.orderItems.find(({ orderItemId }) => orderItemId === lineId);
    if (item === undefined) throw rejected('no_such_line', message('refusals.line_gone', { channel }));
    if (units < 1 || units > unitsLeft(item)) {
      throw rejected(
        'too_many_units',
        message('refusals.units_left', {
          item: item.product.title ?? item.orderItemId,
          left: unitsLeft(item),
          asked: units,
        }),
      );
    }
    return { item, units };
  });
}
