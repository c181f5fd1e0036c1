import type { Message } from '@evenstock/contract/messages/message';
import type { Urgency } from '@evenstock/connectors/kit/rate-limit';
import type { Context } from '../../../context.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import { quarantineRecords } from '../../pulls/quarantine-records.ts';
import { recordEach } from '../../pulls/record-each.ts';
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
 * @throws ChannelError
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
  const { recorded, unreadable: notRecorded } = await recordEach(
    ctx,
    read.orders,
    ({ channelId }) => channelId,
    (order) => importOrder(ctx, scope, order, read.interval),
  );
  const unreadable = [...read.unreadable, ...notRecorded];
  for (const { reference, reason } of unreadable) {
    readings.set(reference, { outcome: 'unreadable', reason });
  }
  await quarantineRecords(ctx, scope, 'order', {
    unreadable,
    read: read.orders.flatMap(({ number, channelId }) => [number, channelId]),
  });
  for (const order of recorded) {
    for (const asked of [order.number, order.channelId]) readings.set(asked, { outcome: 'imported' });
  }
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
