import type { Cursor } from '@evenstock/connectors/kit/paging';
import type { ListingPage } from '@evenstock/connectors/kit/connector';
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
import { loseListings, recordListings } from './record-listings.ts';
import { lockMarketplace, unseenItems } from './record-listings.queries.ts';

/** So many pages in a row; then others have their turn. */
const PAGES_AT_ONCE = 20;

const position = z.object({ next: connectorCursor.nullable() });

/**
 * Works on a pull of listings from where its row says, page by page: read, record, compare, move on. What was done when a
 * worker dies stands; the page under way is read again.
 */
export async function pullListings(ctx: Context, pullId: number): Promise<void> {
  const pull = await claimPull(ctx, pullId);
  if (pull === null) return;
  try {
    await readPages(ctx, pull);
  } catch (error) {
    await failPull(ctx, pull, error);
  }
}

async function readPages(ctx: Context, pull: ClaimedPull): Promise<void> {
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
    await moveOn(ctx, pull, page, done);
    if (page.next === null) return;
    if (page.waitSeconds > 0) {
      await restPull(ctx, pull, page.waitSeconds);
      return;
    }
    cursor = page.next;
  }
  await restPull(ctx, pull);
}

/** The row moves on after the page's numbers were compared: a page that was not is read again. */
async function moveOn(ctx: Context, pull: ClaimedPull, page: ListingPage, done: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    // Recording, too, locks the marketplace before anything else.
    await lockMarketplace(tx, pull.marketplace_id);
    await advancePull(tx, ctx, pull, {
      progress: { cursor: { next: page.next }, done, total: page.total },
      unreadable: page.unreadable,
      read: page.listings.map(({ itemId }) => itemId),
    });
    if (page.next !== null) return;
    await finishPull(tx, ctx, pull);
    const scope = { storeId: pull.store_id, marketplaceId: pull.marketplace_id };
    if (pull.window_from !== null) return;
    await loseListings(tx, ctx, scope, await unseenItems(tx, pull.marketplace_id, pull));
  });
}
