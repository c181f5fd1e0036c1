import type { ActivityKey } from '@evenstock/contract/activities';
import type { Tx } from '../../platform/database.ts';
import { insertActivity } from './activities.queries.ts';

/** Who did it. `System` has no id. */
export interface ActivityActor {
  readonly type: 'User' | 'Marketplace' | 'Order' | 'Store' | 'System';
  readonly id: number | null;
}

export interface ActivityEntry {
  /** Null for what happens outside of any store. */
  readonly storeId: number | null;
  readonly key: ActivityKey;
  readonly actor: ActivityActor;
  /** The record it was done to; null where it was the store itself. */
  readonly recipient: { readonly type: string; readonly id: number } | null;
  /** Field names and record ids; never a buyer's data. */
  readonly extras?: Readonly<Record<string, string | number | boolean | null>>;
  readonly at: Date;
}

/** Writes one line of the journal, in the transaction of the change that it tells of. */
export async function recordActivity(tx: Tx, entry: ActivityEntry): Promise<void> {
  await insertActivity(tx, {
    store_id: entry.storeId,
    key: entry.key,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    recipient_type: entry.recipient?.type ?? null,
    recipient_id: entry.recipient?.id ?? null,
    extras: JSON.stringify(entry.extras ?? {}),
    created_at: entry.at,
  });
}
