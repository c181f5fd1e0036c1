import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemBinaries, type Binaries } from '../../platform/postgres/postgres-binaries.ts';
import { createShutdown } from '../../platform/process/shutdown.ts';
import { queryAt, setUpDrill, until, untilWritten, type Drill } from './drill.ts';
import { findBroken, type Adjusted } from './invariants.ts';

/*
 * Restore drills: pg_dump, changes, pg_restore under the running configuration, and the built program again. The traces check each
 * quantity after a restore; these drills check what needs real servers: new databases, new connections, several processes.
 */

/** A PostgreSQL with pg_dump and pg_restore; the packaged one has neither. */
const binaries = systemBinaries().find(({ folder }) => existsSync(join(folder, 'pg_dump')));
const isLong = process.env['EVENSTOCK_LONG'] === '1';
const BEGAN = 60;
const SOLD = 'DRILL-1';
const ADJUSTED = 'DRILL-2';
/** A process with a younger heartbeat counts as alive. */
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
  /** Restores into a new database of the same name. */
  putBack(backup: Backup): Promise<void>;
  /** Restores into the same database, over its tables. */
  putBackOver(backup: Backup): void;
  /** Places an order at each shop and adjusts a SKU, and waits until the ledger has both. @returns the adjustment */
  changes(): Promise<Adjusted[]>;
}

async function setUp(
  shutdown: ReturnType<typeof createShutdown>,
  server: Binaries,
  options: { readonly keepsRecoveryLog: boolean; readonly beforeWrites: boolean },
): Promise<Restorable> {
  // Without Lazada, whose orders are visible only after two minutes.
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

/** The newest recovery, and the number of listings that still recover. */
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

describe.runIf(binaries !== undefined)(
  'a dump restored into a new database of the same name, with a recovery log',
  () => {
    const shutdown = createShutdown();
    const adjusted: Adjusted[] = [];
    let place: Restorable;
    beforeAll(async () => {
      if (binaries === undefined) return;
      place = await setUp(shutdown, binaries, { keepsRecoveryLog: true, beforeWrites: !isLong });
    }, 600_000);
    afterAll(() => shutdown.shutDown());

    it('is noticed at start: the ledger is restored, no shop is written, all sessions end', async () => {
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
      expect(await recovery(drill)).toEqual({
        generation: 2,
        reason: 'lacking',
        held: 2 * drill.shops.length,
      });
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

    if (isLong)
      it('ends when every shop was read and its orders were polled: all promises hold', async () => {
        const { drill } = place;
        await untilWritten(drill);
        await becomesTrue(drill, adjusted);
      });

    it('a running program notices `npm run restored`', async () => {
      const { drill } = place;
      expect(await drill.command('restored')).toContain('one that runs has noticed within 10 s');
      await until('the program has noticed', drill, async () => (await recovery(drill))?.generation === 3);
      expect(await recovery(drill)).toMatchObject({ reason: 'requested', held: 2 * drill.shops.length });
      expect(await drill.team.isSignedIn()).toBe(false);
      await drill.team.signIn();
    });

    if (isLong)
      it('without the recovery log: a member counts the SKU that no single number explains, then all promises hold', async () => {
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
        // Orders of the last five minutes may not have been written to every shop: several quantities explain them.
        await until('the SKU that was sold is asked', drill, async () => {
          const asked = await drill.query<{ id: number }>(
            "select variant_id::int as id from recovery_counts where shops <> '[]'",
          );
          return asked.length === 1 && asked[0]?.id === place.variant(SOLD);
        });
        await drill.team.count(place.variant(SOLD), before[SOLD] ?? 0);
        await untilWritten(drill);
        // The recount replaces the adjustment.
        await becomesTrue(drill, adjusted, /^P5: /);
        expect(await quantities(drill)).toEqual(before);
      });
  },
);

if (isLong)
  describe.runIf(binaries !== undefined)('a dump restored over the same database', () => {
    const shutdown = createShutdown();
    let place: Restorable;
    beforeAll(async () => {
      if (binaries === undefined) return;
      place = await setUp(shutdown, binaries, { keepsRecoveryLog: false, beforeWrites: false });
    }, 600_000);
    afterAll(() => shutdown.shutDown());

    it('without a recovery log: `npm run restored` before the start begins the recovery', async () => {
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
