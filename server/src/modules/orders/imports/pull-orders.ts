import { IncompletePage } from '@evenstock/connectors/kit/incomplete-page';
import type { Unreadable, Window } from '@evenstock/connectors/kit/paging';
import type { ChannelOrder, OrderPage } from '@evenstock/connectors/kit/connector';
import { channelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import { importOperation } from '../../pulls/import-operation.ts';
import { connectorCursor, cursorOf, type ClaimedPull } from '../../pulls/pulls.ts';
import { recordEach } from '../../pulls/record-each.ts';
import { runPull, type CommitPage, type ReadPages } from '../../pulls/run-pull.ts';
import { readOrders } from './read-order.ts';
import { importOrder } from './import-order.ts';
import { readStates } from './pull-orders.queries.ts';
import { isNewer, nextStep, type Position } from './pull-orders.rules.ts';

/** Number of consecutive pages after which other jobs run. */
const PAGES_AT_ONCE = 20;

const position: z.ZodType<Position> = z.object({
  next: connectorCursor.nullable(),
  pass: z.number().int(),
  pages: z.number().int(),
  newer: z.number().int(),
});
const start: Position = { next: null, pass: 1, pages: 0, newer: 0 };

/** Imports orders page by page; an unchanged order has no effect. */
const readPages: ReadPages = async (ctx, pull, commit) => {
  const window = { from: pull.window_from ?? new Date(0), to: pull.window_to };
  const { facts } = ctx.connectors[channelKind.parse(pull.channel)];
  let at = cursorOf(pull, position) ?? start;
  let done = pull.done;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
    const page = await readPage(ctx, pull, window, at);
    const { newer, unreadable } = await importPage(ctx, pull, page, at.pass);
    if (at.pass === 1) done += page.orders.length + page.unreadable.length;
    const step = nextStep(at, { next: page.next, newer }, facts.hasStableOrderCursor);
    const goesOn = await moveOn(page, { step, done, unreadable }, commit);
    if (step === 'ended') return 'done';
    if (!goesOn) return 'more';
    at = step;
  }
  return 'more';
};

/** The orders of an incomplete page are imported, too, before the pull fails and reads it again. */
async function readPage(
  ctx: Context,
  pull: ClaimedPull,
  window: Window,
  { next: cursor, pass }: Position,
): Promise<OrderPage> {
  try {
    return await callMarketplace(ctx, pull.marketplace_id, 'background', (access, connector) =>
      connector.orders.page(access, cursor, window),
    );
  } catch (error) {
    if (error instanceof IncompletePage && 'orders' in error.records) {
      await importPage(ctx, pull, error.records, pass);
    }
    throw error;
  }
}

/** Runs a pull of orders from its cursor. */
export const pullOrders = (ctx: Context, pullId: number): Promise<void> => runPull(ctx, pullId, readPages);

export const importOrdersOperation = importOperation('orders', {
  pages: readPages,
  records: (ctx, scope, numbers) => readOrders(ctx, scope, numbers, 'normal'),
});

/**
 * Imports the page's orders, each in its own transaction.
 * @returns how many of them were new or changed, and those that could not be recorded
 */
async function importPage(
  ctx: Context,
  pull: ClaimedPull,
  page: Omit<OrderPage, 'next'>,
  pass: number,
): Promise<{ newer: number; unreadable: readonly Unreadable[] }> {
  const scope = { storeId: pull.store_id, marketplaceId: pull.marketplace_id };
  const known = await readStates(
    ctx.db,
    pull.marketplace_id,
    page.orders.map(({ channelId }) => channelId),
  );
  const newer = page.orders.filter((order) => isNewer(order, known.get(order.channelId)));
  // The first pass imports every order; later passes only those that changed since.
  const toImport: readonly ChannelOrder[] = pass === 1 ? page.orders : newer;
  const { unreadable } = await recordEach(
    ctx,
    toImport,
    ({ channelId }) => channelId,
    (order) => importOrder(ctx, scope, order, page.interval),
  );
  return { newer: newer.length, unreadable };
}

function moveOn(
  page: OrderPage,
  {
    step,
    done,
    unreadable,
  }: {
    readonly step: Position | 'ended';
    readonly done: number;
    readonly unreadable: readonly Unreadable[];
  },
  commit: CommitPage,
): Promise<boolean> {
  return commit((_tx, advance) =>
    advance({
      progress: { cursor: step === 'ended' ? null : step, done, total: page.total },
      unreadable: [...page.unreadable, ...unreadable],
      read: page.orders.flatMap(({ number, channelId }) => [number, channelId]),
      isLast: step === 'ended',
    }),
  );
}
