import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCronItems } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeVerification } from '../../commands/describe-verification.ts';
import { createLog } from '../../platform/process/log.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { addPopulatedStore } from '../../testing/world.ts';
import { purgeExpired } from '../stores/purge-expired.ts';
import { sealActivitiesJob } from './journal.jobs.ts';
import { sealEveryHalfMinute } from './seal-activities.ts';
import { recordActivity } from './record-activity.ts';
import { sealedColumns } from './seals.queries.ts';
import { verifyActivities } from './verify-activities.ts';

let ctx: TestContext;
let folder: string;
let storeId: number;
/** Lines of the log, oldest first. */
let logged: unknown[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evenstock-seals-'));
  logged = [];
  const lines = logged;
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  ctx = await createTestContext({ recoveryFolder: folder, log });
  storeId = (await addPopulatedStore(ctx)).id;
});
afterEach(async () => {
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
});

const record = (of: number | null = storeId, tokens = 5): Promise<void> =>
  inTransaction(ctx.db, (tx) =>
    recordActivity(tx, {
      storeId: of,
      key: 'variant.merge',
      actor: { type: 'User', id: 7 },
      recipient: { type: 'Variant', id: 3 },
      before: { quantity: tokens },
      after: { quantity: 9 },
      extras: { merge_id: 2 },
      at: ctx.clock.now(),
    }),
  );
const seal = () => sealEveryHalfMinute(ctx, { isRepeated: true });
const verify = () => verifyActivities(ctx);
const ids = async (): Promise<number[]> =>
  (await ctx.db.selectFrom('activities').select('id').orderBy('id').execute()).map(({ id }) => id);

/** Runs statements as the database's superuser, whom no trigger stops. */
async function tamper(statement: string, values: readonly unknown[] = []): Promise<void> {
  const { host, user, database } = ctx.database.pool.options;
  const client = new pg.Client({ host, user, database });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(statement, [...values]);
    expect(rowCount).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
}

async function threeSealedEntries(): Promise<readonly [number, number, number]> {
  await record();
  await record();
  await seal();
  await record();
  await seal();
  const [first, second, third] = await ids();
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.');
  return [first, second, third];
}

it('seals the entries of each store in a chain of its own, half a minute apart, and once', async () => {
  await record();
  await record(null);
  await sealEveryHalfMinute(ctx, { isRepeated: false });
  const { rows: again } = await sql<{ at: Date }>`
    select run_at as at from graphile_worker.jobs where task_identifier = ${sealActivitiesJob.name}`.execute(
    ctx.db,
  );
  expect(again).toEqual([{ at: new Date(ctx.clock.now().getTime() + 30_000) }]);
  await record();
  await Promise.all([seal(), seal(), seal()]);
  await seal();
  const { chains, faults } = await verify();
  expect(faults).toEqual([]);
  expect(chains).toMatchObject([
    { storeId: null, entries: 1, chain: 1, number: 1, restores: 0 },
    { storeId, entries: 2, chain: 1, number: 2, restores: 0 },
  ]);
  const waiting = await ctx.db.selectFrom('unsealed_activities').selectAll().execute();
  expect(waiting).toEqual([]);
});

it('seals in every minute of an hour', () => {
  const { name: task, cron: match = '' } = sealActivitiesJob;
  const [job] = parseCronItems([{ task, match }]);
  const minutes = Array.from({ length: 60 }, (_, min) => ({ min, hour: 7, date: 8, month: 9, dow: 2 }));
  expect(minutes.filter((minute) => job?.match(minute) !== true)).toEqual([]);
});

it('writes the newest seal of each store to the log', async () => {
  await threeSealedEntries();
  await record(null);
  await seal();
  const sealed = logged.filter((line) => JSON.stringify(line).includes('activities were sealed'));
  expect(sealed).toMatchObject([
    { storeId, chain: 1, number: 1 },
    { storeId, chain: 1, number: 2 },
    { storeId: null, chain: 1, number: 1 },
  ]);
  const { chains } = await verify();
  expect(sealed).toMatchObject([{}, { hash: chains[1]?.hash }, { hash: chains[0]?.hash }]);
});

it('hashes every column of an entry', async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'activities'`.execute(
    ctx.db,
  );
  expect([...sealedColumns].sort()).toEqual(rows.map(({ name }) => name).sort());
});

describe('an entry that was changed directly in the database', () => {
  it.each([
    ['key', `'variant.unmerge'`],
    ['actor_id', '8'],
    ['access_token_id', '4'],
    ['recipient_id', '4'],
    ['changes', `'{"quantity": [5, 10]}'`],
    ['extras', `'{}'`],
    ['created_at', `created_at + interval '1 microsecond'`],
  ])('is named where its %s was changed', async (column, value) => {
    const [first] = await threeSealedEntries();
    await tamper(`update activities set ${column} = ${value} where id = $1`, [first]);
    expect((await verify()).faults).toEqual([{ fault: 'changed', storeId, activityId: first }]);
  });

  it('is named where it is gone', async () => {
    const [, second] = await threeSealedEntries();
    await tamper('delete from activities where id = $1', [second]);
    expect((await verify()).faults).toEqual([{ fault: 'missing', storeId, activityId: second }]);
  });

  it('is named where it is gone before its seal', async () => {
    await threeSealedEntries();
    await record();
    const last = (await ids()).at(-1);
    await tamper('delete from activities where id = $1', [last]);
    await seal();
    expect((await verify()).faults).toEqual([{ fault: 'missing', storeId, activityId: last }]);
  });

  const plainInsert = `
    insert into activities (store_id, key, actor_type, created_at) values ($1, 'variant.merge', 'System', now())`;
  it.each([
    ['through the ordinary connection', (of: number) => ctx.database.pool.query(plainInsert, [of])],
    ['by the superuser', (of: number) => tamper(plainInsert, [of])],
  ])('is named where it was inserted %s', async (_, insert) => {
    await threeSealedEntries();
    await insert(storeId);
    const last = (await ids()).at(-1);
    await seal();
    expect((await verify()).faults).toEqual([{ fault: 'inserted', storeId, activityId: last }]);
  });
});

describe('a seal that was changed directly in the database', () => {
  it('is named where an entry and its hash were changed together', async () => {
    const [first] = await threeSealedEntries();
    await tamper(`update activity_seals set entry_hashes[1] = sha256('other') where entry_ids[1] = $1`, [
      first,
    ]);
    expect((await verify()).faults).toContainEqual({ fault: 'seal_changed', storeId, chain: 1, number: 1 });
  });

  it('is named where it was hashed again, as the next one does not follow from it', async () => {
    await threeSealedEntries();
    await tamper(`update activity_seals set hash = sha256('other') where number = 1`);
    const { faults } = await verify();
    expect(faults).toContainEqual({ fault: 'seal_changed', storeId, chain: 1, number: 2 });
  });

  it('is named where one is gone from the middle', async () => {
    await threeSealedEntries();
    await tamper('delete from activity_seals where number = 1');
    expect((await verify()).faults).toContainEqual({ fault: 'seal_missing', storeId, chain: 1, number: 1 });
  });

  it('is refused by the database otherwise', async () => {
    await threeSealedEntries();
    await expect(ctx.database.pool.query('delete from activity_seals')).rejects.toThrow(
      'Activity seals are append-only: DELETE is refused.',
    );
  });
});

describe('an end of a chain that was cut off', () => {
  async function cutOff(): Promise<void> {
    const [, , third] = await threeSealedEntries();
    await tamper('delete from activities where id = $1', [third]);
    await tamper('delete from activity_seals where number = 2');
  }

  it('is found by the newest seal outside of the database, also in another process', async () => {
    await cutOff();
    await ctx.restart();
    expect((await verify()).faults).toMatchObject([{ fault: 'seal_missing', storeId, chain: 1, number: 2 }]);
  });

  it('is still found when the chain has continued past it', async () => {
    await cutOff();
    for (let more = 0; more < 3; more += 1) {
      await record();
      await seal();
    }
    await ctx.restart();
    expect((await verify()).faults).toMatchObject([{ fault: 'seal_missing', storeId, chain: 1, number: 2 }]);
  });

  it('is not found without records outside of the database, and the report names what it needs', async () => {
    await cutOff();
    rmSync(folder, { recursive: true });
    await ctx.restart();
    const found = await verify();
    expect(found.faults).toEqual([]);
    expect(describeVerification(found, false)).toContainEqual(
      expect.stringContaining('EVENSTOCK_RECOVERY_DIR is not set'),
    );
  });
});

it('a restored backup begins a new chain where it ends, and the report shows that', async () => {
  await ctx.generation.agree(ctx);
  await record();
  await seal();
  const backup = await ctx.database.backUp();
  await record();
  await seal();
  await ctx.database.restore(backup);
  await ctx.db.updateTable('installation').set({ recovery_requested_at: ctx.clock.now() }).execute();
  await ctx.restart();
  await record();
  await seal();
  const found = await verify();
  expect(found.faults).toEqual([]);
  expect(found.chains).toMatchObject([{ storeId, entries: 2, chain: 2, number: 1, restores: 1 }]);
  expect(logged).toContainEqual(
    expect.objectContaining({
      storeId,
      chain: 2,
      number: 1,
      hash: found.chains[0]?.hash,
      msg: 'a backup was restored: a new chain of seals begins where the backup ends',
    }),
  );
  expect(describeVerification(found, true)[0]).toMatch(
    /newest seal 2\.1 .* a new chain since a backup was restored/,
  );
  await tamper('delete from activity_seals where chain = 1');
  expect((await verify()).faults).toContainEqual({ fault: 'seal_changed', storeId, chain: 2, number: 1 });
});

it('a purged store leaves its last hash and nothing else', async () => {
  await threeSealedEntries();
  const last = (await verify()).chains[0]?.hash;
  const deleted = new Date(ctx.clock.now().getTime() - 31 * 86_400_000);
  await ctx.db.updateTable('stores').set({ deleted_at: deleted }).where('id', '=', storeId).execute();
  await record();
  await purgeExpired(ctx);
  const { rows } = await sql<{ id: number; hash: string }>`
    select purged_store_id as id, encode(last_hash, 'hex') as hash from purged_chains`.execute(ctx.db);
  expect(rows).toEqual([{ id: storeId, hash: last }]);
  const left = [
    await ctx.db.selectFrom('activities').selectAll().execute(),
    await ctx.db.selectFrom('activity_seals').selectAll().execute(),
    await ctx.db.selectFrom('unsealed_activities').selectAll().execute(),
  ];
  expect(left).toEqual([[], [], []]);
  expect(await verify()).toEqual({ chains: [], faults: [] });
});
