import { channelKinds } from '@evenstock/contract/channels/channels';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { Committed } from '../../../platform/logs/recovery-log.ts';
import {
  closeAllEpochs,
  endAllAttempts,
  holdAll,
  keepCounts,
  variantsShownOtherwise,
  type LatestEffect,
} from '../ledger/recovering.queries.ts';
import { dropCounts } from '../ledger/recovery-counts.queries.ts';
import { evaluateVariants } from '../ledger/evaluate-variants.ts';
import { verifyReadsJob } from '../ledger/stock.jobs.ts';
import { lockVariants } from '../ledger/variant-stock.queries.ts';

/**
 * Holds every listing after the database went back: no push until its SKU is decided. Earlier claims are void, no pending difference
 * is booked, and nothing is inferred while an earlier write may still land.
 * @returns the marketplaces with their stores
 */
export async function holdAfterRecovery(
  tx: Tx,
  ctx: Context,
  lost: { readonly generation: number; readonly committed: readonly Committed[]; readonly at: Date },
): Promise<{ marketplaceId: number; storeId: number }[]> {
  const { generation, committed, at } = lost;
  const otherwise = await lockVariants(tx, await variantsShownOtherwise(tx));
  await dropCounts(tx);
  await closeAllEpochs(tx, at);
  await endAllAttempts(tx, message('stock.interrupted'), at);
  await keepCounts(
    tx,
    committed.map(({ process, count }) => ({ process, count })),
  );
  const shops = await holdAll(tx, {
    generation,
    lostAt: lastAttempt(committed) ?? at,
    at,
    latestEffect: latestEffect(ctx),
  });
  // What made their numbers other than the ledger's is gone.
  await evaluateVariants(tx, ctx, otherwise);
  for (const { marketplaceId } of shops) {
    await enqueue(
      tx,
      verifyReadsJob,
      { marketplaceId },
      { key: `stock.verify_reads:${String(marketplaceId)}` },
    );
  }
  for (const storeId of new Set(shops.map((shop) => shop.storeId)))
    await announce(tx, storeId, 'variants', []);
  return shops;
}

/** When a process last wrote to a shop; null where nobody knows. */
function lastAttempt(committed: readonly Committed[]): Date | null {
  const times = committed.flatMap(({ countedAt }) => (countedAt === null ? [] : [countedAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

function latestEffect({ connectors }: Context): LatestEffect {
  const seconds = channelKinds.map((channel) => {
    const { lateWriteBound, settlesWithin } = connectors[channel].facts;
    return [channel, lateWriteBound + settlesWithin] as const;
  });
  return Object.fromEntries(seconds);
}
