import type { CallReply } from '@evenstock/contract/api/endpoint';
import { englishOf } from '@evenstock/contract/messages/english';
import type { showSyncHealth as endpoint } from '@evenstock/contract/insights/sync-health';
import type { Context } from '../../context.ts';
import { after } from '../../platform/time/time-spans.ts';
import { orderPollSeconds } from '../marketplaces/sync/order-poll-seconds.ts';
import { requireMarketplace } from '../marketplaces/show-marketplace.ts';
import { readLastError, readPullTimes, readSyncFigures } from './sync-health.queries.ts';
import { describeStages, nextAttempt } from './sync-health.rules.ts';

/** The period of the figures. */
export const HEALTH_MS = 24 * 60 * 60_000;

const nothing = { count: 0, percentiles: null };

/** Shows how fast and how reliable the sync of a marketplace is. @throws Refusal 404 */
export async function showSyncHealth(
  ctx: Context,
  storeId: number,
  idOrSlug: string,
): Promise<CallReply<typeof endpoint>> {
  const marketplace = await requireMarketplace(ctx, storeId, idOrSlug);
  const now = ctx.clock.now();
  const [[figures], error, times] = await Promise.all([
    readSyncFigures(ctx.db, [marketplace.id], after(now, -HEALTH_MS)),
    readLastError(ctx.db, marketplace.id),
    readPullTimes(ctx.db, marketplace.id),
  ]);
  const { waiting = 0, oldestWaitingAt = null, retryAt = null } = figures ?? {};
  const isConnected = marketplace.state === 'verified' && !marketplace.needsAuthorization;
  const period = orderPollSeconds(ctx, marketplace.channel);
  const next = nextAttempt({ isConnected, waiting, retryAt, ...times }, period, now);
  return {
    sync_health: {
      marketplace_id: marketplace.id,
      stages: describeStages(figures ?? { seen: nothing, pushed: nothing, confirmed: nothing }),
      waiting,
      oldest_waiting_at: oldestWaitingAt?.toISOString() ?? null,
      last_error:
        error === null
          ? null
          : {
              at: error.at.toISOString(),
              text: englishOf(error.messages),
              messages: [...error.messages],
            },
      next_attempt_at: next?.toISOString() ?? null,
    },
  };
}
