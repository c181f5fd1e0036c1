import type { Cursor } from '@evenstock/connectors/kit/paging';
import type { ChannelOrder, OrderPage } from '@evenstock/connectors/kit/connector';
import { channelKind } from '@evenstock/contract/channels';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { callMarketplace } from '../connections/call-marketplace.ts';
import {
  advancePull,
  claimPull,
  connectorCursor,
  cursorOf,
  failPull,
  finishPull,
  restPull,
  type ClaimedPull,
} from '../pulls/pulls.ts';
import { importOrder } from './import-order.ts';
import { readStates } from './pull-orders.queries.ts';
import { isNews, nextStep, type Position } from './pull-orders.rules.ts';

/** So many pages in a row; then others have their turn. */
const PAGES_AT_ONCE = 20;

const position: z.ZodType<Position> = z.object({
  next: connectorCursor.nullable(),
  pass: z.number().int(),
  pages: z.number().int(),
  news: z.number().int(),
});
const start: Position = { next: null, pass: 1, pages: 0, news: 0 };

/**
 * Works on a pull of orders from where its row says, page by page. What was done when a worker dies stands; the page under
 * way is read again, and an order that is in already changes nothing.
 */
export async function pullOrders(ctx: Context, pullId: number): Promise<void> {
  const pull = await claimPull(ctx, pullId);
  if (pull === null) return;
  try {
    await readPages(ctx, pull);
  } catch (error) {
    await failPull(ctx, pull, error);
  }
}

async function readPages(ctx: Context, pull: ClaimedPull): Promise<void> {
  const window = { from: pull.window_from ?? new Date(0), to: pull.window_to };
  const { facts } = ctx.connectors[channelKind.parse(pull.channel)];
  let at = cursorOf(pull, position) ?? start;
  let done = pull.done;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
    const cursor: Cursor | null = at.next;
    const page = await callMarketplace(ctx, pull.marketplace_id, 'background', (access, connector) =>
      connector.orders.page(access, cursor, window),
    );
    const news = await importPage(ctx, pull, page, at.pass);
    if (at.pass === 1) done += page.orders.length + page.unreadable.length;
    const step = nextStep(at, { next: page.next, news }, facts.ordersKeepPlace);
    await moveOn(ctx, pull, page, { step, done });
    if (step === 'ended') return;
    at = step;
  }
  await restPull(ctx, pull);
}

/** Takes the page's orders in, each in a transaction of its own. Answers how many were not known in this state. */
async function importPage(ctx: Context, pull: ClaimedPull, page: OrderPage, pass: number): Promise<number> {
  const scope = { storeId: pull.store_id, marketplaceId: pull.marketplace_id };
  const known = await readStates(
    ctx.db,
    pull.marketplace_id,
    page.orders.map(({ number }) => number),
  );
  const news = page.orders.filter((order) => isNews(order, known.get(order.number)));
  // Once read in the first pass, an order that did not change since need not be compared again.
  const toImport: readonly ChannelOrder[] = pass === 1 ? page.orders : news;
  for (const order of toImport) await importOrder(ctx, scope, order, page.interval.began);
  return news.length;
}

async function moveOn(
  ctx: Context,
  pull: ClaimedPull,
  page: OrderPage,
  { step, done }: { step: Position | 'ended'; done: number },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await advancePull(tx, ctx, pull, {
      progress: { cursor: step === 'ended' ? null : step, done, total: page.total },
      unreadable: page.unreadable,
      read: page.orders.map(({ number }) => number),
    });
    if (step === 'ended') await finishPull(tx, ctx, pull);
  });
}
