import { sql } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

/** The processes of the installation, by what they do. */
export interface ProcessesAlive {
  readonly all: number;
  readonly http: number;
  readonly worker: number;
  /** The latest sign of a process that runs jobs; null where none ever did. */
  readonly workedAt: Date | null;
  /** When the first process began that is still known; null where none is. */
  readonly beganAt: Date | null;
}

/**
 * Counts the processes that are alive.
 * @param aliveSince a process whose last heartbeat is younger is alive
 */
export async function countProcesses(db: Handle, aliveSince: Date): Promise<ProcessesAlive> {
  const { rows } = await sql<ProcessesAlive>`
    select count(*) filter (where lives and role = 'all')::integer as "all",
      count(*) filter (where lives and role = 'http')::integer as http,
      count(*) filter (where lives and role = 'worker')::integer as worker,
      max(coalesce(ended_at, beat_at)) filter (where role in ('all', 'worker')) as "workedAt",
      min(started_at) as "beganAt"
    from (
      select role, started_at, beat_at, ended_at, ended_at is null and beat_at > ${aliveSince} as lives
      from processes where role is not null) p`.execute(db);
  return rows[0] ?? { all: 0, http: 0, worker: 0, workedAt: null, beganAt: null };
}
