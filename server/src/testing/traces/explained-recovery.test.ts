import { describe, expect, it } from 'vitest';
import { sayRestored } from '../../modules/recovery/say-restored.ts';
import { addUpExplanations } from '../explained-sums.ts';
import { comesBack, heldOf, recover, type RecoveryTrace } from './recovery.ts';

/** What would be written to each shop. */
const sends = async ({ ctx }: RecoveryTrace): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('listing_stocks')
    .select('send')
    .orderBy('variant_listing_id')
    .execute();
  return rows.map(({ send }) => send);
};

async function beginsRecovery(trace: RecoveryTrace): Promise<void> {
  await sayRestored(trace.ctx);
  await trace.ctx.restart();
  await trace.ctx.generation.agree(trace.ctx);
  expect(await heldOf(trace)).toBe(3);
}

describe('while shops wait for their recovery, what explains a number adds up to it', () => {
  it(
    'though a difference was pending',
    recover(async (trace) => {
      trace.types('lazada', 90);
      await trace.reads('lazada');
      expect(await sends(trace)).toEqual([90, 90, 90]);
      await beginsRecovery(trace);
      expect((await addUpExplanations(trace.ctx, trace.storeId)).broken).toEqual([]);
      expect(await sends(trace)).toEqual([95, 95, 95]);
    }),
  );

  it(
    'though its shops were lowered until a member counts',
    recover(async (trace) => {
      const backup = await trace.backUp();
      trace.types('shopee', 85);
      trace.types('lazada', 80);
      await comesBack(trace, backup, { recoveryLog: false });
      expect(await sends(trace)).toEqual([80, 80, 80]);
      await beginsRecovery(trace);
      expect((await addUpExplanations(trace.ctx, trace.storeId)).broken).toEqual([]);
      expect(await sends(trace)).toEqual([95, 95, 95]);
    }),
  );
});
