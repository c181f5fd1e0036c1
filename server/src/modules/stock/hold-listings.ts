import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../api/live.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { holdListings } from './reads.queries.ts';
import { verifyReadsJob } from './stock.jobs.ts';

/**
 * Holds listings after a store's sync was switched, a shop was connected again or a backup was restored: no push until the listing was
 * read and its orders were polled past that read.
 */
export async function holdUntilRead(
  ctx: Context,
  whose: { readonly storeId: number; readonly marketplaceId: number | null },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const shops = await holdListings(tx, whose, ctx.clock.now());
    for (const marketplaceId of shops) {
      await enqueue(
        tx,
        verifyReadsJob,
        { marketplaceId },
        { key: `stock.verify_reads:${String(marketplaceId)}` },
      );
    }
    await announce(tx, whose.storeId, 'variants', []);
  });
}
