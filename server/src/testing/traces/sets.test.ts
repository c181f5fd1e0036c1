import { describe, expect, it } from 'vitest';
import { mergeVariants } from '../../modules/catalog/merges/merge-variants.ts';
import { undoMerge } from '../../modules/catalog/merges/undo-merge.ts';
import { addUpExplanations } from '../explained-sums.ts';
import { keepBack, type KeptBack } from '../keep-back.ts';
import { A, B, tellOfSets, type Shelves } from './shelves.ts';

/** What all shops show is what the SKUs have. */
async function stands(shelves: Shelves, quantities: readonly number[]): Promise<void> {
  expect(await shelves.numbers()).toEqual([quantities, quantities]);
  expect((await addUpExplanations(shelves.ctx, shelves.storeId)).broken).toEqual([]);
}

describe('a set', () => {
  it(
    'has the least that its parts allow, and an order of it one movement for each part',
    tellOfSets(async (shelves) => {
      await stands(shelves, [10, 7, 5, 7]);
      shelves.sellsOf(A, 'BOX', 1);
      await shelves.polls(A);
      await shelves.waits(30);
      const { TEE, CUP } = shelves.ids;
      expect(await shelves.moved('TEE')).toEqual([[`line:1:${String(TEE)}`, -2]]);
      expect(await shelves.moved('CUP')).toEqual([[`line:1:${String(CUP)}`, -1]]);
      expect([await shelves.moved('BOX'), await shelves.moved('DUO')]).toEqual([[], []]);
      await stands(shelves, [8, 6, 4, 6]);
      expect(shelves.showsOf(A, 'BOX')).toBe(4);
    }),
  );

  it(
    'follows a part that is sold, and its pushes are due in the same transaction',
    tellOfSets(async (shelves) => {
      shelves.sellsOf(A, 'TEE', 3);
      await shelves.polls(A);
      await shelves.waits(30);
      await stands(shelves, [7, 7, 3, 7]);
      await shelves.claims(-4);
      const rows = await shelves.ctx.db
        .selectFrom('listing_stocks as s')
        .innerJoin('variant_listings as l', 'l.id', 's.variant_listing_id')
        .select(['s.send', 's.transformed'])
        .where('l.variant_id', '=', shelves.ids.BOX)
        .whereRef('s.target_rev', '>', 's.acked_rev')
        .execute();
      expect(rows).toEqual([
        { send: 1, transformed: true },
        { send: 1, transformed: true },
      ]);
    }),
  );

  it(
    'and another with the same parts are sold at once: each order takes its parts once',
    tellOfSets(async (shelves) => {
      shelves.sellsOf(A, 'BOX', 1);
      shelves.sellsOf(B, 'DUO', 1);
      await Promise.all([shelves.polls(A), shelves.polls(B)]);
      await shelves.waits(60);
      expect((await shelves.moved('TEE')).map(([, units]) => units).sort()).toEqual([-1, -2]);
      expect((await shelves.moved('CUP')).map(([, units]) => units)).toEqual([-1, -1]);
      await stands(shelves, [7, 5, 3, 5]);
    }),
  );

  it(
    'is put back where the seller types a number: nothing is booked',
    tellOfSets(async (shelves) => {
      await shelves.waits(120);
      shelves.typesOf(A, 'BOX', 9);
      shelves.typesOf(B, 'BOX', 9);
      await shelves.settles();
      for (const sku of ['TEE', 'CUP', 'BOX'] as const) expect(await shelves.moved(sku)).toEqual([]);
      await stands(shelves, [10, 7, 5, 7]);
      expect(shelves.showsOf(A, 'BOX')).toBe(5);
    }),
  );

  it(
    'gives its parts back where units of its order are cancelled, and not twice',
    tellOfSets(async (shelves) => {
      const number = shelves.sellsOf(A, 'BOX', 2);
      await shelves.polls(A);
      shelves.cancelsOf(A, number, 'BOX', 1);
      await shelves.polls(A);
      await shelves.polls(A);
      await shelves.waits(60);
      const { TEE } = shelves.ids;
      expect(await shelves.moved('TEE')).toEqual([
        [`line:1:${String(TEE)}`, -4],
        [`line:2:${String(TEE)}`, 2],
      ]);
      await stands(shelves, [8, 6, 4, 6]);
    }),
  );

  it(
    'shows less where a part, or it, keeps a safety stock: the larger of the two',
    tellOfSets(async (shelves) => {
      const keeps = async (what: KeptBack) => {
        await keepBack(shelves.ctx, { storeId: shelves.storeId, userId: await shelves.member() }, what);
        await shelves.ctx.runJobs();
        shelves.clock.advance(2_000);
      };
      const shows = () => [shelves.showsOf(A, 'BOX'), shelves.showsOf(B, 'DUO')];
      await keeps({ isKept: true });
      await keeps({ variantId: shelves.ids.TEE, units: 3 });
      expect(shows()).toEqual([3, 7]);
      await keeps({ variantId: shelves.ids.BOX, units: 1 });
      expect(shows()).toEqual([3, 7]);
      await keeps({ variantId: shelves.ids.BOX, units: 3 });
      expect(shows()).toEqual([2, 7]);
      await keeps({ variantId: shelves.ids.CUP, units: 2 });
      expect(shows()).toEqual([2, 5]);
      expect((await addUpExplanations(shelves.ctx, shelves.storeId)).broken).toEqual([]);
      await keeps({ isKept: false });
      await stands(shelves, [10, 7, 5, 7]);
    }),
  );
});

describe('a composition', () => {
  it(
    'that changes leaves the parts of earlier orders as they were booked',
    tellOfSets(async (shelves) => {
      const number = shelves.sellsOf(A, 'BOX', 1);
      await shelves.polls(A);
      await shelves.makes('BOX', { CUP: 1 });
      await stands(shelves, [8, 6, 6, 6]);
      shelves.cancelsOf(A, number, 'BOX', 1);
      await shelves.polls(A);
      await shelves.waits(60);
      await stands(shelves, [10, 7, 7, 7]);
    }),
  );

  it(
    'that ends leaves 0 units, and gives the parts of earlier orders back',
    tellOfSets(async (shelves) => {
      const number = shelves.sellsOf(A, 'BOX', 1);
      await shelves.polls(A);
      await shelves.makes('BOX', {});
      await stands(shelves, [8, 6, 0, 6]);
      shelves.cancelsOf(A, number, 'BOX', 1);
      await shelves.polls(A);
      await shelves.waits(60);
      await stands(shelves, [10, 7, 0, 7]);
      await shelves.waits(120);
      shelves.typesOf(A, 'BOX', 4);
      await shelves.settles();
      await stands(shelves, [10, 7, 4, 7]);
    }),
  );

  it(
    'takes the units of the SKU’s own ledger, and what was typed into its shop is put back',
    tellOfSets(async (shelves) => {
      await shelves.makes('DUO', {});
      await shelves.settles();
      shelves.typesOf(A, 'DUO', 6);
      await shelves.settles();
      expect((await shelves.numbers())[0]).toEqual([10, 7, 5, 6]);
      await shelves.waits(120);
      shelves.typesOf(B, 'DUO', 9);
      await shelves.reads(B);
      await shelves.makes('DUO', { TEE: 5 });
      await shelves.settles();
      await stands(shelves, [10, 7, 5, 2]);
      expect((await shelves.moved('DUO')).map(([, units]) => units)).toEqual([6, -6]);
    }),
  );

  it(
    'follows a part that is merged into another SKU; units of parts that become one add up',
    tellOfSets(async (shelves) => {
      const { ctx, storeId, ids } = shelves;
      const number = shelves.sellsOf(A, 'BOX', 1);
      await shelves.polls(A);
      await stands(shelves, [8, 6, 4, 6]);
      const variantIds = [ids.TEE, ids.CUP];
      const survivor = await mergeVariants(ctx, { storeId, variantIds, quantity: 'highest', userId: null });
      await ctx.runJobs();
      expect(survivor).toBe(Math.min(...variantIds));
      const quantities = () => Promise.all([ids.TEE, ids.BOX, ids.DUO].map((id) => shelves.quantity(id)));
      expect(await quantities()).toEqual([8, 2, 4]);
      shelves.cancelsOf(A, number, 'BOX', 1);
      await shelves.polls(A);
      await shelves.waits(60);
      expect(await quantities()).toEqual([11, 3, 5]);
      expect(shelves.showsOf(B, 'BOX')).toBe(3);
      const causes = (await shelves.moved('TEE')).map(([cause]) => cause).slice(-2);
      expect(causes).toEqual([`line:2:${String(ids.TEE)}`, `line:2:${String(ids.CUP)}`]);
    }),
  );

  it(
    'is made of its own parts again where their merge is undone, with what it sold since and what is cancelled later',
    tellOfSets(async (shelves) => {
      const { ctx, storeId, ids } = shelves;
      const variantIds = [ids.TEE, ids.CUP];
      await mergeVariants(ctx, { storeId, variantIds, quantity: 'highest', userId: null });
      await ctx.runJobs();
      const number = shelves.sellsOf(A, 'BOX', 1);
      await shelves.polls(A);
      await shelves.waits(60);
      expect(await shelves.quantity(ids.TEE)).toBe(7);
      const { id: mergeId } = await ctx.db
        .selectFrom('variant_merges')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      await undoMerge(ctx, { id: storeId }, { userId: await shelves.member() }, mergeId);
      await shelves.waits(60);
      await stands(shelves, [8, 6, 4, 6]);
      shelves.cancelsOf(A, number, 'BOX', 1);
      await shelves.polls(A);
      await shelves.waits(60);
      await stands(shelves, [10, 7, 5, 7]);
    }),
  );
});
