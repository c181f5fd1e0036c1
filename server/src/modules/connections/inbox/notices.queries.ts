import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** Stores a notice. False: it came before. */
export async function insertNotice(
  tx: Tx,
  notice: {
    readonly marketplaceId: number;
    readonly channel: ChannelKind;
    readonly dedupeKey: string;
    /** The records that it names, as JSON. */
    readonly about: unknown;
    readonly now: Date;
    /** When it was dealt with; null: a job reads what it names. */
    readonly processedAt?: Date;
  },
): Promise<boolean> {
  const stored = await tx
    .insertInto('webhook_deliveries')
    .values({
      marketplace_id: notice.marketplaceId,
      channel: notice.channel,
      dedupe_key: notice.dedupeKey,
      about: JSON.stringify(notice.about),
      received_at: notice.now,
      processed_at: notice.processedAt ?? null,
    })
    .onConflict((conflict) => conflict.columns(['channel', 'dedupe_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Marks notices as processed. */
export async function setProcessed(db: Handle, ids: readonly number[], now: Date): Promise<void> {
  await db.updateTable('webhook_deliveries').set({ processed_at: now }).where('id', 'in', ids).execute();
}

export interface FailedAttempt {
  /** Failed ones, with this one. */
  readonly attempts: number;
  /** When it is tried again; null: never. */
  readonly again: Date | null;
  readonly failure: string;
  readonly now: Date;
}

/** Records a failed attempt of a notice. */
export async function setFailed(
  db: Handle,
  id: number,
  { attempts, again, failure, now }: FailedAttempt,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ attempts, attempt_at: again, dead_at: again === null ? now : null, failure })
    .where('id', '=', id)
    .execute();
}

/** Deletes notices that came before an instant. */
export async function deleteNoticesBefore(db: Handle, before: Date): Promise<void> {
  await sql`delete from webhook_deliveries where received_at < ${before}`.execute(db);
}
