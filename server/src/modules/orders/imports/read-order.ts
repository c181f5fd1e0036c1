import type { Message } from '@evenstock/contract/messages/message';
import type { Urgency } from '@evenstock/connectors/kit/rate-limit';
import type { Context } from '../../../context.ts';
import { eachAlone } from '../../../platform/jobs/each-alone.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import { quarantineRecords } from '../../pulls/quarantine-records.ts';
import { importOrder } from './import-order.ts';
import { readKnownLines } from './pull-orders.queries.ts';

export interface OrderScope {
  readonly storeId: number;
  readonly marketplaceId: number;
}

/** The outcome of reading one order. `unreadable` orders are quarantined with the reason. */
export type OrderReading =
  | { readonly outcome: 'imported' }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'unreadable'; readonly reason: Message };

/**
 * Reads orders from their marketplace by its own ids, or a number that a member typed in, and imports them.
 * @throws ChannelError; the first failure of an order that could not be imported, after the others were
 */
export async function readOrders(
  ctx: Context,
  scope: OrderScope,
  numbers: readonly string[],
  urgency: Urgency,
): Promise<ReadonlyMap<string, OrderReading>> {
  const unique = [...new Set(numbers)];
  const readings = new Map<string, OrderReading>(unique.map((number) => [number, { outcome: 'missing' }]));
  if (unique.length === 0) return readings;
  const knownLines = await readKnownLines(ctx.db, scope.marketplaceId, unique);
  const read = await callMarketplace(ctx, scope.marketplaceId, urgency, (access, connector) =>
    connector.orders.read(access, unique, knownLines),
  );
  for (const { reference, reason } of read.unreadable) {
    readings.set(reference, { outcome: 'unreadable', reason });
  }
  await quarantineRecords(ctx, scope, 'order', {
    unreadable: read.unreadable,
    read: read.orders.flatMap(({ number, channelId }) => [number, channelId]),
  });
  const found = read.orders.map((order) => ({ id: order.channelId, order }));
  await eachAlone({ log: ctx.log, task: 'orders.read_orders' }, found, async ({ order }) => {
    await importOrder(ctx, scope, order, read.interval);
    for (const asked of [order.number, order.channelId]) readings.set(asked, { outcome: 'imported' });
  });
  return readings;
}

/**
 * Reads one order from its marketplace by its own id, or a number that a member typed in, and imports it.
 * @throws ChannelError
 */
export async function readOrder(
  ctx: Context,
  scope: OrderScope,
  number: string,
  urgency: Urgency,
): Promise<OrderReading> {
  const readings = await readOrders(ctx, scope, [number], urgency);
  return readings.get(number) ?? { outcome: 'missing' };
}
