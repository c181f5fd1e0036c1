import type { ChannelOrder, OrderPage } from '@evenstock/connectors/kit/connector';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Cursor } from '@evenstock/connectors/kit/paging';
import { zoneOfCountry } from '@evenstock/contract/stores';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { callMarketplace } from '../connections/call-marketplace.ts';
import { importOrder } from './import-order.ts';
import {
  checkableMarketplaces,
  countHere,
  numbersHere,
  recordDay,
  storeOfMarketplace,
} from './order-days.queries.ts';
import { daysToCheck, spanOf, theirDay } from './order-days.rules.ts';
import { checkDaysJob } from './orders.jobs.ts';

/** Starts the check of the last days of every marketplace that can be read. */
export async function startDayChecks(ctx: Context): Promise<void> {
  for (const marketplaceId of await checkableMarketplaces(ctx.db)) {
    await inTransaction(ctx.db, (tx) =>
      enqueue(tx, checkDaysJob, { marketplaceId }, { key: `check-days:${String(marketplaceId)}` }),
    );
  }
}

/** An order that a marketplace lists, and when its read began. */
interface Listed {
  readonly order: ChannelOrder;
  readonly began: Date;
}

/**
 * Compares each of the last days with the marketplace's own total, where it reports one, and with the orders that it lists. The
 * listing shares no cursor with the polls. Missing orders are fetched. A killed check starts again.
 * @throws ChannelError where the marketplace does not answer now
 */
export async function checkDays(ctx: Context, marketplaceId: number): Promise<void> {
  const store = await storeOfMarketplace(ctx.db, marketplaceId);
  if (store === null) return;
  const { storeId, country } = store;
  const zone = zoneOfCountry[country];
  const days = daysToCheck(ctx.clock.now(), zone).map((day) => ({ day, ...spanOf(day, zone) }));
  const [first] = days;
  if (first === undefined) return;
  const listed = await listedSince(ctx, marketplaceId, first.from);
  for (const { day, from, before } of days) {
    const theirs = listed?.filter(({ order }) => order.createdAt >= from && order.createdAt < before) ?? null;
    const numbers = theirs?.map(({ order }) => order.number) ?? [];
    const here = await numbersHere(ctx.db, marketplaceId, numbers);
    const gap = theirs?.filter(({ order }) => !here.has(order.number)) ?? [];
    for (const { order, began } of gap) await importOrder(ctx, { storeId, marketplaceId }, order, began);
    const total = await totalOf(ctx, marketplaceId, { from, before });
    const arrived = await numbersHere(ctx.db, marketplaceId, numbers);
    const ours = await countHere(ctx.db, { storeId, marketplaceId }, { from, before });
    await recordDay(ctx.db, {
      storeId,
      marketplaceId,
      day,
      ...theirDay(total, theirs?.length ?? null, arrived.size, ours),
      ours,
      fetched: gap.length,
      at: ctx.clock.now(),
    });
  }
}

/** The marketplace's own total of the orders of an interval; null where it reports none. */
async function totalOf(
  ctx: Context,
  marketplaceId: number,
  span: { readonly from: Date; readonly before: Date },
): Promise<number | null> {
  try {
    return await callMarketplace(
      ctx,
      marketplaceId,
      'background',
      async (access, connector) => (await connector.orderCount?.placed(access, span)) ?? null,
    );
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'rejected') return null;
    throw error;
  }
}

/** The distinct orders that the marketplace lists as changed since an instant; null where it refuses to list that far back. */
async function listedSince(ctx: Context, marketplaceId: number, from: Date): Promise<Listed[] | null> {
  const listed = new Map<string, Listed>();
  const window = { from, to: ctx.clock.now() };
  let cursor: Cursor | null = null;
  try {
    do {
      const at: Cursor | null = cursor;
      const page: OrderPage = await callMarketplace(ctx, marketplaceId, 'background', (access, connector) =>
        connector.orders.page(access, at, window),
      );
      for (const order of page.orders) listed.set(order.number, { order, began: page.interval.began });
      cursor = page.next;
    } while (cursor !== null);
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'rejected') return null;
    throw error;
  }
  return [...listed.values()];
}
