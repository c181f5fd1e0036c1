import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { describe, expect, it } from 'vitest';
import { mergeVariants } from '../../modules/catalog/merges/merge-variants.ts';
import { showMerge, undoMerge } from '../../modules/catalog/merges/undo-merge.ts';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import { wrongSums } from '../ledger.ts';
import { createPrng } from '../sim/prng.ts';
import { createTrace, type Trace } from './trace.ts';

/* A merge that is undone: each SKU has what it had before, and what happened to it since. */

const channels = ['lazada', 'shopee', 'shopify'] as const;

interface Apart {
  readonly trace: Trace;
  /** The SKU of a shop's own listing before any merge. */
  readonly skuOf: (channel: ChannelKind) => number;
  readonly quantities: () => Promise<number[]>;
  readonly merge: () => Promise<number>;
  readonly undo: (mergeId: number) => Promise<void>;
  readonly adjust: (variantId: number, units: number) => Promise<void>;
}

/** Shops whose listings are SKUs of their own, the first with the lowest id. */
async function apart(shops: readonly ChannelKind[], start: number): Promise<Apart> {
  const trace = await createTrace({ channels: [...shops], start, isMerged: false });
  const { ctx, storeId } = trace;
  const rows = await ctx.db.selectFrom('variant_listings').select(['variant_id', 'marketplace_id']).execute();
  const ids = new Map(
    trace.shops.map(({ channel, marketplaceId }) => [
      channel,
      rows.find((row) => row.marketplace_id === marketplaceId)?.variant_id ?? 0,
    ]),
  );
  const skuOf = (channel: ChannelKind): number => ids.get(channel) ?? 0;
  const skus = shops.map(skuOf);
  const settles = () => trace.waits(60);
  return {
    trace,
    skuOf,
    quantities: () => Promise.all(skus.map((id) => trace.quantity(id))),
    async merge() {
      await mergeVariants(ctx, { storeId, variantIds: skus, quantity: 'highest', userId: null });
      await settles();
      const row = await ctx.db
        .selectFrom('variant_merges')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async undo(mergeId) {
      const { skus: shown } = await showMerge(ctx, storeId, mergeId);
      const seen = shown.map(({ id, quantity }) => ({ variant_id: id, quantity }));
      await undoMerge(ctx, { id: storeId }, { userId: await trace.member() }, mergeId, seen);
      await settles();
    },
    async adjust(variantId, units) {
      await adjustQuantity(ctx, { storeId, variantId, userId: await trace.member(), units });
      await settles();
    },
  };
}

describe('33 a merge that is undone', () => {
  it('at once leaves every number as it was, in the ledger and at the shops', async () => {
    const { trace, skuOf, quantities, merge, undo, adjust } = await apart(['lazada', 'shopee'], 26);
    await adjust(skuOf('shopee'), -1);
    expect(await quantities()).toEqual([26, 25]);
    const mergeId = await merge();
    expect([trace.shows('lazada'), trace.shows('shopee')]).toEqual([26, 26]);
    const shown = await showMerge(trace.ctx, trace.storeId, mergeId);
    expect(shown.is_touched).toBe(false);
    expect(
      shown.skus.map(({ before, since, listings }) => [before, since, listings.map((l) => l.after)]),
    ).toEqual([
      [26, 0, [26]],
      [25, 0, [25]],
    ]);
    await undo(mergeId);
    expect(await quantities()).toEqual([26, 25]);
    expect([trace.shows('lazada'), trace.shows('shopee')]).toEqual([26, 25]);
    expect(await wrongSums(trace.ctx.db)).toEqual([]);
    await trace.close();
  });

  it('gives each SKU what was sold and adjusted since, and a later cancellation to the SKU that it was sold from', async () => {
    const { trace, skuOf, quantities, merge, undo, adjust } = await apart(['lazada', 'shopee'], 26);
    await adjust(skuOf('shopee'), -1);
    const mergeId = await merge();
    const order = trace.sells('shopee', 2);
    await trace.polls('shopee');
    await adjust(skuOf('lazada'), 4);
    const shown = await showMerge(trace.ctx, trace.storeId, mergeId);
    expect(shown).toMatchObject({ variant: { quantity: 28 }, is_touched: true, separate_quantity: 53 });
    expect(shown.skus.map(({ quantity }) => quantity)).toEqual([30, 23]);
    await undo(mergeId);
    expect(await quantities()).toEqual([30, 23]);
    expect([trace.shows('lazada'), trace.shows('shopee')]).toEqual([30, 23]);
    trace.cancels('shopee', order);
    await trace.polls('shopee');
    await trace.waits(60);
    expect(await quantities()).toEqual([30, 25]);
    expect(await wrongSums(trace.ctx.db)).toEqual([]);
    await trace.close();
  });

  it('is undone to what it was by any sequence of sales, cancellations, edits and adjustments', async () => {
    const { trace, skuOf, quantities, merge, undo, adjust } = await apart(channels, 60);
    const prng = createPrng(33);
    const own = new Map(channels.map((channel) => [channel, 60]));
    const add = (channel: (typeof channels)[number], units: number) =>
      own.set(channel, (own.get(channel) ?? 0) + units);
    const open: { channel: (typeof channels)[number]; number: string; units: number }[] = [];
    for (let round = 0; round < 20; round += 1) {
      const isMerged = prng.whole(1, 3) > 1;
      const mergeId = isMerged ? await merge() : null;
      for (let act = prng.whole(0, 5); act > 0; act -= 1) {
        const channel = prng.pick(channels);
        const kind = prng.pick(['sell', 'sell', 'cancel', 'adjust', 'edit'] as const);
        if (kind === 'sell') {
          const units = prng.whole(1, 3);
          open.push({ channel, number: trace.sells(channel, units), units });
          await trace.polls(channel);
          add(channel, -units);
        } else if (kind === 'cancel') {
          const order = open.splice(prng.whole(0, Math.max(0, open.length - 1)), 1)[0];
          if (order === undefined) continue;
          trace.cancels(order.channel, order.number);
          await trace.polls(order.channel);
          add(order.channel, order.units);
        } else if (kind === 'adjust') {
          const units = prng.whole(-3, 6);
          if (units === 0) continue;
          await adjust(isMerged ? skuOf('lazada') : skuOf(channel), units);
          add(isMerged ? 'lazada' : channel, units);
        } else {
          await trace.waits(120);
          trace.types(channel, trace.shows(channel) + 2);
          await trace.reads(channel);
          await trace.waits(120);
          await trace.polls(channel);
          await trace.waits(240);
          add(channel, 2);
          // Whether an order from before an edit explains it is a question of its own.
          for (const order of open.filter((each) => each.channel === channel))
            open.splice(open.indexOf(order), 1);
        }
        await trace.waits(60);
      }
      if (mergeId !== null) await undo(mergeId);
      await trace.waits(240);
      expect(await quantities(), `round ${String(round)}`).toEqual([...own.values()]);
      expect(await wrongSums(trace.ctx.db)).toEqual([]);
    }
    await trace.waits(600);
    expect(channels.map((channel) => trace.shows(channel))).toEqual([...own.values()]);
    await trace.close();
  }, 120_000);
});
