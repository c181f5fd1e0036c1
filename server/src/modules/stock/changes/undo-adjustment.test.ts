import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wrongSums } from '../../../testing/ledger.ts';
import { createTrace, plain, type Trace } from '../../../testing/traces/trace.ts';
import { listMovements } from '../lists/list-movements.ts';
import { adjustQuantity } from './adjust-quantity.ts';
import { undoAdjustment } from './undo-adjustment.ts';

let trace: Trace;
let userId: number;
beforeAll(async () => {
  trace = await createTrace({ start: 100, facts: { shopee: plain, shopify: plain } });
  userId = await trace.member();
});
beforeEach(() => trace.clock.advance(60_000));
afterAll(() => trace.close());

async function adjust(units: number): Promise<number> {
  const { ctx, storeId, variantId } = trace;
  const movement = await adjustQuantity(ctx, { storeId, variantId, userId, units });
  if (movement === null) throw new Error('Nothing was recorded.');
  return movement.id;
}

const undo = (movementId: number) => undoAdjustment(trace.ctx, trace.storeId, userId, movementId);

const quantity = () => trace.quantity();

/** The movements that the ledger offers to undo. */
async function offered(): Promise<readonly number[]> {
  const { ctx, storeId: id } = trace;
  const { stock_movements: listed } = await listMovements({
    ctx,
    actor: { userId, sessionId: 0, email: 'owner@shop.test', role: 'member' },
    store: { id, slug: 'shop', country: 'sg', timeZone: 'Asia/Singapore', role: 'owner' },
    query: { q: { variant_id_eq: trace.variantId } },
  });
  return listed.filter(({ can_undo: can }) => can).map(({ id: movementId }) => movementId);
}

async function sell(units: number): Promise<void> {
  trace.sells('shopee', units);
  trace.clock.advance(60_000);
  await trace.polls('shopee');
}

describe('undoing an adjustment', () => {
  it('takes its units back and leaves what was sold since', async () => {
    const before = await quantity();
    const id = await adjust(7);
    await sell(2);
    expect(await offered()).toEqual([id]);
    await undo(id);
    expect(await quantity()).toBe(before - 2);
    await undo(id);
    expect(await quantity()).toBe(before - 2);
    expect(await offered()).toEqual([]);
    await trace.ctx.runJobs();
    expect(trace.shows('shopify')).toBe(before - 2);
  });

  it('is refused once the quantity was adjusted again, until that is undone', async () => {
    const first = await adjust(5);
    const second = await adjust(-3);
    expect(await offered()).toEqual([second]);
    await expect(undo(first)).rejects.toThrow('Adjust it instead');
    await undo(second);
    expect(await offered()).toEqual([first]);
    await undo(first);
  });

  it('is refused after an edit on a marketplace and after a day, and changes nothing then', async () => {
    const edited = await adjust(4);
    await trace.waits(120);
    trace.types('shopify', 55);
    await trace.reads('shopify');
    await trace.waits(150);
    await trace.polls('shopify');
    await trace.polls('shopee');
    await trace.waits(60);
    expect(await quantity()).toBe(55);
    await expect(undo(edited)).rejects.toThrow('Adjust it instead');
    const old = await adjust(4);
    trace.clock.advance(25 * 3_600_000);
    expect(await offered()).toEqual([]);
    await expect(undo(old)).rejects.toThrow('for a day');
    expect(await quantity()).toBe(59);
  });

  it('is refused of another store’s, and of what is no adjustment', async () => {
    const id = await adjust(1);
    await expect(undoAdjustment(trace.ctx, trace.storeId + 1, userId, id)).rejects.toMatchObject({
      status: 404,
    });
    const sale = await trace.ctx.db
      .selectFrom('stock_movements')
      .select('id')
      .where('source_type', '=', 'Order')
      .executeTakeFirstOrThrow();
    await expect(undo(sale.id)).rejects.toThrow('Only adjustments');
    await undo(id);
  });

  it('is refused where the units are not there any more', async () => {
    const before = await quantity();
    const id = await adjust(3);
    await trace.ctx.runJobs();
    await sell(before + 1);
    await expect(undo(id)).rejects.toThrow('Adjustment must be at least');
    expect(await quantity()).toBe(2);
  });

  it('is, after any adjustments and sales, as if they had not been adjusted', async () => {
    const acts = fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant('sale' as const)), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(acts, async (drawn) => {
        await adjust(100);
        await trace.ctx.runJobs();
        const before = await quantity();
        const made: number[] = [];
        let sold = 0;
        for (const act of drawn) {
          trace.clock.advance(1000);
          if (act === 'sale') {
            await sell(1);
            sold += 1;
          } else if (act !== 0) {
            made.push(await adjust(act));
          }
        }
        for (const id of made.toReversed()) await undo(id);
        expect(await quantity()).toBe(before - sold);
        expect(await wrongSums(trace.ctx.db)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});
