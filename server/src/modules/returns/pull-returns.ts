import type { ChannelReturn, ReturnPage } from '@evenstock/connectors/kit/capabilities';
import { IncompletePage } from '@evenstock/connectors/kit/incomplete-page';
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
    let began = ctx.clock.now();
    const record = (returns: readonly ChannelReturn[]) =>
      recordEach(
        ctx,
        returns,
        ({ returnId }) => returnId,
        (each) => recordReturn(ctx, scope, each, began),
      );
    const page = await callMarketplace(
      ctx,
      pull.marketplace_id,
      'background',
      async (access, { returns }): Promise<ReturnPage> => {
        began = access.http.now();
        return (await returns?.page(access, at, window)) ?? nothing;
      },
    ).catch(async (error: unknown) => {
      // The returns of an incomplete page are recorded before the pull fails and reads it again.
      if (error instanceof IncompletePage && 'returns' in error.records) await record(error.records.returns);
      throw error;
    });
    const { unreadable } = await record(page.returns);
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
