import { sql, type RawBuilder } from 'kysely';
import type { PageRequest } from '../../api/page-request.ts';
import type { Handle, Tx } from '../../platform/database/database.ts';
import { KEYED } from '../../platform/jobs/jobs.ts';

/**
 * The queue's trace of a job in whose place another of its key was added while it ran, or after it had failed for good. The other
 * one does the work. A job of a schedule has a key too.
 */
const isReplaced = sql`
  j.key is null and (coalesce(j.flags ? ${KEYED}, false) or j.payload::jsonb ? '_cron')`;
const hasEnded = sql`j.attempts >= j.max_attempts and j.locked_at is null`;

export interface DeadLetterRow {
  readonly id: number;
  readonly job: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly failedAt: Date;
}

/** The record that a job is about, by the name in its payload, and its table: the job is of the same store. */
const subjects = {
  marketplaceId: 'marketplaces',
  pullId: 'marketplace_pulls',
  operationId: 'operations',
  actionId: 'marketplace_actions',
  orderId: 'orders',
  productListingId: 'product_listings',
  storeProfileId: 'store_profiles',
} as const;

/** Jobs whose payload names a store, or else a record of it; null: all jobs. */
function isOf(storeId: number | null): RawBuilder<unknown> {
  if (storeId === null) return sql`true`;
  const stores = Object.entries(subjects).map(
    ([name, table]) =>
      sql`(select r.store_id from ${sql.table(table)} r where r.id = (j.payload->>${sql.lit(name)})::bigint)`,
  );
  return sql`coalesce((j.payload->>'storeId')::bigint, ${sql.join(stores)}) = ${storeId}`;
}

/** The statement of a page of the jobs that failed for good, newest first. */
export const deadLettersPage = (storeId: number | null, page: PageRequest): RawBuilder<DeadLetterRow> => sql`
  select j.id, t.identifier as job, j.payload, j.attempts, j.last_error as error, j.created_at as "createdAt",
    j.updated_at as "failedAt"
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where ${hasEnded} and not (${isReplaced}) and ${isOf(storeId)}
  order by j.updated_at desc, j.id desc
  limit ${page.perPage} offset ${page.offset}`;

/** One page of the jobs that failed for good, newest first, and how many there are. */
export async function readDeadLetters(
  db: Handle,
  storeId: number | null,
  page: PageRequest,
): Promise<{ rows: DeadLetterRow[]; total: number }> {
  const { rows } = await deadLettersPage(storeId, page).execute(db);
  return { rows, total: await countEnded(db, storeId) };
}

/** The statement of `countEnded`. */
export const endedCount = (storeId: number | null): RawBuilder<{ total: number }> => sql`
  select count(*)::integer as total from graphile_worker._private_jobs j
  where ${hasEnded} and not (${isReplaced}) and ${isOf(storeId)}`;

/** How many jobs failed for good. */
export async function countEnded(db: Handle, storeId: number | null): Promise<number> {
  const { rows } = await endedCount(storeId).execute(db);
  return rows[0]?.total ?? 0;
}

/** Locks a job that failed for good. False: there is none of the store, or somebody was faster. */
export async function lockDeadLetter(tx: Tx, storeId: number | null, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs j
    where j.id = ${id} and ${hasEnded} and not (${isReplaced}) and ${isOf(storeId)}
    for update`.execute(tx);
  return rows.length > 0;
}

/** Has a locked dead letter run again, with all its attempts. */
export async function requeue(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := ${now}, attempts := 0)`.execute(
    tx,
  );
}

/** Deletes a locked dead letter. */
export async function discard(tx: Tx, id: number): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx);
}

/** Deletes the traces of replaced jobs. @returns how many */
export async function deleteReplacedJobs(db: Handle): Promise<number> {
  const { rows } = await sql`
    delete from graphile_worker._private_jobs j where ${hasEnded} and ${isReplaced} returning 1`.execute(db);
  return rows.length;
}
