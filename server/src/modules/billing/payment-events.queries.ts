import type { Handle, Tx } from '../../platform/database/database.ts';

/** Stores an event of the payment provider. False: it came before. */
export async function insertPaymentEvent(
  tx: Tx,
  event: {
    readonly id: string;
    readonly type: string;
    readonly subscriptionId: string | null;
    readonly at: Date;
  },
): Promise<boolean> {
  const stored = await tx
    .insertInto('payment_events')
    .values({
      id: event.id,
      type: event.type,
      subscription_id: event.subscriptionId,
      received_at: event.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Deletes events that came before an instant. */
export async function deletePaymentEventsBefore(db: Handle, before: Date): Promise<void> {
  await db.deleteFrom('payment_events').where('received_at', '<', before).execute();
}
