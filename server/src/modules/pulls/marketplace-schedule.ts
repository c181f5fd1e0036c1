import { channelKinds } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { beginDuePulls } from './begin-due-pulls.ts';
import { findRunningOut } from '../connections/credentials.queries.ts';
import { endAuthorisation } from '../connections/end-authorisation.ts';
import { beginDuePullsJob, refreshAccessJob } from '../marketplaces/marketplaces.jobs.ts';
import { findConsentRunOut } from '../marketplaces/marketplaces.queries.ts';
import { warnExpiringConsent } from '../connections/warn-expiring-consent.ts';

const MINUTE = 60;

/** What falls due at marketplaces by the clock: pulls, tokens that run out, consent that ran out. */
export async function runMarketplaceSchedule(ctx: Context): Promise<void> {
  await endExpiredConsent(ctx);
  await warnExpiringConsent(ctx);
  await refreshAhead(ctx);
  await beginDuePulls(ctx);
  await lookAgainWithinTheMinute(ctx);
}

async function endExpiredConsent(ctx: Context): Promise<void> {
  for (const { id } of await findConsentRunOut(ctx.db, ctx.clock.now())) {
    await endAuthorisation(ctx, id, 'The authorisation ran out.');
  }
}

async function refreshAhead(ctx: Context): Promise<void> {
  for (const channel of channelKinds) {
    const ahead = ctx.connectors[channel].authorisation.refreshAhead * 1000;
    const before = new Date(ctx.clock.now().getTime() + ahead);
    for (const { id } of await findRunningOut(ctx.db, channel, before)) {
      await enqueue(ctx.db, refreshAccessJob, { marketplaceId: id }, { key: `refresh:${String(id)}` });
    }
  }
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
