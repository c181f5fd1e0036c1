import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { settleRecovered } from '../../modules/stock/replay/settle-recovered.ts';
import {
  comesBack,
  generationOf,
  heldOf,
  isKilledAt,
  kindsOf,
  numbers,
  recover,
  type RecoveryTrace,
} from './recovery.ts';

describe('what a member changes', () => {
  it(
    'is answered once its line is in the recovery log, so that a kill after the answer leaves it there',
    recover(async (trace) => {
      const { ctx } = trace;
      const { recoveryLog } = ctx;
      const kept = async () => (await recoveryLog.entries()).contents.length;
      const before = await kept();
      const seen: string[] = [];
      let letGo: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (letGo = resolve));
      let begin: () => void = () => undefined;
      const isBegun = new Promise<void>((resolve) => (begin = resolve));
      const held: typeof recoveryLog.append = async (entries) => {
        begin();
        await gate;
        await recoveryLog.append(entries);
      };
      Object.assign(ctx, { recoveryLog: { ...recoveryLog, append: held } });
      const answered = trace.claims(-5).then(() => seen.push('answered'));
      await isBegun;
      // An answer that does not wait for the line is there long before.
      await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 500))]);
      seen.push('written');
      letGo();
      await answered;
      expect(seen).toEqual(['written', 'answered']);
      expect(await kept()).toBe(before + 1);
    }),
  );
});

describe('killed between a commit and its line in the recovery log', () => {
  it(
    'the next start keeps what members did, so that a backup loses nothing of it',
    recover(async (trace) => {
      const { ctx } = trace;
      const kept = async () => (await ctx.recoveryLog.entries()).contents.length;
      const backup = await trace.backUp();
      await trace.adjusts(3, { code: 'found', note: 'Behind the shelf' });
      const before = await kept();
      Object.assign(ctx, { recoveryLog: { ...ctx.recoveryLog, append: () => Promise.resolve() } });
      await trace.adjusts(-5, { code: 'damaged', note: null });
      trace.sells('shopee', 10);
      await trace.polls('shopee');
      expect(await kept()).toBe(before);
      await ctx.restart();
      await ctx.generation.agree(ctx);
      expect(await kept()).toBe(before + 1);
      await trace.waits(120);
      await ctx.restart();
      await ctx.generation.agree(ctx);
      expect(await kept()).toBe(before + 1);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([83, 83, 83, 83]);
      const adjusted = await ctx.db
        .selectFrom('stock_movements')
        .select(['adjustment', 'reason', 'reason_note'])
        .where('variant_id', '=', trace.variantId)
        .where('action', '=', 'Adjustment')
        .orderBy('id')
        .execute();
      expect(adjusted).toEqual([
        { adjustment: 3, reason: 'found', reason_note: 'Behind the shelf' },
        { adjustment: -5, reason: 'damaged', reason_note: null },
      ]);
      expect(await kindsOf(trace)).toEqual(['database_recovered']);
    }),
  );
});

/** How far a recovery has come. */
async function stageOf({ ctx }: RecoveryTrace): Promise<string> {
  const { rows } = await sql<{ generation: number; replayed: number; movements: number }>`
    select generation, (select count(*) from recoveries where replayed_at is not null) as replayed,
      (select count(*) from stock_movements) as movements
    from installation`.execute(ctx.db);
  const [row] = rows;
  const { state } = await ctx.recoveryLog.evidence();
  const isBegun = row !== undefined && row.generation > 1;
  const isSaved = isBegun && state?.generation === row.generation;
  return JSON.stringify({ isBegun, isSaved, replayed: row?.replayed, movements: row?.movements });
}

/**
 * Kills the program one step later each time, after whatever it committed; each time another process resumes.
 * @returns how far the recovery had come when it was killed
 */
async function killedAtEachStep(trace: RecoveryTrace): Promise<string[]> {
  const seen = [await stageOf(trace)];
  for (let step = 1; await isKilledAt(trace, step, (ctx) => ctx.generation.agree(ctx)); step += 1) {
    await trace.ctx.restart();
    const stage = await stageOf(trace);
    if (seen.includes(stage)) continue;
    seen.push(stage);
    step = 0;
  }
  await trace.ctx.restart();
  await trace.ctx.generation.agree(trace.ctx);
  return seen;
}

describe('killed in the middle of a recovery', () => {
  it(
    'at any step, the next process resumes, and what members did is recorded again once',
    recover(async (trace) => {
      const backup = await trace.backUp();
      await trace.adjusts(-5);
      await trace.adjusts(3);
      await trace.putBack(backup);
      const written = trace.written();
      // Lost; begun; begun and said so outside; done again; done.
      expect(await killedAtEachStep(trace)).toHaveLength(5);
      expect([trace.written(), await heldOf(trace), await generationOf(trace)]).toEqual([written, 3, 2]);
      await trace.readsAndPolls();
      await trace.waits(900);
      expect(await numbers(trace)).toEqual([93, 93, 93, 93]);
      expect((await trace.entries()).map(({ adjustment }) => adjustment)).toEqual([-5, 3]);
      expect(await kindsOf(trace)).toEqual(['database_recovered']);
    }),
  );

  it(
    'at any step, the next process resumes without the recovery log, and the numbers of the shops give the quantity once',
    recover(async (trace) => {
      const backup = await trace.backUp();
      await trace.adjusts(-5);
      await trace.putBack(backup, { recoveryLog: false });
      const written = trace.written();
      // Lost; begun; begun and said so outside; done.
      expect(await killedAtEachStep(trace)).toHaveLength(4);
      // As if it had been killed before the last step: then nothing is decided while the shops are read and polled.
      await sql`update recoveries set replayed_at = null`.execute(trace.ctx.db);
      for (const { channel } of trace.shops) await trace.reads(channel);
      trace.clock.advance(130_000);
      for (const { channel } of trace.shops) await trace.polls(channel);
      await trace.ctx.restart();
      await trace.ctx.generation.agree(trace.ctx);
      let steps = 0;
      while (await isKilledAt(trace, steps + 1, settleRecovered)) steps += 1;
      expect(steps).toBeGreaterThan(5);
      expect(trace.written()).toBe(written);
      await trace.waits(900);
      expect(await numbers(trace)).toEqual([90, 90, 90, 90]);
      expect((await trace.entries()).map(({ adjustment, action }) => ({ adjustment, action }))).toEqual([
        { adjustment: -5, action: 'Recounted after a restore' },
      ]);
    }),
  );
});
