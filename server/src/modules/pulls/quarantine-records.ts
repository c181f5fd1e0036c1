import type { Unreadable } from '@evenstock/connectors/kit/paging';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { followUnreadableJob } from './pulls.jobs.ts';
import { updateQuarantined, type QuarantinedKind, type RecordsOfPage } from './quarantine.queries.ts';

interface Scope {
  readonly storeId: number;
  readonly marketplaceId: number;
}

/** Quarantines records that could not be read, with the reason, and releases those that could be read. */
export async function quarantineRecords(
  ctx: Context,
  scope: Scope,
  kind: QuarantinedKind,
  records: { readonly unreadable: readonly Unreadable[]; readonly read: readonly string[] },
): Promise<void> {
  if (records.unreadable.length === 0 && records.read.length === 0) return;
  await inTransaction(ctx.db, (tx) =>
    quarantineRecordsWithin(tx, scope, kind, { ...records, at: ctx.clock.now() }),
  );
}

/** The same, in the transaction of the page that the records came with. */
export async function quarantineRecordsWithin(
  tx: Tx,
  { storeId, marketplaceId }: Scope,
  kind: QuarantinedKind,
  records: RecordsOfPage,
): Promise<void> {
  const isChanged = await updateQuarantined(
    tx,
    { store_id: storeId, marketplace_id: marketplaceId },
    kind,
    records,
  );
  if (!isChanged) return;
  await enqueue(tx, followUnreadableJob, { marketplaceId }, { key: `unreadable:${String(marketplaceId)}` });
}
