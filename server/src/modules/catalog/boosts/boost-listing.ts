import { z } from 'zod';
import { announce } from '../../../api/live.ts';
import { defineAction } from '../../actions/action-definition.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { boostedItem, endBoost, recordBoosted, recordRepeated } from './boosts.queries.ts';

/** `repeated`: this is the next boost of one that is repeated until a member stops it. */
export const boostAsked = z.object({ repeated: z.boolean().default(false) });

/** Boosts an item: its marketplace shows it higher for a while. */
export const boostListingAction = defineAction({
  kind: 'listing.boost',
  asked: boostAsked,
  of: (connector) => connector.boosting?.boost,
  fill: (ctx, action) => boostedItem(ctx.db, action.subjectId),
  async settle(tx, ctx, { storeId, subjectId, asked }, end) {
    const at = ctx.clock.now();
    const { repeated: isRepeated } = boostAsked.parse(asked);
    const journal = {
      storeId,
      actor: { type: 'System', id: null },
      recipient: { type: 'ProductListing', id: subjectId },
      at,
    } as const;
    if (end.state === 'done' && isRepeated) {
      await recordRepeated(tx, subjectId, at);
      // The boost that a member asked for is recorded with the request.
      await recordActivity(tx, { ...journal, key: 'product_listing.boost' });
    } else if (end.state === 'done') {
      await recordBoosted(tx, subjectId, at);
    } else if (isRepeated && !end.mayRetry && (await endBoost(tx, subjectId))) {
      // It would be refused every time.
      await recordActivity(tx, {
        ...journal,
        key: 'product_listing.unboost',
        before: { is_boosted: true },
        after: { is_boosted: false },
      });
      await announce(tx, storeId, 'variants', []);
    }
  },
});
