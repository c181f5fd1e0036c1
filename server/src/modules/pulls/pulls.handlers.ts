import type { Context } from '../../context.ts';
import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { beginDuePulls } from './begin-due-pulls.ts';
import { followFailures } from './follow-failures.ts';
import { followUnreadable } from './follow-unreadable.ts';
import { purgePulls } from './purge-pulls.ts';
import { runMarketplaceSchedule } from './marketplace-schedule.ts';
import { mailFirstSync, noteFirstSync } from './note-first-sync.ts';
import {
  beginDuePullsJob,
  followFailuresJob,
  followUnreadableJob,
  purgePullsJob,
  mailFirstSyncJob,
  marketplaceScheduleJob,
  noteFirstSyncJob,
  runPullJob,
} from './pulls.jobs.ts';
import type { PullKind } from './pulls.rules.ts';

/** @param run runs a pull of each kind from its cursor */
export const pullsJobs = (
  run: Readonly<Record<PullKind, (ctx: Context, pullId: number) => Promise<void>>>,
): readonly BoundJob[] => [
  bind(runPullJob, (ctx, { pullId, kind }) => run[kind](ctx, pullId)),
  bind(marketplaceScheduleJob, runMarketplaceSchedule),
  bind(beginDuePullsJob, beginDuePulls),
  bind(noteFirstSyncJob, (ctx, { marketplaceId }) => noteFirstSync(ctx, marketplaceId)),
  bind(mailFirstSyncJob, (ctx, { marketplaceId }) => mailFirstSync(ctx, marketplaceId)),
  bind(followUnreadableJob, (ctx, { marketplaceId }) => followUnreadable(ctx, marketplaceId)),
  bind(followFailuresJob, (ctx, { marketplaceId }) => followFailures(ctx, marketplaceId)),
  bind(purgePullsJob, purgePulls),
];

export const pullsSubscriptions: readonly Subscription[] = [
  enqueueOn('marketplace.authorised', beginDuePullsJob, () => ({})),
  enqueueOn('marketplace.places_known', beginDuePullsJob, () => ({})),
  enqueueOn(
    'listings.pulled',
    beginDuePullsJob,
    () => ({}),
    () => ({ key: 'due-pulls' }),
  ),
  enqueueOn(
    'listings.pulled',
    noteFirstSyncJob,
    ({ marketplaceId }) => ({ marketplaceId }),
    ({ marketplaceId }) => ({ key: `first-sync:${String(marketplaceId)}` }),
  ),
  enqueueOn(
    'orders.polled',
    noteFirstSyncJob,
    ({ marketplaceId }) => ({ marketplaceId }),
    ({ marketplaceId }) => ({ key: `first-sync:${String(marketplaceId)}` }),
  ),
];
