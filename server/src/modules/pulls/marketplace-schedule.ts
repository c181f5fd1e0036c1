import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { endExpiredConsent } from '../connections/end-expired-consent.ts';
import { refreshDueAccess } from '../connections/refresh-access.ts';
import { warnExpiringConsent } from '../connections/warn-expiring-consent.ts';
import { beginDuePulls } from './begin-due-pulls.ts';
import { beginDuePullsJob } from './pulls.jobs.ts';

const MINUTE = 60;

/** What falls due at marketplaces by the clock: pulls, tokens that run out, consent that ran out. */
export async function runMarketplaceSchedule(ctx: Context): Promise<void> {
  await endExpiredConsent(ctx);
  await warnExpiringConsent(ctx);
  await refreshDueAccess(ctx);
  await beginDuePulls(ctx);
  await lookAgainWithinTheMinute(ctx);
}

/** The schedule's grain is a minute; periods set shorter get looks in between. */
async function lookAgainWithinTheMinute(ctx: Context): Promise<void> {
  const period = Math.min(ctx.settings.orderPollSeconds, ctx.settings.listingPollSeconds);
  const now = ctx.clock.now().getTime();
  for (let second = period; second < MINUTE; second += period) {
    const runAt = new Date(now + second * 1000);
    await enqueue(ctx.db, beginDuePullsJob, {}, { runAt, key: `due-pulls:${String(second)}` });
  }
}
