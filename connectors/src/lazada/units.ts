import { onceEach } from '../kit/batches.ts';
import { message } from '@evenstock/contract/messages/message';
import type { LineUnits, OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError, rejected } from '../kit/errors.ts';
import { callSeller, dataOf } from './client.ts';
import { statusOf } from './order-statuses.ts';
import { lineIdOf } from './shop-sku.ts';
import { keeperOf } from './warehouses.ts';
import { unitNow } from './wire-actions.ts';
import { channel } from './channel.ts';

/**
 * The stage of a unit's shipment. `unpaid`: not yet; `sent`: ready for collection, or later; `off`: cancelled.
 */
export type UnitStage = 'unpaid' | 'to_pack' | 'packed' | 'sent' | 'off' | 'unknown';

/** One unit of an order: Lazada keeps a record for each (lazada.md 4). */
export interface Unit {
  readonly id: string;
  readonly lineId: string;
  readonly keptBy: 'seller' | 'marketplace' | 'elsewhere' | null;
  readonly status: string;
  readonly stage: UnitStage;
  readonly packageId: string | null;
  readonly reverseOrderId: string | null;
  /** The buyer asks to cancel it and waits for the seller's answer. */
  readonly asksToCancel: boolean;
  readonly isCancelPending: boolean;
}

/** Units that their seller can still cancel: from pending to ready_to_ship (lazada.md 6.1). */
export const cancellable: ReadonlySet<string> = new Set([
  'pending',
  'repacked',
  'packed',
  'ready_to_ship_pending',
  'ready_to_ship',
]);

const stages: Readonly<Record<string, UnitStage>> = {
  unpaid: 'unpaid',
  pending: 'to_pack',
  repacked: 'to_pack',
  packed: 'packed',
  canceled: 'off',
};

function stageOf(status: string): UnitStage {
  const known = statusOf(status);
  return stages[status] ?? (known.state === 'unknown' ? 'unknown' : 'sent');
}

/** The units of an order, read now (lazada.md 4: /order/items/get). Throws `rejected` when the shop has no such order. */
export async function readUnits(access: Access, order: OrderRef): Promise<Unit[]> {
  const path = '/order/items/get';
  const parameters = { order_id: order.channelId };
  const answer = await callSeller(access, { method: 'GET', path, parameters, group: 'orders' }).catch(
    (error: unknown) => {
      const isGone =
        error instanceof ChannelError && error.fault.kind === 'rejected' && error.fault.code === '16';
      throw isGone ? rejected('16', notFoundWords) : error;
    },
  );
  const told = dataOf(unitNow.array(), answer, path);
  return onceEach(told, (raw) => raw.order_item_id).map((raw) => ({
    id: raw.order_item_id,
    lineId: lineIdOf(raw),
    keptBy: keeperOf(raw, access),
    status: raw.status.trim().toLowerCase(),
    stage: stageOf(raw.status.trim().toLowerCase()),
    packageId: raw.package_id,
    reverseOrderId: raw.reverse_order_id,
    asksToCancel: raw.need_cancel_confirm,
    isCancelPending: raw.is_cancel_pending,
  }));
}

const notFoundWords = message('refusals.order_gone', { channel });

/** The units that an action names; all of them where it names none. Throws `rejected` for one that the order does not have. */
export function chosenUnits(units: readonly Unit[], lines: readonly LineUnits[] | null): Unit[] {
  if (lines === null) return [...units];
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  return lines
    .flatMap(({ unitIds }) => unitIds)
    .map((id) => {
      const unit = byId.get(id);
      if (unit !== undefined) return unit;
      throw rejected('35', message('refusals.line_gone', { channel }));
    });
}
