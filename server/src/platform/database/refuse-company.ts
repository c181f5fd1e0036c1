import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartProblem } from '../process/start-problem.ts';

/** A process beats each 10 s: one that is silent for longer was killed. */
const SILENCE_MS = 25_000;
const LOOK_MS = 500;

interface Beat {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly beatAt: string;
}

/**
 * Refuses to migrate a database while a process works on it: it has another build's idea of the tables. One that was killed without a
 * word is waited for, until it should have beaten again; clocks of machines are not compared.
 * @throws StartProblem that names where the process runs
 */
export async function refuseCompany(client: pg.PoolClient): Promise<void> {
  const first = new Map((await beats(client)).map(({ id, beatAt }) => [id, beatAt]));
  const until = performance.now() + SILENCE_MS;
  let isDoubtful = first.size > 0;
  while (isDoubtful && performance.now() < until) {
    await pause(LOOK_MS);
    const now = await beats(client);
    const alive = now.filter(({ id, beatAt }) => first.get(id) !== beatAt);
    if (alive.length > 0) throw new StartProblem(companySentence(alive));
    isDoubtful = now.length > 0;
  }
}

const companySentence = (alive: readonly Beat[]): string => {
  const places = alive.map(({ host, pid }) => `process ${String(pid)} on ${host}`).join(', ');
  return `The database must be migrated, but an earlier build of Evenstock still works on it: ${places}. Stop every process of it, then start again.`;
};

/** The processes that beat not long ago and have not said that they end. */
async function beats(client: pg.PoolClient): Promise<readonly Beat[]> {
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.processes') is not null as "isThere"`,
  );
  if (tables[0]?.isThere !== true) return [];
  const { rows } = await client.query<Beat>(
    `select id::text, host, pid, beat_at::text as "beatAt" from processes
     where host is not null and ended_at is null and beat_at > now() - interval '10 minutes'`,
  );
  return rows;
}
