import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

/** The reference number of a store's newest order that waits at an authorised marketplace of a channel; null where none does. */
export async function newestWaiting(
  db: Handle,
  storeId: number,
  channel: ChannelKind,
): Promise<string | null> {
  const { rows } = await sql<{ reference: string }>`
    select o.reference_number as reference from orders o join marketplaces m on m.id = o.marketplace_id
    where o.store_id = ${storeId} and o.channel = ${channel} and o.state = 'staff_to_process'
      and m.state = 'verified' and not m.needs_authorization
    order by o.source_created_at desc, o.id desc limit 1`.execute(db);
  return rows[0]?.reference ?? null;
}
