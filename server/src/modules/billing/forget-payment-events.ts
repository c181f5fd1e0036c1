import type { Context } from '../../context.ts';
import { deletePaymentEventsBefore } from './payment-events.queries.ts';

/**
 * How long an event is known again, in milliseconds. The provider repeats one for three days at most, and the job that reads
 * its subscription has long been done, or given up, by then.
 */
export const EVENTS_KEPT = 30 * 24 * 60 * 60_000;

/** Removes what the payment provider told of longer ago than it is kept. */
export async function forgetPaymentEvents(ctx: Context): Promise<void> {
  await deletePaymentEventsBefore(ctx.db, new Date(ctx.clock.now().getTime() - EVENTS_KEPT));
}
