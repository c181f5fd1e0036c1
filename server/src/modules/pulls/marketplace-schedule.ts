import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { endExpiredConsent } from '../connections/end-expired-consent.ts';
import { refreshDueAccess } from '../connections/calls/refresh-access.ts';
import { warnExpiringConsent } from '../connections/warn-expiring-consent.ts';
import { beginDuePulls } from './begin-due-pulls.ts';
import { beginDuePullsJob } from './pulls.jobs.ts';

const MINUTE = 60;

/** The scheduler of marketplaces, once a minute: due pulls, expiring access tokens, expired consent. */
export async function runMarketplaceSchedule(ctx: Context): Promise<void> {
  await endExpiredConsent(ctx);
  await warnExpiringConsent(ctx);
  await refreshDueAccess(ctx);
  await beginDuePulls(ctx);
  await scheduleWithinTheMinute(ctx);
}

/** The schedule runs every minute. Pulls with a shorter period are checked in between. */
async function scheduleWithinTheMinute(ctx: Context): Promise<void> {
  const period = Math.min(ctx.settings.orderPollSeconds, ctx.settings.listingPollSeconds);
  const now = ctx.clock.now().getTime();
  for (let second = period; second < MINUTE; second += period) {
    const runAt = new Date(now + second * 1000);
    await enqueue(ctx.db, beginDuePullsJob, {}, { runAt, key: `due-pulls:${String(second)}` });
  }
}
