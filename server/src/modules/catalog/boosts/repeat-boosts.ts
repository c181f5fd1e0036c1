import { channelKinds } from '@evenstock/contract/channels/channels';
import type { Context } from '../../../context.ts';
import { eachAlone } from '../../../platform/jobs/each-alone.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { requestAction } from '../../actions/request-action.ts';
import { dueBoosts, lockBoosted, type DueBoost } from './boosts.queries.ts';

/** Delay before a refused boost is retried, in milliseconds. */
const AFTER_REFUSAL_MS = 1_800_000;

/** Boosts items again whose boost has ended at their marketplace, until a member stops it. It is idempotent. */
export async function repeatBoosts(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  await eachAlone(
    { log: ctx.log, task: 'catalog.repeat_boosts_of_channel' },
    channelKinds,
    async (channel) => {
      const { boosting } = ctx.connectors[channel];
      if (boosting === undefined) return;
      const due = await dueBoosts(ctx.db, channel, {
        boostedBefore: new Date(now - boosting.everySeconds * 1000),
        triedBefore: new Date(now - AFTER_REFUSAL_MS),
      });
      await eachAlone({ log: ctx.log, task: 'catalog.boost_item_again' }, due, (boost) => repeat(ctx, boost));
    },
  );
}

async function repeat(
  ctx: Context,
  { id: productListingId, storeId, marketplaceId }: DueBoost,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    // A member may have stopped it meanwhile.
    if (!(await lockBoosted(tx, productListingId))) return;
    await requestAction(tx, ctx, {
      storeId,
      marketplaceId,
      kind: 'listing.boost',
      subjectType: 'ProductListing',
      subjectId: productListingId,
      exclusiveKey: `boost:${String(productListingId)}`,
      asked: { repeated: true },
      userId: null,
      performedBy: 'job',
    });
  });
}
