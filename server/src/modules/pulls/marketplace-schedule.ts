import type { Context } from '../../context.ts';
import { stepsAlone } from '../../platform/jobs/each-alone.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { endExpiredConsent } from '../connections/end-expired-consent.ts';
import { refreshDueAccess } from '../connections/calls/refresh-access.ts';
import { warnExpiringConsent } from '../connections/warn-expiring-consent.ts';
import { beginDuePulls } from './begin-due-pulls.ts';
import { beginDuePullsJob } from './pulls.jobs.ts';

const MINUTE = 60;

/** The scheduler of marketplaces, once a minute: due pulls, expiring access tokens, expired consent. Each step fails alone. */
export async function runMarketplaceSchedule(ctx: Context): Promise<void> {
  await stepsAlone(
    { log: ctx.log, task: 'pulls.run_marketplace_schedule' },
    {
      end_expired_consent: () => endExpiredConsent(ctx),
      warn_expiring_consent: () => warnExpiringConsent(ctx),
      refresh_due_access: () => refreshDueAccess(ctx),
      begin_due_pulls: () => beginDuePulls(ctx),
      schedule_within_the_minute: () => scheduleWithinTheMinute(ctx),
    },
  );
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
