import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { callMarketplace } from '../connections/calls/call-marketplace.ts';
import { recordReturn, type ReturnScope } from './record-return.ts';
import { pollReturnsJob } from './returns.jobs.ts';
import { returnsOfOrder } from './returns.queries.ts';

/** Maximum number of returns of one order that are read again. */
const MOST_OF_ORDER = 20;

/**
 * Reads returns from their marketplace by their ids, and records them. A return that the marketplace does not know is unchanged.
 * @throws ChannelError
 */
export async function readReturns(
  ctx: Context,
  scope: ReturnScope,
  returnIds: readonly string[],
): Promise<void> {
  for (const returnId of new Set(returnIds)) {
    const { found, began } = await callMarketplace(
      ctx,
      scope.marketplaceId,
      'normal',
      async (access, { returns }) => ({
        began: access.http.now(),
        found: (await returns?.read(access, returnId)) ?? null,
      }),
    );
    if (found !== null) await recordReturn(ctx, scope, found, began);
  }
}

/**
 * Reads the returns of an order: the known ones by their ids. If none of them is open, the marketplace's returns are polled, as no
 * channel lists the returns of one order.
 * @throws ChannelError
 */
export async function readReturnsOfOrder(ctx: Context, scope: ReturnScope, orderId: number): Promise<void> {
  const known = await returnsOfOrder(ctx.db, orderId, MOST_OF_ORDER);
  await readReturns(ctx, scope, known.ids);
  if (known.hasOpen) return;
  const { marketplaceId } = scope;
  const since = ctx.clock.now().toISOString();
  await enqueue(
    ctx.db,
    pollReturnsJob,
    { marketplaceId, since },
    { key: `poll-returns:${String(marketplaceId)}` },
  );
}
