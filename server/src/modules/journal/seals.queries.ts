import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { NotedSeal } from '../../platform/logs/seal-notes.ts';

/** Every column of an entry, in the order in which they are hashed. */
export const sealedColumns = [
  'id',
  'store_id',
  'key',
  'actor_type',
  'actor_id',
  'access_token_id',
  'recipient_type',
  'recipient_id',
  'changes',
  'extras',
  'created_at',
] as const;

const storeLock = (storeId: number | null): RawBuilder<unknown> =>
  sql`hashtextextended(${`activity seals of store ${String(storeId)}`}, 0)`;

/** The SHA-256 of an entry: of a JSON array of its columns, with the time in microseconds since 1970. */
function entryHash(entry: string): RawBuilder<Buffer> {
  const columns = sealedColumns.map((column) =>
    column === 'created_at'
      ? sql`(extract(epoch from ${sql.ref(`${entry}.created_at`)}) * 1000000)::bigint`
      : sql.ref(`${entry}.${column}`),
  );
  return sql`sha256(convert_to(jsonb_build_array(${sql.join(columns)})::text, 'UTF8'))`;
}

/** The SHA-256 of a seal `s`: of the previous hash, the seal's key and time, and every id and hash of its batch. */
const sealHash = sql<Buffer>`sha256(
  coalesce(s.previous_hash, ''::bytea)
  || convert_to(jsonb_build_array(s.store_id, s.chain, s.number, (extract(epoch from s.sealed_at) * 1000000)::bigint)::text, 'UTF8')
  || (select string_agg(int8send(e.id) || e.hash, ''::bytea order by e.position)
      from unnest(s.entry_ids, s.entry_hashes) with ordinality as e(id, hash, position)))`;

/** The stores with entries that wait for their seal; null stands for entries outside of any store. */
export async function storesWithUnsealed(db: Handle): Promise<(number | null)[]> {
  const { rows } = await sql<{ storeId: number | null }>`
    select distinct store_id as "storeId" from unsealed_activities order by 1`.execute(db);
  return rows.map(({ storeId }) => storeId);
}

/** Locks a store's seals for one writer, until the transaction ends. @returns false where another writer has it */
export async function tryLockSeals(tx: Tx, storeId: number | null): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${storeLock(storeId)}) as "isLocked"`.execute(tx);
  return rows[0]?.isLocked === true;
}

interface SealedBatch {
  readonly seal: NotedSeal;
  /** The seal begins a new chain where a restored backup ended. */
  readonly isAfterRestore: boolean;
}

/**
 * Seals the oldest entries of a store that wait, under its lock. Entries that were removed meanwhile stay in the list of those that
 * wait, so that they are noticed.
 * @returns null where none waits, or the store's removal is under way
 */
export async function sealBatch(
  tx: Tx,
  batch: {
    readonly storeId: number | null;
    readonly chain: number;
    readonly size: number;
    readonly at: Date;
  },
): Promise<SealedBatch | null> {
  const { storeId } = batch;
  const { rows } = await sql<NotedSeal & { continues: boolean }>`
    with entries as (
      select a.id, ${entryHash('a')} as hash
      from unsealed_activities u join activities a on a.id = u.activity_id
      where u.store_id is not distinct from ${storeId}::bigint
      order by a.id limit ${batch.size}
    ), newest as (
      select chain, number, hash from activity_seals
      where store_id is not distinct from ${storeId}::bigint
      order by chain desc, number desc limit 1
    ), s as (
      select ${storeId}::bigint as store_id, ${batch.chain}::bigint as chain,
        coalesce((select number from newest where chain = ${batch.chain}), 0) + 1 as number,
        (select hash from newest) as previous_hash, ${batch.at}::timestamptz as sealed_at,
        array_agg(id order by id) as entry_ids, array_agg(hash order by id) as entry_hashes
      from entries having count(*) > 0
    ), taken as (
      delete from unsealed_activities where activity_id in (select id from entries)
    )
    insert into activity_seals (store_id, chain, number, previous_hash, entry_ids, entry_hashes, hash, sealed_at)
    select s.store_id, s.chain, s.number, s.previous_hash, s.entry_ids, s.entry_hashes, ${sealHash}, s.sealed_at from s
    returning store_id as "storeId", chain, number, encode(hash, 'hex') as hash, previous_hash is not null as continues`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { continues, ...seal } = row;
  return { seal, isAfterRestore: continues && seal.number === 1 };
}

/** The seals that are noted outside of the database and missing in it. */
export async function seenButMissing(db: Handle, seen: readonly NotedSeal[]): Promise<NotedSeal[]> {
  const { rows } = await sql<NotedSeal>`
    select seen."storeId", seen.chain, seen.number, seen.hash
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as seen("storeId" bigint, chain bigint, number bigint, hash text)
    where not exists (
        select from activity_seals s
        where s.store_id is not distinct from seen."storeId" and s.chain = seen.chain and s.number = seen.number
          and encode(s.hash, 'hex') = seen.hash)
      and not exists (
        select from purged_chains p where p.purged_store_id = seen."storeId" and encode(p.last_hash, 'hex') = seen.hash)
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** Locks a store's seals for one writer, until the transaction ends; waits for another one. */
export async function lockSeals(tx: Tx, storeId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${storeLock(storeId)})`.execute(tx);
}

/** Copies a store's last hash to the record of purged stores. */
export async function insertPurgedChain(tx: Tx, storeId: number): Promise<void> {
  await sql`
    insert into purged_chains (purged_store_id, last_hash)
    select store_id, hash from activity_seals where store_id = ${storeId} order by chain desc, number desc limit 1`.execute(
    tx,
  );
}

/** The generation of the database. @throws NoResultError where the database is not an installation's */
export async function currentGeneration(db: Handle): Promise<number> {
  const { generation } = await db.selectFrom('installation').select('generation').executeTakeFirstOrThrow();
  return generation;
}

/** A seal, compared with its chain. */
export interface CheckedSeal {
  readonly storeId: number | null;
  readonly chain: number;
  readonly number: number;
  readonly hash: string;
  readonly entries: number;
  /** The hash equals that of the seal's content. */
  readonly isWhole: boolean;
  /** The seal contains the hash of the seal before it. */
  readonly isLinked: boolean;
  /** The number of the seal before it in its chain; 0 for the first. */
  readonly numberBefore: number;
}

/** Every seal, by store, in the order of its chains. */
export async function checkSeals(db: Handle): Promise<CheckedSeal[]> {
  const { rows } = await sql<CheckedSeal>`
    select s.store_id as "storeId", s.chain, s.number, encode(s.hash, 'hex') as hash, cardinality(s.entry_ids) as entries,
      s.hash = ${sealHash} as "isWhole",
      s.previous_hash is not distinct from lag(s.hash) over (partition by s.store_id order by s.chain, s.number) as "isLinked",
      coalesce(lag(s.number) over (partition by s.store_id, s.chain order by s.number), 0) as "numberBefore"
    from activity_seals s order by s.store_id nulls first, s.chain, s.number`.execute(db);
  return rows;
}

/** An entry that differs from its seal: changed, missing or inserted. */
export interface EntryFault {
  readonly fault: 'changed' | 'missing' | 'inserted';
  readonly storeId: number | null;
  readonly activityId: number;
}

/** Compares every entry with its seal. An entry that waits for its seal must exist; one without a seal must wait. */
export async function findEntryFaults(db: Handle): Promise<EntryFault[]> {
  const { rows } = await sql<EntryFault>`
    with promised as (
      select s.store_id, e.id, e.hash from activity_seals s, unnest(s.entry_ids, s.entry_hashes) as e(id, hash)
      union all select u.store_id, u.activity_id, null from unsealed_activities u
    )
    select case when a.id is null then 'missing' when p.id is null then 'inserted' else 'changed' end as fault,
      coalesce(p.store_id, a.store_id) as "storeId", coalesce(p.id, a.id) as "activityId"
    from promised p full join activities a on a.id = p.id
    where a.id is null or p.id is null or p.hash <> ${entryHash('a')}
    order by 2 nulls first, 3`.execute(db);
  return rows;
}
