import { describe, expect, it } from 'vitest';
import { undoMerge } from '../../modules/catalog/merges/undo-merge.ts';
import { unmergeListing } from '../../modules/catalog/merges/unmerge-listing.ts';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import { countsOf } from '../../modules/stock/ledger/recovery-counts.queries.ts';
import { asMember } from './member.ts';
import { comesBack, kindsOf, numbers, recover, type RecoveryTrace } from './recovery.ts';

/* SKUs that a member is asked to count after a restore, and what their pages show until then. */

/** The SKUs that are to be counted, by id. */
async function asked({ ctx, storeId }: RecoveryTrace) {
  const { rows } = await countsOf(ctx.db, storeId, { perPage: 10, offset: 0 });
  return rows
    .map(({ variantId, quantity, holds, shops }) => ({
      variantId,
      quantity,
      holds,
      shows: shops.map(({ shows }) => shows),
    }))
    .sort((one, other) => one.variantId - other.variantId);
}

async function adjusts(trace: RecoveryTrace, variantId: number, units: number): Promise<void> {
  const { ctx, storeId } = trace;
  await adjustQuantity(ctx, { storeId, variantId, userId: await trace.member(), units });
  await ctx.runJobs();
  await trace.waits(60);
}

/** The reason that is shown at each listing. */
const TO_BE_COUNTED = /is to be counted after the database was put back/;

describe('a SKU that is to be counted', () => {
  it(
    'shows the units on sale and the units kept back in the list, on its page and at each listing',
    recover(async (trace) => {
      const { variantId } = trace;
      const backup = await trace.backUp();
      trace.types('shopee', 85);
      trace.types('lazada', 80);
      await comesBack(trace, backup, { recoveryLog: false });
      expect(await numbers(trace)).toEqual([80, 80, 80, 95]);
      await asMember(trace, async ({ page, listed, counts }) => {
        const held = await page(variantId);
        expect(held).toMatchObject({
          quantity: 95,
          on_sale: 80,
          count_asked: { is_held: true, kept_back: 15 },
        });
        expect(await listed(variantId)).toBe(80);
        for (const { sync } of held.variant_listings) {
          expect(sync).toMatchObject({ state: 'held', target: 80 });
          expect(sync.reason).toMatch(TO_BE_COUNTED);
        }
        expect(await counts(variantId, 90)).toBe(200);
        await trace.waits(60);
        expect(await page(variantId)).toMatchObject({ quantity: 90, on_sale: 90, count_asked: null });
        expect(await listed(variantId)).toBe(90);
      });
    }),
  );

  it(
    'while its shops are still being read, shows that reason alone',
    recover(async (trace) => {
      const { variantId } = trace;
      const backup = await trace.backUp();
      await trace.adjusts(5);
      await trace.restore(backup);
      await asMember(trace, async ({ page }) => {
        const reading = await page(variantId);
        expect(reading).toMatchObject({ quantity: 100, on_sale: 100, count_asked: null });
        for (const { sync } of reading.variant_listings) expect(sync.reason).toMatch(/is being read first/);
      });
    }),
  );

  it(
    'with a recovery log: shops that all show other numbers are set to the ledger, and a member is asked to check',
    recover(async (trace) => {
      const { variantId } = trace;
      const backup = await trace.backUp();
      await trace.adjusts(5);
      trace.types('shopee', 80);
      trace.types('lazada', 70);
      trace.types('shopify', 60);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([100, 100, 100, 100]);
      expect(await kindsOf(trace)).toEqual(['database_recovered', 'counts_needed']);
      expect(await asked(trace)).toEqual([{ variantId, quantity: 100, holds: false, shows: [80, 70, 60] }]);
      await asMember(trace, async ({ page, counts }) => {
        expect(await page(variantId)).toMatchObject({
          on_sale: 100,
          count_asked: { is_held: false, kept_back: 0 },
        });
        expect(await counts(variantId, 100)).toBe(200);
        expect((await page(variantId)).count_asked).toBeNull();
      });
      expect(await kindsOf(trace)).toEqual(['database_recovered']);
    }),
  );

  it(
    'with a recovery log: nobody is asked where one shop shows the ledger; the others are set to it',
    recover(async (trace) => {
      const backup = await trace.backUp();
      await trace.adjusts(5);
      trace.types('shopee', 80);
      trace.types('lazada', 70);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([100, 100, 100, 100]);
      expect(await kindsOf(trace)).toEqual(['database_recovered']);
    }),
  );
});

describe('a listing that was unmerged since the backup', () => {
  it.each([40, 0])('with %i units shares its SKU again, which is to be counted', (units) =>
    recover(async (trace) => {
      const { ctx, storeId, variantId } = trace;
      const backup = await trace.backUp();
      const { id: listingId } = await ctx.db
        .selectFrom('variant_listings')
        .select('id')
        .where('marketplace_id', '=', trace.shop('lazada').marketplaceId)
        .executeTakeFirstOrThrow();
      const userId = await trace.member();
      const own = await unmergeListing(ctx, { id: storeId }, { userId }, listingId, { quantity: units });
      await adjusts(trace, own, 10);
      const rest = 95 - units;
      const left = units + 10;
      expect(trace.shown()).toEqual([rest, left, rest]);
      await comesBack(trace, backup);
      expect(await asked(trace)).toEqual([
        { variantId, quantity: 95, holds: true, shows: [rest, left, rest] },
      ]);
      expect(trace.shown()).toEqual([Math.min(rest, left), left, Math.min(rest, left)]);
      await asMember(trace, async ({ counts }) => {
        expect(await counts(variantId, rest + left)).toBe(200);
      });
      await trace.waits(900);
      expect(await numbers(trace)).toEqual([105, 105, 105, 105]);
    })(),
  );
});

describe('a merge that was undone since the backup', () => {
  it(
    'is in force again: its SKU is to be counted, and no shop is raised until then',
    recover(async (trace) => {
      const { ctx, storeId, variantId } = trace;
      const backup = await trace.backUp();
      const { id: mergeId } = await ctx.db
        .selectFrom('variant_merges')
        .select('id')
        .executeTakeFirstOrThrow();
      await undoMerge(ctx, { id: storeId }, { userId: await trace.member() }, mergeId);
      await adjusts(trace, variantId, -5);
      const before = trace.shown();
      expect(before).toEqual([90, 95, 95]);
      await comesBack(trace, backup);
      expect(await asked(trace)).toEqual([{ variantId, quantity: 95, holds: true, shows: before }]);
      expect(trace.shown()).toEqual([90, 90, 90]);
      await asMember(trace, async ({ counts }) => {
        expect(await counts(variantId, 280)).toBe(200);
      });
      await trace.waits(900);
      expect(await numbers(trace)).toEqual([280, 280, 280, 280]);
    }),
  );
});
