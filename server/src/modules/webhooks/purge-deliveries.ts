import { deliveryDays } from '@evenstock/contract/webhooks/webhooks';
import type { Context } from '../../context.ts';
import { after } from '../../platform/time/time-spans.ts';
import { deleteDeliveriesBefore } from './deliveries.queries.ts';

const DAY = 24 * 60 * 60_000;

/** Deletes what was delivered, or given up, 30 days ago. */
export function purgeDeliveries(ctx: Context): Promise<void> {
  return deleteDeliveriesBefore(ctx.db, after(ctx.clock.now(), -deliveryDays * DAY));
}
