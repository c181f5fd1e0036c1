import type { ActivityKey, ActorType, RecipientType } from '@evenstock/contract/kinds/activities';
import { actingToken } from '../../platform/secrets/acting-token.ts';
import type { Tx } from '../../platform/database/database.ts';
import { insertActivities, insertActivity, type ActivityRow } from './activities.queries.ts';
import {
  changesOf,
  type Changes,
  type FieldOf,
  type FieldValue,
  type ValuesOf,
} from './activity-changes.rules.ts';

/** The actor. `System` has no id. */
export interface ActivityActor {
  readonly type: ActorType;
  readonly id: number | null;
}

/** `After`, restricted to the fields that the journal keeps of `Key`; others do not compile. */
type Kept<Key extends ActivityKey, After> = After & {
  readonly [Other in Exclude<keyof After, FieldOf<Key>>]: never;
};

interface ActivityEntry<Key extends ActivityKey, After> {
  /** Null for an activity outside of any store. */
  readonly storeId: number | null;
  readonly key: Key;
  readonly actor: ActivityActor;
  /** The recipient; null for the store itself. */
  readonly recipient: { readonly type: RecipientType; readonly id: number } | null;
  /** The record's fields before the change, read under its lock; fields that were not written do no harm. */
  readonly before?: ValuesOf[Key];
  /** The written fields; one that is undefined did not change. */
  readonly after?: Kept<Key, After>;
  /** Further facts that are not changes of fields: counts and record ids, never a buyer's data. */
  readonly extras?: Readonly<Record<string, FieldValue>>;
  readonly at: Date;
}

/** Records an activity, in the transaction of the change. Activities are append-only. */
export async function recordActivity<Key extends ActivityKey, After extends ValuesOf[Key]>(
  tx: Tx,
  entry: ActivityEntry<Key, After>,
): Promise<void> {
  await insert(tx, entry, changesOf(entry.key, entry.before ?? {}, entry.after ?? {}));
}

/** Records an activity only if a field has changed. See `recordActivity`. @returns false where none has changed */
export async function recordChange<Key extends ActivityKey, After extends ValuesOf[Key]>(
  tx: Tx,
  entry: ActivityEntry<Key, After>,
): Promise<boolean> {
  const changes = changesOf(entry.key, entry.before ?? {}, entry.after ?? {});
  if (Object.keys(changes).length === 0) return false;
  await insert(tx, entry, changes);
  return true;
}

/** Records activities in one statement, in their order. See `recordActivity`. */
export async function recordActivities<Key extends ActivityKey, After extends ValuesOf[Key]>(
  tx: Tx,
  entries: readonly ActivityEntry<Key, After>[],
): Promise<void> {
  if (entries.length === 0) return;
  await insertActivities(
    tx,
    entries.map((entry) => rowOf(entry, changesOf(entry.key, entry.before ?? {}, entry.after ?? {}))),
  );
}

async function insert(tx: Tx, entry: Entry, changes: Changes): Promise<void> {
  const row = rowOf(entry, changes);
  await insertActivity(tx, {
    ...row,
    changes: JSON.stringify(row.changes),
    extras: JSON.stringify(row.extras),
  });
}

type Entry = Omit<ActivityEntry<ActivityKey, unknown>, 'before' | 'after'>;

function rowOf(entry: Entry, changes: Changes): ActivityRow {
  return {
    store_id: entry.storeId,
    key: entry.key,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    access_token_id: entry.actor.type === 'User' ? actingToken() : null,
    recipient_type: entry.recipient?.type ?? null,
    recipient_id: entry.recipient?.id ?? null,
    changes,
    extras: entry.extras ?? {},
    created_at: entry.at,
  };
}
