import { message } from '@evenstock/contract/messages/message';
import type { OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { isArranged, isCancelled } from './order-statuses.ts';
import { statusOfUnit } from './order.ts';
import { readOrder } from './orders.ts';
import type { LineItem, Order } from './wire.ts';
import { channel } from './channel.ts';

/** A parcel of an order: TikTok ships packages, which are there once the order is paid (tiktok.md 5). */
export interface Package {
  readonly id: string;
  /** Its shipping has been arranged. */
  readonly isArranged: boolean;
}

/** tiktok.md 5: every status of a package there is; `arranged` from the one that shipping leads to. */
export const packageStatuses: Readonly<Record<string, 'waiting' | 'arranged' | 'off'>> = {
  TO_FULFILL: 'waiting',
  PROCESSING: 'arranged',
  FULFILLING: 'arranged',
  COMPLETED: 'arranged',
  CANCELLED: 'off',
};

/** The packages with units that are still to go to the buyer, or went. */
export function packagesOf(raw: Order): Package[] {
  const units = raw.line_items.filter((unit) => !isCancelled(statusOfUnit(raw, unit)));
  const waits = (unit: LineItem): boolean =>
    !isArranged(statusOfUnit(raw, unit)) && packageStatuses[unit.package_status ?? ''] !== 'arranged';
  const ids = new Set(units.flatMap((unit) => unit.package_id ?? []));
  // If the units have no status, the order's own packages have that of the order.
  if (ids.size === 0) return raw.packages.map(({ id }) => ({ id, isArranged: isArranged(raw.status) }));
  return [...ids].map((id) => ({
    id,
    isArranged: !units.some((unit) => unit.package_id === id && waits(unit)),
  }));
}

/** The current state of the order. Throws `rejected` if the shop has none such. */
export async function readOrderNow(access: Access, order: OrderRef): Promise<Order> {
  const raw = await readOrder(access, order.channelId);
  if (raw !== null) return raw;
  throw rejected('order_not_found', message('refusals.order_gone', { channel }));
}
