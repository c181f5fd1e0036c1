import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { haveOwnSessions } from './pooler.rules.ts';

interface Reading {
  readonly process: number;
  readonly setting: string | null;
}

const SETTING = 'evenstock.session';

/**
 * Whether the connections of a pool are sessions of their own. A pooler of transactions (PgBouncer, and the first address of many
 * hosted servers) gives each transaction whichever connection is free: what a session holds is lost, or is another client's.
 */
export async function hasOwnSessions(pool: pg.Pool): Promise<boolean> {
  const first = await pool.connect();
  const second = await pool.connect();
  const mark = randomUUID();
  const read = async (client: pg.PoolClient): Promise<Reading> => {
    const { rows } = await client.query<Reading>(
      'select pg_backend_pid() as process, current_setting($1, true) as setting',
      [SETTING],
    );
    const [reading] = rows;
    if (reading === undefined) throw new Error('The database answered without a row.');
    return reading;
  };
  try {
    await first.query('select set_config($1, $2, false)', [SETTING, mark]);
    const before = await read(first);
    // An open transaction keeps its connection, so that a quiet pooler must choose another one for the first client.
    await second.query('begin');
    const other = await read(second);
    // A pooler with one connection would keep the first client waiting.
    const later = other.process === before.process ? before : await read(first);
    await second.query('rollback');
    return haveOwnSessions({
      firstProcess: before.process,
      secondProcess: other.process,
      firstProcessLater: later.process,
      isSetLater: before.setting === mark && later.setting === mark,
      isSetForSecond: other.setting === mark,
    });
  } finally {
    first.release();
    second.release();
  }
}
