import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemBinaries, type Binaries } from '../../platform/postgres-binaries.ts';
import { createShutdown } from '../../platform/shutdown.ts';
import { queryAt, setUpDrill, until, untilWritten, type Drill } from './drill.ts';
import { findBroken, type Adjusted } from './invariants.ts';

/*
 * A backup that is put back by PostgreSQL's own tools, under the program as people run it. What each SKU comes to is in the traces;
 * here is that the program notices, by what only real servers have: other connections, other databases, other processes.
 */

/** A server with its tools beside it; the packaged one has none. */
const binaries = systemBinaries().find(({ folder }) => existsSync(join(folder, 'pg_dump')));
const isLong = process.env['EVENSTOCK_LONG'] === '1';
const BEGAN = 60;
const SOLD = 'DRILL-1';
const ADJUSTED = 'DRILL-2';
/** A process whose beat is younger may be alive. */
const DEAD_AFTER_MS = 31_000;

interface Backup {
  readonly file: string;
  readonly madeAt: number;
}

interface Restorable {
  readonly drill: Drill;
  /** The id of a SKU. */
  variant(sku: string): number;
  backUp(): Backup;
  /** Into a new database of the same name. */
  putBack(backup: Backup): Promise<void>;
  /** Over what is there, in the same database. */
  putBackOver(backup: Backup): void;
  /** A buyer buys at each shop, and a member adjusts; the ledger has all of it. @returns what the member did */
  changes(): Promise<Adjusted[]>;
}

async function setUp(
  shutdown: ReturnType<typeof createShutdown>,
  server: Binaries,
  options: { readonly keepsRecoveryLog: boolean; readonly beforeWrites: boolean },
): Promise<Restorable> {
  // Lazada lists orders two minutes late.
  const of = { channels: ['shopee', 'shopify'], binaries: server, ...options } as const;
  const drill = await setUpDrill(shutdown, [SOLD, ADJUSTED], BEGAN, of);
  const run = (tool: string, ...args: string[]): void => {
    const { host = '', user = '' } = drill.connection();
    execFileSync(join(server.folder, tool), [`--host=${host}`, `--username=${user}`, ...args], {
      stdio: 'pipe',
    });
  };
  const rows = await drill.query<{ id: number; sku: string }>(
    'select id::int, sku from variants where merged_into_id is null',
  );
  const database = String(drill.connection().database);
  return {
    drill,
    variant: (sku) => rows.find((row) => row.sku === sku)?.id ?? 0,
    backUp() {
      const file = `${drill.recoveryFolder}-${randomUUID()}.dump`;
      run('pg_dump', '--format=custom', `--file=${file}`, database);
      return { file, madeAt: performance.now() };
    },
    async putBack({ file }) {
      const beside = drill.connection('postgres');
      await queryAt(beside, `drop database ${database} with (force)`);
      await queryAt(beside, `create database ${database}`);
      run('pg_restore', '--exit-on-error', `--dbname=${database}`, file);
    },
    putBackOver({ file }) {
      run('pg_restore', '--clean', '--if-exists', '--exit-on-error', `--dbname=${database}`, file);
    },
    async changes() {
      const before = await quantities(drill);
      for (const shop of drill.shops) await shop.buy(SOLD, 3);
      const adjusted = { sku: ADJUSTED, units: 7 };
      await drill.team.adjust(
        rows.find(({ sku }) => sku === ADJUSTED)?.id ?? 0,
        adjusted.units,
        randomUUID(),
      );
      await until('the ledger has every sale', drill, async () => {
        const now = await quantities(drill);
        return now[SOLD] === (before[SOLD] ?? 0) - 3 * drill.shops.length;
      });
      return [adjusted];
    },
  };
}

async function quantities(drill: Drill): Promise<Partial<Record<string, number>>> {
  const rows = await drill.query<{ sku: string; quantity: number }>(
    'select sku, quantity from variants where merged_into_id is null',
  );
  return Object.fromEntries(rows.map(({ sku, quantity }) => [sku, quantity]));
}

const shown = async ({ shops }: Drill) =>
  (await Promise.all(shops.map((shop) => shop.listings())))
    .flat()
    .map(({ sku, quantity }) => [sku, quantity]);

/** The newest recovery, and how many listings it still holds. */
async function recovery(drill: Drill) {
  const [row] = await drill.query<{ generation: number; reason: string; held: number }>(
    `select generation::int, reason, (select count(*)::int from recovering_listings) as held
     from recoveries order by generation desc limit 1`,
  );
  return row;
}

async function becomesTrue(drill: Drill, adjusted: readonly Adjusted[], except?: RegExp): Promise<void> {
  let broken: string[] = [];
  await until('everything is as promised', drill, async () => {
    broken = (await findBroken(drill, BEGAN, adjusted)).filter((line) => except?.test(line) !== true);
    return broken.length === 0;
  }).catch((error: unknown) => {
    if (broken.length === 0) throw error;
    throw new Error(broken.join('\n'), { cause: error });
  });
}

describe.runIf(binaries !== undefined)('a dump put back under the same name, with the recovery log', () => {
  const shutdown = createShutdown();
  const adjusted: Adjusted[] = [];
  let place: Restorable;
  beforeAll(async () => {
    if (binaries === undefined) return;
    place = await setUp(shutdown, binaries, { keepsRecoveryLog: true, beforeWrites: !isLong });
  }, 300_000);
  afterAll(() => shutdown.shutDown());

  it('is noticed at the start: the ledger is what it was, nothing is written, and everybody signs in again', async () => {
    const { drill } = place;
    const backup = place.backUp();
    adjusted.push(...(await place.changes()));
    const before = await quantities(drill);
    let there: unknown;
    await drill.whileStopped(async () => {
      there = await shown(drill);
      await place.putBack(backup);
      expect(await quantities(drill)).toEqual({ [SOLD]: BEGAN, [ADJUSTED]: BEGAN });
    });
    expect(await recovery(drill)).toEqual({ generation: 2, reason: 'lacking', held: 2 * drill.shops.length });
    expect(await drill.team.isSignedIn()).toBe(false);
    await drill.team.signIn();
    await until('the orders have come again', drill, async () => {
      const now = await quantities(drill);
      return now[SOLD] === before[SOLD];
    });
    expect(await quantities(drill)).toEqual(before);
    expect(await shown(drill)).toEqual(there);
    expect(await recovery(drill)).toMatchObject({ generation: 2, held: 2 * drill.shops.length });
  });

  it.runIf(isLong)(
    'is over when every shop was read and polled past that: all that is promised holds',
    async () => {
      const { drill } = place;
      await untilWritten(drill);
      await becomesTrue(drill, adjusted);
    },
  );

  it('and a running program is told of a restore by `npm run restored`', async () => {
    const { drill } = place;
    expect(await drill.command('restored')).toContain('one that runs has noticed within 10 s');
    await until('the program has noticed', drill, async () => (await recovery(drill))?.generation === 3);
    expect(await recovery(drill)).toMatchObject({ reason: 'requested', held: 2 * drill.shops.length });
    expect(await drill.team.isSignedIn()).toBe(false);
    await drill.team.signIn();
  });

  it.runIf(isLong)(
    'without the recovery log, too: what no number explains is counted, and then all holds',
    async () => {
      const { drill } = place;
      await untilWritten(drill);
      const backup = place.backUp();
      adjusted.push(...(await place.changes()));
      await becomesTrue(drill, adjusted);
      const before = await quantities(drill);
      await pause(Math.max(0, backup.madeAt + DEAD_AFTER_MS - performance.now()));
      await drill.whileStopped(async () => {
        await place.putBack(backup);
        rmSync(drill.recoveryFolder, { recursive: true });
      });
      expect(await recovery(drill)).toMatchObject({ generation: 4, reason: 'log_missing' });
      await drill.team.signIn();
      // Sales of the last five minutes may not have been on every shelf: somebody counts.
      await until('the SKU that was sold is asked', drill, async () => {
        const asked = await drill.query<{ id: number }>(
          "select variant_id::int as id from recovery_counts where shops <> '[]'",
        );
        return asked.length === 1 && asked[0]?.id === place.variant(SOLD);
      });
      await drill.team.count(place.variant(SOLD), before[SOLD] ?? 0);
      await untilWritten(drill);
      // Its adjustment is one of the recount now.
      await becomesTrue(drill, adjusted, /^P5: /);
      expect(await quantities(drill)).toEqual(before);
    },
  );
});

describe.runIf(isLong && binaries !== undefined)('a dump put back over the same database', () => {
  const shutdown = createShutdown();
  let place: Restorable;
  beforeAll(async () => {
    if (binaries === undefined) return;
    place = await setUp(shutdown, binaries, { keepsRecoveryLog: false, beforeWrites: false });
  }, 600_000);
  afterAll(() => shutdown.shutDown());

  it('by an installation without a recovery log, which is told of it before the start, comes back as the others do', async () => {
    const { drill } = place;
    const backup = place.backUp();
    const adjusted = { sku: ADJUSTED, units: 7 };
    await drill.team.adjust(place.variant(ADJUSTED), adjusted.units, randomUUID());
    await becomesTrue(drill, [adjusted]);
    const before = await quantities(drill);
    await drill.whileStopped(async () => {
      place.putBackOver(backup);
      expect(await quantities(drill)).toMatchObject({ [ADJUSTED]: BEGAN });
      await drill.command('restored');
    });
    expect(await recovery(drill)).toMatchObject({ generation: 2, reason: 'requested' });
    await untilWritten(drill);
    await becomesTrue(drill, [adjusted], /^P5: /);
    expect(await quantities(drill)).toEqual(before);
  });
});
