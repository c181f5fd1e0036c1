import { zoneOfCountry } from '@evenstock/contract/stores/stores';
import type { Context } from '../../context.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { dayOf } from '../../platform/time/days.ts';
import { notifyOfMarketplace } from '../marketplaces/notify-of-marketplace.ts';
import { findConsentRunningOut, lockConsentRunningOut } from './calls/connections.queries.ts';
import { authorisationExpiring, expiringFrom } from './calls/consent-notifications.rules.ts';

/** Warns a store's members, once, of each marketplace whose consent runs out within a week. */
export async function warnExpiringConsent(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const within = { after: now, until: expiringFrom(now) };
  const of = { log: ctx.log, task: 'connections.warn_expiring_authorisation' };
  await eachAlone(of, await findConsentRunningOut(ctx.db, within), ({ id }) =>
    inTransaction(ctx.db, async (tx) => {
      const expiring = await lockConsentRunningOut(tx, id, within);
      if (expiring === null) return;
      const day = dayOf(expiring.authExpiry, zoneOfCountry[expiring.country]);
      await notifyOfMarketplace(tx, expiring, authorisationExpiring(expiring, day), now);
    }),
  );
}
