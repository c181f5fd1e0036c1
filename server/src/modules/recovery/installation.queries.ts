import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { Committed } from '../../platform/logs/recovery-log.ts';
import type { DatabaseIdentity, RecoveryReason } from './notice.rules.ts';
import type { ProcessRole } from './process-place.ts';

/** The state of the database, compared with what is recorded outside of it. */
export interface Standing {
  readonly generation: number;
  readonly recorded: DatabaseIdentity | null;
  readonly current: DatabaseIdentity;
  readonly keptLog: boolean;
  readonly isLacking: boolean;
  readonly hasCompany: boolean;
  readonly isEmpty: boolean;
  readonly isRequested: boolean;
  /** The newest entry of the ledger; 0 where there is none. */
  readonly newestMovement: number;
}

interface StandingRow extends Omit<Standing, 'recorded' | 'current'> {
  readonly systemIdentifier: string;
  readonly timeline: number;
  readonly databaseOid: number;
  readonly recordedSystem: string | null;
  readonly recordedTimeline: number | null;
  readonly recordedOid: number | null;
}

/**
 * Compares the database with what was committed.
 * @param aliveSince a process whose last heartbeat is younger is alive
 * @throws NoResultError where the database is not an installation's
 */
export async function compareWith(
  db: Handle,
  committed: readonly Committed[],
  own: string,
  aliveSince: Date,
): Promise<Standing> {
  const seen = committed.map(({ process, count, last }) => ({
    process,
    count,
    movement: last?.id ?? null,
    cause: last?.key ?? null,
  }));
  const { rows } = await sql<StandingRow>`
    with seen as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as s(process uuid, count bigint, movement bigint, cause text)
    )
    select i.generation, i.keeps_recovery_log as "keptLog", i.recovery_requested_at is not null as "isRequested",
      i.system_identifier as "recordedSystem", i.timeline as "recordedTimeline", i.database_oid as "recordedOid",
      (select system_identifier::text from pg_control_system()) as "systemIdentifier",
      (select timeline_id from pg_control_checkpoint()) as timeline,
      (select oid::bigint from pg_database where datname = current_database()) as "databaseOid",
      not exists (select from stores) as "isEmpty",
      exists (select from processes where id <> ${own}::uuid and beat_at > ${aliveSince}) as "hasCompany",
      coalesce((select max(id) from stock_movements), 0) as "newestMovement",
      exists (
        select from seen s
        left join attempt_counts c on c.process_id = s.process
        left join processes p on p.id = s.process
        where s.count > coalesce(c.count, 0) or (
          s.movement > greatest(coalesce(p.settled_movement, 0), i.purged_movement)
          and not exists (select from stock_movements m where m.id = s.movement and m.cause = s.cause))) as "isLacking"
    from installation i`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database has no row of its installation.');
  const { systemIdentifier, timeline, databaseOid, recordedSystem, recordedTimeline, recordedOid, ...rest } =
    row;
  const isRecorded = recordedSystem !== null && recordedTimeline !== null && recordedOid !== null;
  return {
    ...rest,
    current: { systemIdentifier, timeline, databaseOid },
    recorded: isRecorded
      ? { systemIdentifier: recordedSystem, timeline: recordedTimeline, databaseOid: recordedOid }
      : null,
  };
}

/** Locks the installation's row: recoveries run one at a time. */
export async function lockInstallation(tx: Tx): Promise<void> {
  await sql`select from installation for update`.execute(tx);
}

/** Records which server and database it is, and whether a recovery log is kept. */
export async function recordIdentity(
  db: Handle,
  identity: DatabaseIdentity,
  keepsLog: boolean,
): Promise<void> {
  await sql`
    update installation set system_identifier = ${identity.systemIdentifier}, timeline = ${identity.timeline},
      database_oid = ${identity.databaseOid}, keeps_recovery_log = keeps_recovery_log or ${keepsLog}`.execute(
    db,
  );
}

/** Records that a process is alive, where it runs, and what it does; a role that is not known yet leaves the known one. */
export async function beat(
  db: Handle,
  process: string,
  place: { readonly host: string; readonly pid: number; readonly role: ProcessRole | null },
  at: Date,
): Promise<void> {
  await sql`
    insert into processes (id, started_at, beat_at, host, pid, role)
    values (${process}::uuid, ${at}, ${at}, ${place.host}, ${place.pid}, ${place.role})
    on conflict (id) do update
      set beat_at = excluded.beat_at, host = excluded.host, pid = excluded.pid, ended_at = null,
        role = coalesce(excluded.role, processes.role)`.execute(db);
}

/** Records that a process ends, so that nobody waits for its next heartbeat. */
export async function endBeat(db: Handle, process: string, at: Date): Promise<void> {
  await sql`update processes set ended_at = ${at} where id = ${process}::uuid`.execute(db);
}

/** Deletes processes whose last heartbeat was before an instant. */
export async function deleteProcessesBefore(db: Handle, before: Date): Promise<void> {
  await sql`delete from processes where beat_at < ${before}`.execute(db);
}

/** Requests a recovery from every process of this database. */
export async function requestRecovery(db: Handle, at: Date): Promise<void> {
  await sql`update installation set recovery_requested_at = ${at}`.execute(db);
}

/** Begins a generation, and records which committed entries the recovery takes care of. */
export async function beginGeneration(
  tx: Tx,
  recovery: {
    readonly generation: number;
    readonly reason: RecoveryReason;
    readonly hasLog: boolean;
    readonly keepsLog: boolean;
    readonly identity: DatabaseIdentity;
    readonly committed: readonly Committed[];
    /** A heartbeat old enough that these processes count as dead. */
    readonly seenAt: Date;
    readonly at: Date;
  },
): Promise<void> {
  const { generation, at } = recovery;
  await recordIdentity(tx, recovery.identity, recovery.keepsLog);
  await sql`
    update installation set generation = ${generation}, recovery_requested_at = null`.execute(tx);
  await sql`
    insert into recoveries (generation, began_at, reason, has_log)
    values (${generation}, ${at}, ${recovery.reason}, ${recovery.hasLog})`.execute(tx);
  for (const { process, last } of recovery.committed) {
    await sql`
      insert into processes (id, started_at, beat_at, settled_movement)
      values (${process}::uuid, ${at}, ${recovery.seenAt}, ${last?.id ?? 0})
      on conflict (id) do update set settled_movement = greatest(processes.settled_movement, excluded.settled_movement)`.execute(
      tx,
    );
  }
}

/**
 * Advances every sequence beyond a number: an id that was assigned before the restore must not be assigned again, as causes and links
 * refer to it.
 */
export async function moveSequencesPast(tx: Tx, id: number, further: number): Promise<void> {
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, greatest(coalesce(last_value, 0), ${id}::bigint) + ${further}::bigint)
    from pg_sequences where schemaname = 'public'`.execute(tx);
}

/** Every store that is not deleted. */
export async function storesOf(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from stores where deleted_at is null order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface Recovery {
  readonly generation: number;
  readonly hasLog: boolean;
  readonly isReplayed: boolean;
  readonly beganAt: Date;
}

/** The newest recovery; null where there was none. */
export async function newestRecovery(db: Handle): Promise<Recovery | null> {
  const { rows } = await sql<Recovery>`
    select generation, has_log as "hasLog", replayed_at is not null as "isReplayed", began_at as "beganAt"
    from recoveries order by generation desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Records that the recovery log was replayed. */
export async function markReplayed(db: Handle, generation: number, at: Date): Promise<void> {
  await sql`update recoveries set replayed_at = ${at} where generation = ${generation}`.execute(db);
}
