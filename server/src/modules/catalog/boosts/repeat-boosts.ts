import { channelKinds } from '@evenstock/contract/channels/channels';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { requestAction } from '../../actions/request-action.ts';
import { dueBoosts, lockBoosted, type DueBoost } from './boosts.queries.ts';

/** Delay before a refused boost is retried, in milliseconds. */
const AFTER_REFUSAL_MS = 1_800_000;

/** Boosts items again whose boost has ended at their marketplace, until a member stops it. It is idempotent. */
export async function repeatBoosts(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (const channel of channelKinds) {
    const { boosting } = ctx.connectors[channel];
    if (boosting === undefined) continue;
    const due = await dueBoosts(ctx.db, channel, {
      boostedBefore: new Date(now - boosting.everySeconds * 1000),
      triedBefore: new Date(now - AFTER_REFUSAL_MS),
    });
    for (const boost of due) await repeat(ctx, boost);
  }
}

async function repeat(ctx: Context, { storeId, marketplaceId, productListingId }: DueBoost): Promise<void> {
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
