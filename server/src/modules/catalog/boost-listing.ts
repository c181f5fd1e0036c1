import { z } from 'zod';
import { defineAction } from '../actions/action-definition.ts';
import { boostedItem, recordBoosted } from './boosts.queries.ts';

/** Shows an item higher at its marketplace for a while. */
export const boostListingAction = defineAction({
  kind: 'listing.boost',
  asked: z.object({}),
  of: (connector) => connector.boosting?.boost,
  fill: (ctx, action) => boostedItem(ctx.db, action.subjectId),
  async settle(tx, ctx, action, end) {
    if (end.state === 'done') await recordBoosted(tx, action.subjectId, ctx.clock.now());
  },
});
