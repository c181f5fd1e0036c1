import { channelKinds } from '@evenstock/contract/channels/channels';
import type { Context } from '../../context.ts';
import type { LogCondition } from '../../platform/logs/recovery-log.ts';
import { after } from '../../platform/time/time-spans.ts';
import { orderPollSeconds } from '../marketplaces/sync/order-poll-seconds.ts';
import { findWorkers, type Workers } from '../stores/find-workers.ts';
import { pollPatience } from './watching.rules.ts';
import { readChannels, readQueue, type ChannelFigures, type QueueFigures } from './watching.queries.ts';

/** What an operator watches of the installation as a whole. */
export interface WatchingFigures {
  readonly queue: QueueFigures;
  readonly workers: Workers;
  readonly channels: readonly ChannelFigures[];
  /** Null: no recovery log is kept. */
  readonly recoveryLog: LogCondition | null;
}

/** Reads them: one statement each for the queue, the processes and the shops. */
export async function readWatching(ctx: Context): Promise<WatchingFigures> {
  const now = ctx.clock.now();
  const lateBefore = Object.fromEntries(
    channelKinds.map((channel) => [
      channel,
      after(now, -pollPatience(orderPollSeconds(ctx, channel)) * 1000),
    ]),
  );
  const [queue, workers, channels, recoveryLog] = await Promise.all([
    readQueue(ctx.db, now),
    findWorkers(ctx),
    readChannels(ctx.db, lateBefore),
    ctx.recoveryLog.condition(),
  ]);
  return { queue, workers, channels, recoveryLog };
}
