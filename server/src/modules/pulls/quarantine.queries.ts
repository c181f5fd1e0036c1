import type { Unreadable } from '@evenstock/connectors/kit/paging';
import type { Message } from '@evenstock/contract/messages/message';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { PullRow } from './pulls.queries.ts';

export type QuarantinedKind = 'listing' | 'order' | 'return';

export interface RecordsOfPage {
  readonly unreadable: readonly Unreadable[];
  /** The references of records that were read and so leave the quarantine. */
  readonly read: readonly string[];
  readonly at: Date;
}

/**
 * Quarantines records that could not be read, and releases those that could be read.
 * @returns whether the quarantine changed
 */
export async function updateQuarantined(
  tx: Tx,
  pull: Pick<PullRow, 'store_id' | 'marketplace_id'>,
  kind: QuarantinedKind,
  records: RecordsOfPage,
): Promise<boolean> {
  const taken =
    records.read.length === 0
      ? null
      : await tx
          .deleteFrom('quarantined_records')
          .where('marketplace_id', '=', pull.marketplace_id)
          .where('kind', '=', kind)
          .where('reference', 'in', records.read)
          .executeTakeFirst();
  if (records.unreadable.length === 0) return taken !== null && taken.numDeletedRows > 0n;
  const unique = new Map(records.unreadable.map((record) => [record.reference, record.reason]));
  await tx
    .insertInto('quarantined_records')
    .values(
      [...unique].map(([reference, reason]) => ({
        store_id: pull.store_id,
        marketplace_id: pull.marketplace_id,
        kind,
        reference,
        reason: JSON.stringify(reason),
        seen_at: records.at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['marketplace_id', 'kind', 'reference']).doUpdateSet((eb) => ({
        reason: eb.ref('excluded.reason'),
        seen_at: eb.ref('excluded.seen_at'),
      })),
    )
    .execute();
  return true;
}

/** The record of a kind that was quarantined last; null where all could be read. */
export async function newestQuarantined(
  db: Handle,
  marketplaceId: number,
  kind: QuarantinedKind,
): Promise<{ reference: string; reason: Message } | null> {
  const record = await db
    .selectFrom('quarantined_records')
    .select(['reference', sql<Message>`reason`.as('reason')])
    .where('marketplace_id', '=', marketplaceId)
    .where('kind', '=', kind)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return record ?? null;
}
