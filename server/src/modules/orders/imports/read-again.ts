import type { Interval } from '@evenstock/connectors/kit/paging';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { readOrderJob } from '../order/orders.jobs.ts';
import type { LineInput } from './count-lines.rules.ts';

/** An order whose marketplace has not told yet who keeps a line's units is read again after these minutes. */
const UNTOLD_MINUTES = [1, 5, 15];

/** The instant at which an order is read again because a line's keeper is not told; null: it is not. */
export function untoldReadAt(inputs: readonly LineInput[], importedAt: Date, at: Date): Date | null {
  const isUntold = inputs.some(
    ({ reported, before }) => reported.keptBy === null && reported.isListed && before?.kept_by == null,
  );
  const due = UNTOLD_MINUTES.map((minutes) => new Date(importedAt.getTime() + minutes * 60_000));
  return (isUntold && due.find((instant) => instant > at)) || null;
}

/** An instant of the channel's clock on ours, by a read that ended now. */
export function onOurClock(instant: Date | null, read: Interval, at: Date): Date | null {
  return instant === null ? null : new Date(at.getTime() + instant.getTime() - read.ended.getTime());
}

/** Has an order read again at the earliest of these instants; one job an order waits. */
export async function readAgain(
  tx: Tx,
  order: {
    readonly storeId: number;
    readonly marketplaceId: number;
    readonly channelId: string;
    readonly orderId: number;
  },
  instants: readonly (Date | null)[],
): Promise<void> {
  const due = instants.flatMap((instant) => instant ?? []);
  if (due.length === 0) return;
  const { storeId, marketplaceId, channelId, orderId } = order;
  await enqueue(
    tx,
    readOrderJob,
    { storeId, marketplaceId, number: channelId },
    { key: `orders.read_again:${String(orderId)}`, runAt: new Date(Math.min(...due.map(Number))) },
  );
}
