import type { Cursor, Unreadable } from '@evenstock/connectors/kit/paging';
import type { ListingPage } from '@evenstock/connectors/kit/connector';
import { channelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import { importOperation } from '../../pulls/import-operation.ts';
import { connectorCursor, cursorOf, type ClaimedPull } from '../../pulls/pulls.ts';
import { runPull, type CommitPage, type ReadPages } from '../../pulls/run-pull.ts';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { IncompletePage } from '@evenstock/connectors/kit/incomplete-page';
import { readListings, readRecords } from './read-listings.ts';
import { followMadeAnew } from './follow-made-anew.ts';
import { followShortList } from './follow-short-list.ts';
import { recordGone, recordListings, type ListingScope } from './record-listings.ts';
import { lockMarketplace, longUnseenItems, unseenItems } from './record-listings.queries.ts';

/** Number of consecutive pages after which other jobs run. */
const PAGES_AT_ONCE = 20;

/** The most listings that one sweep asks about because it lacked them; the next one asks about the others. */
const ASKED_ABOUT = 200;

const position = z.object({ next: connectorCursor.nullable() });

/** Pulls listings page by page: read, record, reconcile, move the cursor. */
const readPages: ReadPages = async (ctx, pull, commit) => {
  const scope = { storeId: pull.store_id, marketplaceId: pull.marketplace_id };
  let cursor: Cursor | null = cursorOf(pull, position)?.next ?? null;
  let done = pull.done;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
    const at: Cursor | null = cursor;
    const page = await readPage(ctx, scope, pull, at);
    const notRecorded = await recordListings(ctx, scope, page, sweepOf(pull));
    done += page.listings.length + page.unreadable.length;
    if (page.next === null && pull.window_from === null) await askAboutUnseen(ctx, scope, pull);
    const unreadable = [...page.unreadable, ...notRecorded];
    const goesOn = await moveOn(pull, { page, unreadable, done }, commit);
    if (page.next === null) return 'done';
    if (!goesOn) return 'more';
    if (page.waitSeconds > 0) return { rest: page.waitSeconds };
    cursor = page.next;
  }
  return 'more';
};

/** The pull as the sweep over all listings that it is; null for one of changed listings. */
const sweepOf = (pull: ClaimedPull): number | null => (pull.window_from === null ? pull.id : null);

/** The listings of an incomplete page are recorded, too, before the pull fails and reads it again. */
async function readPage(
  ctx: Context,
  scope: ListingScope,
  pull: ClaimedPull,
  cursor: Cursor | null,
): Promise<ListingPage> {
  try {
    return await callMarketplace(ctx, pull.marketplace_id, 'background', (access, connector) =>
      connector.listings.page(access, cursor, pull.window_from),
    );
  } catch (error) {
    if (error instanceof IncompletePage && 'listings' in error.records) {
      await recordListings(ctx, scope, error.records, sweepOf(pull));
    }
    throw error;
  }
}

/** Runs a pull of listings from its cursor. */
export const pullListings = (ctx: Context, pullId: number): Promise<void> => runPull(ctx, pullId, readPages);

export const importListingsOperation = importOperation('listings', {
  pages: readPages,
  records: readRecords,
});

/**
 * Asks the marketplace about the listings that a whole sweep lacked. The sweep itself shows nothing: marketplaces answer short lists
 * with success. A listing is gone only where the answer about it is that it is not there, or, where the marketplace has no such answer, once
 * the sweeps of a whole day lacked it and few others.
 */
async function askAboutUnseen(ctx: Context, scope: ListingScope, pull: ClaimedPull): Promise<void> {
  await followShortList(ctx, scope, pull);
  const unseen = await unseenItems(ctx.db, scope.marketplaceId, pull, ASKED_ABOUT);
  try {
    await readListings(ctx, scope, unseen, 'background');
    const { tellsDeletedListings } = ctx.connectors[channelKind.parse(pull.channel)].facts;
    if (!tellsDeletedListings)
      await recordGone(ctx, scope, await longUnseenItems(ctx.db, scope.marketplaceId, pull));
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    // Nothing follows from an answer that did not come: the next sweep asks again.
    ctx.log.warn(
      { marketplace: scope.marketplaceId, asked: unseen.length, reason: error.message },
      'Listings that a sweep lacked could not be asked about.',
    );
  }
  await followMadeAnew(ctx, scope);
}

/** The cursor moves after the page's numbers were reconciled, so an interrupted page is read again. */
function moveOn(
  pull: ClaimedPull,
  {
    page,
    unreadable,
    done,
  }: { readonly page: ListingPage; readonly unreadable: readonly Unreadable[]; readonly done: number },
  commit: CommitPage,
): Promise<boolean> {
  return commit(async (tx, advance) => {
    // Recording locks the marketplace first, too.
    await lockMarketplace(tx, pull.marketplace_id);
    await advance({
      progress: { cursor: { next: page.next }, done, total: page.total },
      unreadable,
      read: page.listings.map(({ itemId }) => itemId),
      isLast: page.next === null,
    });
  });
}
