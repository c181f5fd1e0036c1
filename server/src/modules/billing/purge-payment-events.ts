import type { Context } from '../../context.ts';
import { deletePaymentEventsBefore } from './payment-events.queries.ts';

/**
 * How long events are kept to recognise repeated ones, in milliseconds. The provider repeats an event for three days at most, and
 * its job has ended or become a dead letter by then.
 */
export const EVENTS_KEPT = 30 * 24 * 60 * 60_000;

/** Purges old events of the payment provider. */
export async function purgePaymentEvents(ctx: Context): Promise<void> {
  await deletePaymentEventsBefore(ctx.db, new Date(ctx.clock.now().getTime() - EVENTS_KEPT));
}
