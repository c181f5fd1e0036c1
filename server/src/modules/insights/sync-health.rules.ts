import type { SyncHealth } from '@evenstock/contract/insights/sync-health';
import type { StageFigures, SyncFigures } from './sync-health.queries.ts';

/** The stages of a sale, as the web shows them. */
export function describeStages({
  seen,
  pushed,
  confirmed,
}: Pick<SyncFigures, 'seen' | 'pushed' | 'confirmed'>): SyncHealth['stages'] {
  const describe = ({ count, percentiles }: StageFigures) => ({
    count,
    p50: rounded(percentiles?.[0]),
    p95: rounded(percentiles?.[1]),
  });
  return [
    { stage: 'seen', ...describe(seen) },
    { stage: 'pushed', ...describe(pushed) },
    { stage: 'confirmed', ...describe(confirmed) },
  ];
}

/** Rounds to the millisecond. */
const rounded = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.round(seconds * 1000) / 1000;

/**
 * When a shop is called next. Work that waits without a time of its own is sent at once.
 * @param retryAt when a failed push is retried, where one waits
 * @param resumeAt when a failed pull is retried
 * @param polledAt when its orders were polled last
 */
export function nextAttempt(
  times: {
    readonly isConnected: boolean;
    readonly waiting: number;
    readonly retryAt: Date | null;
    readonly resumeAt: Date | null;
    readonly polledAt: Date | null;
  },
  pollSeconds: number,
  now: Date,
): Date | null {
  if (!times.isConnected) return null;
  const { waiting, retryAt, resumeAt, polledAt } = times;
  const nextPoll = polledAt === null ? now : new Date(polledAt.getTime() + pollSeconds * 1000);
  const candidates = [waiting > 0 ? (retryAt ?? now) : null, resumeAt ?? nextPoll].filter(
    (at) => at !== null,
  );
  const soonest = Math.min(...candidates.map((at) => at.getTime()));
  return new Date(Math.max(soonest, now.getTime()));
}
