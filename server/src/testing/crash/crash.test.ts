import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShutdown } from '../../platform/process/shutdown.ts';
import type { Moment } from './call-gate.ts';
import { setUpDrill, until, type Drill, type Victim } from './drill.ts';
import { findBroken, type Adjusted } from './invariants.ts';

const SKUS = ['DRILL-1', 'DRILL-2', 'DRILL-3', 'DRILL-4'];
const BEGAN = 60;
const KILLS = 3;
const isLong = process.env['EVENSTOCK_LONG'] === '1';
/** Installations side by side, as most of a run is waiting, and how often each is tried. */
const SIDE_BY_SIDE = isLong ? 5 : 2;
const RUNS_OF_EACH = isLong ? 2 : 1;

/** Chance that follows from a seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<T>(random: () => number, values: readonly [T, ...T[]]): T {
  return values[Math.floor(random() * values.length)] ?? values[0];
}

/** Kills at seeded calls from now on, spread over the next few dozen. */
function planKills(drill: Drill, random: () => number): void {
  let call = drill.gate.count();
  for (let kill = 0; kill < KILLS; kill += 1) {
    call += 4 + Math.floor(random() * 25);
    const moment = pick<Moment>(random, ['before', 'after']);
    drill.killAt(call, moment, pick<Victim>(random, ['server', 'server', 'database', 'both']));
  }
}

/** Buyers buy and cancel, and members adjust, until everything planned has been killed and is back. */
async function tradeUntilKilled(
  drill: Drill,
  random: () => number,
  variants: ReadonlyMap<string, number>,
): Promise<Adjusted[]> {
  const state = { isOver: false };
  const over = drill.allKilled().finally(() => (state.isOver = true));
  // Told at the end.
  over.catch(() => undefined);
  const adjusted: Adjusted[] = [];
  const working: Promise<void>[] = [];
  const bought: { cancel(): Promise<void> }[] = [];
  for (let turn = 0; !state.isOver || turn < 15; turn += 1) {
    const sku = pick(random, [SKUS[0] ?? '', ...SKUS.slice(1)]);
    const [first, ...others] = drill.shops;
    if (first === undefined) throw new Error('There is no shop.');
    const shop = pick(random, [first, ...others]);
    const act = random();
    if (act < 0.6) {
      const number = await shop.buy(sku, 1 + Math.floor(random() * 2));
      if (number !== null) bought.push({ cancel: () => shop.cancel(number) });
    } else if (act < 0.75 && bought.length > 0) {
      await bought.splice(Math.floor(random() * bought.length), 1)[0]?.cancel();
    } else if (working.length < 40) {
      const units = 1 + Math.floor(random() * 4);
      adjusted.push({ sku, units });
      working.push(drill.team.adjust(variants.get(sku) ?? 0, units, randomUUID()));
    }
    await pause(200 + random() * 400);
  }
  await over;
  await Promise.all(working);
  return adjusted;
}

describe.concurrent.each(Array.from({ length: SIDE_BY_SIDE }, (_, index) => index))(
  'installation %i',
  (installation) => {
    const shutdown = createShutdown();
    let drill: Drill;
    let variants: ReadonlyMap<string, number>;
    const adjusted: Adjusted[] = [];
    beforeAll(async () => {
      drill = await setUpDrill(shutdown, SKUS, BEGAN);
      const rows = await drill.query<{ id: number; sku: string }>(
        'select id::int, sku from variants where merged_into_id is null',
      );
      variants = new Map(rows.map(({ id, sku }) => [sku, id]));
    }, 600_000);
    afterAll(() => shutdown.shutDown());

    describe('loses nothing and does nothing twice', { concurrent: false }, () => {
      const seeds = Array.from(
        { length: RUNS_OF_EACH },
        (_, index) => 1 + installation + index * SIDE_BY_SIDE,
      );
      it.each(seeds)('seed %i: killed at seeded calls while buyers buy and members adjust', async (seed) => {
        const random = chance(seed);
        planKills(drill, random);
        adjusted.push(...(await tradeUntilKilled(drill, random, variants)));
        let broken: string[] = [];
        await until('everything is as promised', drill, async () => {
          broken = await findBroken(drill, BEGAN, adjusted);
          return broken.length === 0;
        }).catch((error: unknown) => {
          if (broken.length === 0) throw error;
          throw new Error(`seed ${seed}:\n${broken.join('\n')}`, { cause: error });
        });
        expect(broken).toEqual([]);
      });
    });
  },
);
