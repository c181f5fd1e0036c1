import { ChannelError } from '@evenstock/connectors/kit/errors';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { readListings } from '../catalog/intake/read-listings.ts';
import { checkAuthorisation } from '../connections/authorisation/check-authorisation.ts';
import { after } from '../../platform/time/time-spans.ts';
import { isDatabaseAway } from '../../platform/database/database-errors.ts';
import { closeNotices, recordFailure } from '../connections/inbox/close-notices.ts';
import { followNoticesJob, noticesQueue } from './notices.jobs.ts';
import { firstAttempt, itemsToRead, openNotices, type OpenNotice } from './notices.queries.ts';
import { nextAttempt } from './notices.rules.ts';
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
 * twice changes nothing. After throttling they wait as long as the marketplace asks for. One that fails is tried again alone.
 * @throws ChannelError where the marketplace does not answer, so that the job is retried
 */
export async function followNotices(ctx: Context, marketplaceId: number): Promise<void> {
  const queue = noticesQueue(marketplaceId);
  try {
    await followOpen(ctx, marketplaceId);
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'throttled') throw error;
    const again = after(ctx.clock.now(), error.fault.afterSeconds * 1000);
    await enqueue(ctx.db, followNoticesJob, { marketplaceId }, { key: queue, queue, runAt: again });
    return;
  }
  const runAt = await firstAttempt(ctx.db, marketplaceId);
  if (runAt === null) return;
  // A job of a notice that has come meanwhile keeps its time.
  const options = { key: queue, queue, runAt, keyMode: 'preserve_run_at' } as const;
  await enqueue(ctx.db, followNoticesJob, { marketplaceId }, options);
}

async function followOpen(ctx: Context, marketplaceId: number): Promise<void> {
  for (;;) {
    const page = { now: ctx.clock.now(), limit: AT_ONCE };
    const notices = await openNotices(ctx.db, marketplaceId, page);
    const [first] = notices;
    if (first === undefined) return;
    const scope = { storeId: first.store_id, marketplaceId };
    const alone = notices.filter(({ attempts }) => attempts > 0);
    const together = notices.filter(({ attempts }) => attempts === 0);
    try {
      if (together.length > 0) await followAndClose(ctx, scope, together);
    } catch (error) {
      if (failsAll(error)) throw error;
      alone.push(...together);
    }
    for (const notice of alone) await followAlone(ctx, scope, notice);
  }
}

async function followAlone(ctx: Context, scope: OrderScope, notice: OpenNotice): Promise<void> {
  try {
    await followAndClose(ctx, scope, [notice]);
  } catch (error) {
    if (failsAll(error)) throw error;
    const now = ctx.clock.now();
    const attempts = notice.attempts + 1;
    const again = nextAttempt(attempts, now);
    const { marketplaceId } = scope;
    const of = { err: error, marketplaceId, noticeId: notice.id, attempts };
    if (again === null) ctx.log.error(of, 'A notice failed for good and is kept as a dead letter.');
    else ctx.log.warn(of, 'A notice failed; it is tried again.');
    await recordFailure(ctx, notice.id, { attempts, again, failure: failureOf(error), now });
  }
}

/** Whether an error is not about a record: every notice of the marketplace would fail of it. */
function failsAll(error: unknown): boolean {
  if (!(error instanceof ChannelError)) return isDatabaseAway(error);
  return error.fault.kind !== 'rejected' && error.fault.kind !== 'unexpected';
}

/** The reason that is kept. Other errors than a channel's may quote a buyer. */
function failureOf(error: unknown): string {
  if (error instanceof ChannelError) return error.message;
  return error instanceof Error ? error.name : typeof error;
}

async function followAndClose(
  ctx: Context,
  scope: OrderScope,
  notices: readonly OpenNotice[],
): Promise<void> {
  const hints = notices.map((notice) => about.parse(notice.about));
  await follow(ctx, scope, hints);
  await closeNotices(
    ctx,
    notices.map(({ id }) => id),
  );
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
