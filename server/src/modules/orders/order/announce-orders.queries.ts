import { sql } from 'kysely';
import { announcing } from '../../../api/live.ts';
import { outboxRows, wakingWebhooks } from '../../../api/webhook-outbox.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** Announces changed orders to the viewers of a store and to its webhooks, when the transaction is committed. */
export async function announceOrders(
  tx: Tx,
  storeId: number,
  orderIds: readonly number[],
  at: Date,
): Promise<void> {
  const changed = sql`
    select o.store_id, ${at}::timestamptz as at,
      jsonb_build_object('id', o.id, 'reference_number', o.reference_number, 'marketplace_id', o.marketplace_id) as record
    from orders o where o.store_id = ${storeId} and o.id = any(${orderIds}::bigint[]) order by o.id`;
  await sql`
    with outbox as (${outboxRows('order.changed', changed)})
    select ${announcing(storeId, 'orders', orderIds)}, ${wakingWebhooks('outbox')}`.execute(tx);
}
