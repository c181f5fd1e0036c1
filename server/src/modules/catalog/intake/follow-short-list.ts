import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { message } from '@evenstock/contract/messages/message';
import { resolveNotifications } from '../../journal/notify.ts';
import { lockMarketplace } from '../../marketplaces/consent/lock-marketplace.ts';
import { notifyOfMarketplace } from '../../marketplaces/notify-of-marketplace.ts';
import type { ClaimedPull } from '../../pulls/pulls.ts';
import { sweepAgainJob } from '../variants/catalog.jobs.ts';
import { countUnseen } from './record-listings.queries.ts';
import type { ListingScope } from './record-listings.ts';

/** A list is short where more listings than this, and more than this share of the shop's, lack. */
const FEW = 5;
const SHARE = 0.05;
const SWEPT_AGAIN_MS = 60_000;

/**
 * Notifies a store's members once while the lists of a marketplace are short, and sweeps again a minute after the first one. Nothing is
 * concluded from the list itself.
 */
export async function followShortList(ctx: Context, scope: ListingScope, pull: ClaimedPull): Promise<void> {
  const { storeId, marketplaceId } = scope;
  const { unseen, all } = await countUnseen(ctx.db, marketplaceId, pull);
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (unseen <= FEW || unseen <= all * SHARE) {
      await resolveNotifications(tx, { storeId, kinds: ['list_short'], subjectId: marketplaceId, at });
      return;
    }
    const marketplace = await lockMarketplace(tx, marketplaceId);
    if (marketplace === null) return;
    const { name } = marketplace;
    const isNew = await notifyOfMarketplace(
      tx,
      marketplace,
      {
        kind: 'list_short',
        title: message('pulls.list_short', { marketplace: name, listed: all - unseen, all }),
        paragraphs: [message('pulls.list_short_text')],
      },
      at,
    );
    if (!isNew) return;
    const again = { runAt: after(at, SWEPT_AGAIN_MS), key: `catalog.sweep_again:${String(marketplaceId)}` };
    await enqueue(tx, sweepAgainJob, scope, again);
  });
}
