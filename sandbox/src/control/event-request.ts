import type { z } from 'zod';
import type { Order, OrderEventName } from '../core/records.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { EventRequest } from '../core/shop.ts';
import { assign, editLine } from '../core/order-edits.ts';
import type { Shop } from '../core/shop.ts';
import type { ChannelSimulator } from '../core/simulator.ts';
import type { orderEdit, orderEventRequest } from './payloads.ts';

const usualActor: Partial<Record<OrderEventName, EventRequest['by']>> = {
  pack: 'seller', unpack: 'seller', ship: 'seller', reject_cancellation: 'seller', reject_return: 'seller', return: 'seller', deliver: 'system', complete: 'system',
}; // oxfmt-ignore

/** Reads a request for an event and adds who usually causes it. Throws SandboxError for a SKU that is not in the order. */
export function eventRequest(
  order: Order,
  name: OrderEventName,
  asked: z.output<typeof orderEventRequest>,
): EventRequest {
  return {
    by: asked.by ?? usualActor[name] ?? 'buyer',
    ...(asked.reason === undefined ? {} : { reason: asked.reason }),
    ...(asked.restock === undefined ? {} : { restore: asked.restock }),
    ...(asked.lines === undefined ? {} : { units: unitsByLine(order, asked.lines) }),
  };
}

/** Applies an edit of an order, all of it or nothing of what its stage does not allow. */
export function editOrder(
  shop: Shop,
  simulator: ChannelSimulator,
  order: Order,
  { kept_by: keptBy, parcels, lines = [] }: z.output<typeof orderEdit>,
): void {
  if (parcels !== undefined) {
    if (simulator.setParcels === undefined)
      throw new SandboxError(409, `${simulator.channel} tells nothing of a parcel that fails.`);
    simulator.setParcels(shop, order, parcels);
    shop.orderChanged(order);
  }
  if (keptBy === undefined && lines.length === 0) return;
  shop.edit(order, () => {
    for (const { sku, quantity, restock, removed, renumbered } of lines)
      editLine(
        shop,
        order,
        { sku, quantity, isRestocked: restock, isRemoved: removed, isRenumbered: renumbered },
        () => simulator.ids.line(shop, shop.nextNumber('line')),
      );
    if (keptBy !== undefined) assign(shop, order, keptBy);
  });
}

function unitsByLine(
  order: Order,
  lines: readonly { sku: string; quantity: number }[],
): Record<string, number> {
  const units: Record<string, number> = {};
  for (const { sku, quantity } of lines) {
    const line = order.lines.find((candidate) => candidate.sku === sku && units[candidate.id] === undefined);
    if (line === undefined)
      throw new SandboxError(404, `Order ${order.number} has no line with the SKU ${sku}.`);
    units[line.id] = quantity;
  }
  return units;
}
