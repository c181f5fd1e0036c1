import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { shopsBehind } from './pushes.queries.ts';
import { pushLane, pushStockJob } from './stock.jobs.ts';
import { after, TOLERANCE_MS } from './time-spans.rules.ts';

/** A write that waits no longer than a doubt about the order of things is not left to the sweep. */
const SOON_MS = 2 * TOLERANCE_MS;

/**
 * Calls of one lane wait for each other's answers: where many listings wait and a call takes one item, several lanes use what the
 * marketplace allows. Where a call takes many, one lane has the fullest calls.
 */
const LANES_OF_A_CROWD = 3;
const CROWD = 10;

/**
 * Has every shop pushed where a write is due: of one store, or of all.
 * @param storeId null: of all
 */
export async function pushDue(ctx: Context, storeId: number | null): Promise<void> {
  const soon = after(ctx.clock.now(), SOON_MS);
  for (const { id: marketplaceId, channel, retryAt, waiting } of await shopsBehind(ctx.db, soon, storeId)) {
    const when = retryAt === null ? {} : { runAt: retryAt };
    const isCrowd = waiting > CROWD && ctx.connectors[channel].stock.batch.within === 'item';
    const lanes = isCrowd ? LANES_OF_A_CROWD : 1;
    for (let lane = 0; lane < lanes; lane += 1) {
      await enqueue(
        ctx.db,
        pushStockJob,
        { marketplaceId, lane },
        { ...pushLane(marketplaceId, lane), ...when },
      );
    }
  }
}
