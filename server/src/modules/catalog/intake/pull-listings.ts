import type { Cursor } from '@evenstock/connectors/kit/paging';
import type { ListingPage } from '@evenstock/connectors/kit/connector';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import { importOperation } from '../../pulls/import-operation.ts';
import { connectorCursor, cursorOf, type ClaimedPull } from '../../pulls/pulls.ts';
import { runPull, type CommitPage, type ReadPages } from '../../pulls/run-pull.ts';
import { readRecords } from './read-listings.ts';
import { markListingsGone, recordListings } from './record-listings.ts';
import { lockMarketplace, unseenItems } from './record-listings.queries.ts';

/** Number of consecutive pages after which other jobs run. */
const PAGES_AT_ONCE = 20;

const position = z.object({ next: connectorCursor.nullable() });

/** Pulls listings page by page: read, record, reconcile, move the cursor. */
const readPages: ReadPages = async (ctx, pull, commit) => {
  const scope = { storeId: pull.store_id, marketplaceId: pull.marketplace_id };
  let cursor: Cursor | null = cursorOf(pull, position)?.next ?? null;
  let done = pull.done;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
    const at = cursor;
    const page = await callMarketplace(ctx, pull.marketplace_id, 'background', (access, connector) =>
      connector.listings.page(access, at, pull.window_from),
    );
    await recordListings(ctx, scope, page, pull.window_from === null ? pull.id : null);
    done += page.listings.length + page.unreadable.length;
    const goesOn = await moveOn(ctx, pull, { page, done }, commit);
    if (page.next === null) return 'done';
    if (!goesOn) return 'more';
    if (page.waitSeconds > 0) return { rest: page.waitSeconds };
    cursor = page.next;
  }
  return 'more';
};

/** Runs a pull of listings from its cursor. */
export const pullListings = (ctx: Context, pullId: number): Promise<void> => runPull(ctx, pullId, readPages);

export const importListingsOperation = importOperation('listings', {
  pages: readPages,
  records: readRecords,
});

/** The cursor moves after the page's numbers were reconciled, so an interrupted page is read again. */
function moveOn(
  ctx: Context,
  pull: ClaimedPull,
  { page, done }: { readonly page: ListingPage; readonly done: number },
  commit: CommitPage,
): Promise<boolean> {
  const scope = { storeId: pull.store_id, marketplaceId: pull.marketplace_id };
  return commit(async (tx, advance) => {
    // Recording locks the marketplace first, too.
    await lockMarketplace(tx, pull.marketplace_id);
    await advance({
      progress: { cursor: { next: page.next }, done, total: page.total },
      unreadable: page.unreadable,
      read: page.listings.map(({ itemId }) => itemId),
      isLast: page.next === null,
    });
    if (page.next !== null || pull.window_from !== null) return;
    await markListingsGone(tx, ctx, scope, await unseenItems(tx, pull.marketplace_id, pull));
  });
}
