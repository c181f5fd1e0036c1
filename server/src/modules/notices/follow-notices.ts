import { ChannelError } from '@evenstock/connectors/kit/errors';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { readListings } from '../catalog/intake/read-listings.ts';
import { checkAuthorisation } from '../connections/authorisation/check-authorisation.ts';
import { closeNotices } from '../connections/inbox/close-notices.ts';
import { followNoticesJob, noticesQueue } from './notices.jobs.ts';
import { itemsToRead, openNotices } from './notices.queries.ts';
import { readOrders, type OrderScope } from '../orders/imports/read-order.ts';
import { readReturnsJob } from '../returns/returns.jobs.ts';

/** Maximum number of notices that are processed together: what most channels read in one call. */
const AT_ONCE = 50;

const about = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), number: z.string() }),
  z.object({ kind: z.literal('return'), returnId: z.string(), number: z.string().nullable() }),
  z.object({ kind: z.literal('listing'), itemId: z.string() }),
  z.object({
    kind: z.literal('stock'),
    stockRef: z.record(z.string(), z.string()),
    shows: z.number().nullish(),
  }),
  z.object({ kind: z.literal('deauthorised') }),
  z.object({ kind: z.literal('other'), topic: z.string() }),
]);
type Hint = z.infer<typeof about>;

/**
 * Reads the records that a marketplace's open notices name, many in a call. The notices themselves are hints, so processing one
 * twice changes nothing. After throttling they wait as long as the marketplace asks for.
 * @throws ChannelError, so that the job is retried
 */
export async function followNotices(ctx: Context, marketplaceId: number): Promise<void> {
  try {
    await followOpen(ctx, marketplaceId);
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'throttled') throw error;
    const again = new Date(ctx.clock.now().getTime() + error.fault.afterSeconds * 1000);
    const queue = noticesQueue(marketplaceId);
    await enqueue(ctx.db, followNoticesJob, { marketplaceId }, { key: queue, queue, runAt: again });
  }
}

async function followOpen(ctx: Context, marketplaceId: number): Promise<void> {
  for (;;) {
    const notices = await openNotices(ctx.db, marketplaceId, AT_ONCE);
    const [first] = notices;
    if (first === undefined) return;
    const hints = notices.map((notice) => about.parse(notice.about));
    await follow(ctx, { storeId: first.store_id, marketplaceId }, hints);
    await closeNotices(
      ctx,
      notices.map(({ id }) => id),
    );
  }
}

async function follow(ctx: Context, scope: OrderScope, hints: readonly Hint[]): Promise<void> {
  const numbers = hints.flatMap((hint) =>
    (hint.kind === 'order' || hint.kind === 'return') && hint.number !== null ? [hint.number] : [],
  );
  await readOrders(ctx, scope, numbers, 'normal');
  const returnIds = hints.flatMap((hint) => (hint.kind === 'return' ? [hint.returnId] : []));
  if (returnIds.length > 0) {
    await enqueue(ctx.db, readReturnsJob, { ...scope, returnIds });
  }
  const items = hints.flatMap((hint) => (hint.kind === 'listing' ? [hint.itemId] : []));
  const stocks = hints.filter((hint) => hint.kind === 'stock');
  const stocked = await itemsToRead(ctx.db, scope.marketplaceId, stocks);
  await readListings(ctx, scope, [...items, ...stocked], 'normal');
  if (hints.some(({ kind }) => kind === 'deauthorised')) await checkAuthorisation(ctx, scope.marketplaceId);
}
