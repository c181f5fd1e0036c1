import { describe, expect, it } from 'vitest';
import { countsOf } from '../../modules/stock/ledger/recovery-counts.queries.ts';
import { asMember } from './member.ts';
import { comesBack, recover, type RecoveryTrace } from './recovery.ts';
import { A, begin, withShelves, type Shelves } from './shelves.ts';

/** SKUs that a member is asked to count. */
const asked = async ({ ctx, storeId }: RecoveryTrace): Promise<(string | null)[]> =>
  (await countsOf(ctx.db, storeId, { perPage: 10, offset: 0 })).rows.map(({ sku }) => sku);

const quantities = async (shelves: Shelves): Promise<number[]> => (await shelves.numbers())[0] ?? [];

describe('sets, when a backup is put back', () => {
  it.each([[true], [false]])(
    'follow their parts, and an order of one takes these once, with the recovery log kept: %s',
    (recoveryLog) =>
      recover(
        async (trace) => {
          const shelves = await withShelves(trace);
          await shelves.settles();
          const backup = await trace.backUp();
          shelves.sellsOf(A, 'BOX', 1);
          await trace.polls(A);
          await trace.waits(60);
          expect(await shelves.numbers()).toEqual([
            [8, 6, 4, 6],
            [8, 6, 4, 6],
          ]);
          await comesBack(trace, backup, { recoveryLog });
          expect(await shelves.numbers()).toEqual([
            [8, 6, 4, 6],
            [8, 6, 4, 6],
          ]);
          // Without the log nobody knows whether the parts were written after the order.
          expect(await asked(trace)).toEqual(recoveryLog ? [] : ['TEE', 'CUP']);
          expect((await shelves.moved('TEE')).map(([, units]) => units)).toEqual([-2]);
        },
        { skus: begin },
      )(),
  );

  it(
    'that were sold while nothing was written are not forgotten: their parts are counted, and no shop sells more until then',
    recover(
      async (trace) => {
        const shelves = await withShelves(trace);
        await shelves.settles();
        const backup = await trace.backUp();
        shelves.sellsOf(A, 'BOX', 1);
        await comesBack(trace, backup, { recoveryLog: false });
        // The shops still show the parts of the box: no number of theirs explains the order.
        expect(await shelves.moved('TEE')).toEqual([[expect.stringMatching(/^line:/), -2]]);
        expect(await asked(trace)).toEqual(['TEE', 'CUP']);
        expect(await shelves.numbers()).toEqual([
          [8, 6, 4, 6],
          [8, 6, 4, 6],
        ]);
        await asMember(trace, async ({ counts }) => {
          expect(await counts(shelves.ids.TEE, 9)).toBe(200);
          expect(await counts(shelves.ids.CUP, 6)).toBe(200);
        });
        await trace.waits(120);
        expect(await shelves.numbers()).toEqual([
          [9, 6, 4, 6],
          [9, 6, 4, 6],
        ]);
      },
      { skus: begin },
    ),
  );

  it(
    'that were made since are asked: nobody knows what they are made of',
    recover(
      async (trace) => {
        const shelves = await withShelves(trace);
        await shelves.makes('DUO', {});
        await trace.ctx.runJobs();
        await shelves.settles();
        const backup = await trace.backUp();
        await shelves.makes('DUO', { TEE: 1 });
        await trace.waits(60);
        expect(await quantities(shelves)).toEqual([10, 7, 5, 10]);
        await comesBack(trace, backup);
        expect(await asked(trace)).toEqual(['DUO']);
        expect(shelves.showsOf(A, 'DUO')).toBe(0);
        expect((await quantities(shelves)).slice(0, 3)).toEqual([10, 7, 5]);
      },
      { skus: begin },
    ),
  );
});
