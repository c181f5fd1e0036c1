import type { ChannelOrder, OrderPage } from '@evenstock/connectors/kit/connector';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { IncompletePage } from '@evenstock/connectors/kit/incomplete-page';
import { zoneOfCountry } from '@evenstock/contract/stores/stores';
import type { Context } from '../../../context.ts';
import { dayOf } from '../../../platform/time/days.ts';
import { enqueue, type EnqueueOptions } from '../../../platform/jobs/jobs.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import {
  countListed,
  deleteCheck,
  findCheck,
  insertCheck,
  keepListed,
  moveCheck,
  newestDay,
  type DayCheck,
} from './day-checks.queries.ts';
import { importOrder, type ImportScope } from '../imports/import-order.ts';
import {
  checkableMarketplaces,
  countHere,
  ordersHere,
  recordDay,
  recordMissedDay,
  storeOfMarketplace,
} from './order-days.queries.ts';
import {
  daysFrom,
  daysToCheck,
  missedDays,
  spanOf,
  theirDay,
  windowsOf,
  type DayWindow,
} from './order-days.rules.ts';
import { checkDaysJob } from '../order/orders.jobs.ts';

/** Number of consecutive steps after which other jobs run. */
const STEPS_AT_ONCE = 20;
/** A check that has not moved for these six hours begins again: its cursor may have ended, and other days are the last ones. */
const STALE_MS = 6 * 3_600_000;

/** Checks of one marketplace run one at a time. */
const queueOf = (marketplaceId: number): EnqueueOptions => {
  const key = `check-days:${String(marketplaceId)}`;
  return { key, queue: key };
};

/** Starts the check of the last days of every marketplace that can be read. */
export async function startDayChecks(ctx: Context): Promise<void> {
  for (const marketplaceId of await checkableMarketplaces(ctx.db)) {
    await inTransaction(ctx.db, (tx) => enqueue(tx, checkDaysJob, { marketplaceId }, queueOf(marketplaceId)));
  }
}

/** A marketplace whose days are checked, in the zone of its store. */
interface CheckScope extends ImportScope {
  readonly zone: string;
}

/**
 * Compares each of the last days with the marketplace's own total, where it reports one, and with the orders that it lists. The
 * listing shares no cursor with the polls. Missing orders are fetched. A check continues where it waited or was killed.
 * @throws ChannelError where the marketplace does not answer now
 */
export async function checkDays(ctx: Context, marketplaceId: number): Promise<void> {
  const store = await storeOfMarketplace(ctx.db, marketplaceId);
  if (store === null) return;
  const scope = { storeId: store.storeId, marketplaceId, zone: zoneOfCountry[store.country] };
  let again = 0;
  try {
    if ((await continueCheck(ctx, scope)) === 'ended') return;
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'throttled') throw error;
    again = error.fault.afterSeconds * 1000;
  }
  const runAt = new Date(ctx.clock.now().getTime() + again);
  await enqueue(ctx.db, checkDaysJob, { marketplaceId }, { ...queueOf(marketplaceId), runAt });
}

async function continueCheck(ctx: Context, scope: CheckScope): Promise<'ended' | 'more'> {
  let check = await openCheck(ctx, scope);
  const windows = windowsOf(check, scope.zone);
  const days = daysFrom(check.firstDay, check.lastDay);
  for (let steps = 0; steps < STEPS_AT_ONCE; steps += 1) {
    const window = windows[check.step];
    if (window !== undefined) {
      check = await listPage(ctx, scope, check, window);
      continue;
    }
    const day = days[check.step - windows.length];
    if (day === undefined) {
      await deleteCheck(ctx.db, scope.marketplaceId);
      return 'ended';
    }
    check = await closeDay(ctx, scope, check, day);
  }
  return 'more';
}

/** The unfinished check of a marketplace, or a new one of its last days. */
async function openCheck(ctx: Context, scope: CheckScope): Promise<DayCheck> {
  const now = ctx.clock.now();
  const found = await findCheck(ctx.db, scope.marketplaceId);
  if (found !== null && now.getTime() - found.movedAt.getTime() < STALE_MS) return found;
  const days = daysToCheck(now, scope.zone);
  const [firstDay, lastDay] = [days.at(0), days.at(-1)];
  if (firstDay === undefined || lastDay === undefined) throw new Error('No day is checked.');
  for (const day of missedDays(await newestDay(ctx.db, scope.marketplaceId), firstDay)) {
    const ours = await countHere(ctx.db, scope, spanOf(day, scope.zone));
    await recordMissedDay(ctx.db, { ...scope, day, ours, at: now });
  }
  const begun = { firstDay, lastDay, until: now, movedAt: now };
  await inTransaction(ctx.db, (tx) => insertCheck(tx, scope, begun));
  return { ...begun, step: 0, cursor: null, refusedDay: null };
}

/** Reads one page of a window, fetches what is not here, and keeps which were listed and the cursor. */
async function listPage(
  ctx: Context,
  scope: CheckScope,
  check: DayCheck,
  window: DayWindow,
): Promise<DayCheck> {
  const page = await pageOf(ctx, scope, check, window);
  if (page !== null) await takeIn(ctx, scope, check, page);
  const next = page?.next ?? null;
  const moved = {
    step: next === null ? check.step + 1 : check.step,
    cursor: next,
    refusedDay: page === null ? window.day : check.refusedDay,
    movedAt: ctx.clock.now(),
  };
  await moveCheck(ctx.db, scope.marketplaceId, moved);
  return { ...check, ...moved };
}

/**
 * Null where the marketplace refuses to list that far back. The orders of an incomplete page are taken in, too, before the check fails
 * and reads it again.
 */
async function pageOf(
  ctx: Context,
  scope: CheckScope,
  check: DayCheck,
  { from, to }: DayWindow,
): Promise<OrderPage | null> {
  try {
    return await unlessRejected(
      callMarketplace(ctx, scope.marketplaceId, 'background', (access, connector) =>
        connector.orders.page(access, check.cursor, { from, to }),
      ),
    );
  } catch (error) {
    if (error instanceof IncompletePage && 'orders' in error.records) {
      await takeIn(ctx, scope, check, error.records);
    }
    throw error;
  }
}

/** What was listed is kept first, so that a repeated page still counts as fetched what it had to fetch. */
async function takeIn(
  ctx: Context,
  scope: CheckScope,
  { firstDay, lastDay }: DayCheck,
  page: Omit<OrderPage, 'next'>,
): Promise<void> {
  const placed = page.orders.flatMap((order) => {
    const day = dayOf(order.createdAt, scope.zone);
    return day >= firstDay && day <= lastDay ? [{ order, day }] : [];
  });
  const channelIds = placed.map(({ order }) => order.channelId);
  const here = await ordersHere(ctx.db, scope.marketplaceId, channelIds);
  const isGap = ({ channelId }: ChannelOrder): boolean => !here.has(channelId);
  await keepListed(
    ctx.db,
    scope.marketplaceId,
    placed.map(({ order, day }) => ({ day, channelId: order.channelId, fetched: isGap(order) })),
  );
  for (const { order } of placed) {
    if (isGap(order)) await importOrder(ctx, scope, order, page.interval);
  }
}

/** Records the result of a day. */
async function closeDay(ctx: Context, scope: CheckScope, check: DayCheck, day: string): Promise<DayCheck> {
  const { storeId, marketplaceId, zone } = scope;
  const span = spanOf(day, zone);
  const total = await totalOf(ctx, marketplaceId, span);
  const { listed, here, fetched } = await countListed(ctx.db, marketplaceId, day);
  // An order of this day may have changed on any day since.
  const isListed = check.refusedDay === null || check.refusedDay < day;
  const ours = await countHere(ctx.db, scope, span);
  const at = ctx.clock.now();
  const theirs = theirDay(total, isListed ? listed : null, here, ours);
  const moved = { step: check.step + 1, cursor: null, refusedDay: check.refusedDay, movedAt: at };
  await inTransaction(ctx.db, async (tx) => {
    await recordDay(tx, { storeId, marketplaceId, day, ...theirs, ours, fetched, at });
    await moveCheck(tx, marketplaceId, moved);
  });
  return { ...check, ...moved };
}

/** The marketplace's own total of the orders of an interval; null where it reports none. */
function totalOf(
  ctx: Context,
  marketplaceId: number,
  span: { readonly from: Date; readonly before: Date },
): Promise<number | null> {
  return unlessRejected(
    callMarketplace(
      ctx,
      marketplaceId,
      'background',
      async (access, connector) => (await connector.orderCount?.placed(access, span)) ?? null,
    ),
  );
}

/** Null where the marketplace rejects the call. */
async function unlessRejected<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'rejected') return null;
    throw error;
  }
}
