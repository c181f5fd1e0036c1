import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { mergeVariants } from '../../modules/catalog/merges/merge-variants.ts';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import { loggedMovement } from '../../modules/stock/ledger/logged-movement.rules.ts';
import { ownMovementsAfter } from '../../modules/stock/replay/own-movements.queries.ts';
import { comesBack, kindsOf, recover, type RecoveryTrace } from './recovery.ts';

/* SKUs that were merged after the backup: the recovery log has the merge, so it is repeated. */

const apart = { isMerged: false } as const;

/** The SKU of each shop's listing, in the order of the shops. */
async function variantsOf({ ctx, shops }: RecoveryTrace): Promise<readonly [number, number, number]> {
  const rows = await ctx.db.selectFrom('variant_listings').select(['variant_id', 'marketplace_id']).execute();
  const [one = 0, two = 0, three = 0] = shops.map(
    ({ marketplaceId }) => rows.find((row) => row.marketplace_id === marketplaceId)?.variant_id ?? 0,
  );
  return [one, two, three];
}

async function merges(
  { ctx, storeId }: RecoveryTrace,
  variantIds: readonly number[],
  quantity: 'highest' | number,
): Promise<void> {
  await mergeVariants(ctx, { storeId, variantIds, quantity, userId: null });
}

async function adjusts(trace: RecoveryTrace, variantId: number, units: number): Promise<void> {
  const { ctx, storeId } = trace;
  await adjustQuantity(ctx, { storeId, variantId, userId: await trace.member(), units });
  await ctx.runJobs();
  await trace.waits(60);
}

/** Quantities of all SKUs, with what was merged away. */
async function quantities({ ctx }: RecoveryTrace): Promise<{ quantity: number; into: number | null }[]> {
  const { rows } = await sql<{ quantity: number; into: number | null }>`
    select quantity, merged_into_id as into from variants order by id`.execute(ctx.db);
  return rows;
}

/** The merges in the ledger, as a log is completed from it. */
const mergesOf = (own: Awaited<ReturnType<typeof ownMovementsAfter>>) =>
  own.flatMap(({ movement: { merge } }) => (merge === undefined ? [] : [merge]));

async function loggedMerges({ ctx }: RecoveryTrace) {
  const { contents } = await ctx.recoveryLog.entries();
  return contents.flatMap((content) => loggedMovement.parse(content).merge ?? []);
}

async function sellsAndPolls(
  trace: RecoveryTrace,
  channel: 'shopee' | 'lazada' | 'shopify',
  units: number,
): Promise<void> {
  trace.sells(channel, units);
  await trace.polls(channel);
  await trace.waits(60);
}

describe('SKUs that were merged since the backup', () => {
  it(
    'are one again, with what was sold at each before the merge, and nobody is asked',
    recover(async (trace) => {
      const [shopee, lazada, shopify] = await variantsOf(trace);
      const backup = await trace.backUp();
      await sellsAndPolls(trace, 'lazada', 10);
      await sellsAndPolls(trace, 'shopee', 3);
      await adjusts(trace, shopify, 5);
      await merges(trace, [shopee, lazada, shopify], 'highest');
      await trace.waits(60);
      await adjusts(trace, shopee, 7);
      await sellsAndPolls(trace, 'lazada', 4);
      await trace.waits(360);
      const before = await quantities(trace);
      expect([before[0]?.quantity, trace.shown()]).toEqual([103, [103, 103, 103]]);
      expect(mergesOf(await ownMovementsAfter(trace.ctx.db, 0))).toEqual(await loggedMerges(trace));
      for (const again of [1, 2]) {
        await comesBack(trace, backup);
        expect(await quantities(trace), String(again)).toEqual(before);
        expect(trace.shown()).toEqual([103, 103, 103]);
        expect(await kindsOf(trace)).toEqual(['database_recovered']);
      }
      const { rows } = await sql<{ listings: number }>`
        select jsonb_array_length(listings) as listings from variant_merges where kind = 'merge'`.execute(
        trace.ctx.db,
      );
      expect(rows).toEqual([{ listings: 3 }]);
    }, apart),
  );

  it(
    'in two steps are merged in two steps',
    recover(async (trace) => {
      const [shopee, lazada, shopify] = await variantsOf(trace);
      const backup = await trace.backUp();
      await merges(trace, [lazada, shopify], 40);
      await sellsAndPolls(trace, 'shopify', 2);
      await merges(trace, [shopee, lazada], 'highest');
      await sellsAndPolls(trace, 'lazada', 1);
      await trace.waits(360);
      const before = await quantities(trace);
      expect([before.map(({ into }) => into), trace.shown()]).toEqual([
        [null, shopee, shopee],
        [94, 94, 94],
      ]);
      await comesBack(trace, backup);
      expect(await quantities(trace)).toEqual(before);
      expect(trace.shown()).toEqual([94, 94, 94]);
      expect(await kindsOf(trace)).toEqual(['database_recovered']);
    }, apart),
  );
});
