import type { Cursor } from '@evenstock/connectors/kit/paging';
import type { Context } from '../../context.ts';
import { callMarketplace } from '../connections/calls/call-marketplace.ts';
import { connectorCursor, cursorOf } from '../pulls/pulls.ts';
import { recordEach } from '../pulls/record-each.ts';
import { runPull, type ReadPages } from '../pulls/run-pull.ts';
import { recordReturn } from './record-return.ts';

/** Number of consecutive pages after which other jobs run. */
const PAGES_AT_ONCE = 20;

/** Records returns page by page; an unchanged one has no effect. */
const readPages: ReadPages = async (ctx, pull, commit) => {
  const scope = { storeId: pull.store_id, marketplaceId: pull.marketplace_id };
  const window = { from: pull.window_from ?? new Date(0), to: pull.window_to };
  let cursor = cursorOf(pull, connectorCursor);
  let done = pull.done;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
    const at: Cursor | null = cursor;
    const { page, began } = await callMarketplace(
      ctx,
      pull.marketplace_id,
      'background',
      async (access, { returns }) => ({
        began: access.http.now(),
        page: (await returns?.page(access, at, window)) ?? nothing,
      }),
    );
    const { unreadable } = await recordEach(
      ctx,
      page.returns,
      ({ returnId }) => returnId,
      (each) => recordReturn(ctx, scope, each, began),
    );
    done += page.returns.length + page.unreadable.length;
    const goesOn = await commit((_tx, advance) =>
      advance({
        progress: { cursor: page.next, done, total: null },
        unreadable: [...page.unreadable, ...unreadable],
        read: page.returns.map(({ returnId }) => returnId),
        isLast: page.next === null,
      }),
    );
    if (page.next === null) return 'done';
    if (page.waitSeconds > 0) return { rest: page.waitSeconds };
    if (!goesOn) return 'more';
    cursor = page.next;
  }
  return 'more';
};

/** The page of a channel that reports no returns. */
const nothing = { returns: [], unreadable: [], next: null, waitSeconds: 0 };

/** Runs a pull of returns from its cursor. */
export const pullReturns = (ctx: Context, pullId: number): Promise<void> => runPull(ctx, pullId, readPages);
