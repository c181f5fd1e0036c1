import { zoneOfCountry } from '@evenstock/contract/stores';
import type { Context } from '../../context.ts';
import { dayOf } from '../../platform/days.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { notify } from '../journal/notify.ts';
import { findConsentRunningOut, holdConsentRunningOut } from '../marketplaces/marketplaces.queries.ts';
import { authorisationExpiring, expiringFrom } from '../marketplaces/marketplace-notifications.rules.ts';

/** Tells a store's members, once, of each marketplace whose consent runs out within a week. */
export async function warnExpiringConsent(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const within = { after: now, until: expiringFrom(now) };
  for (const { id } of await findConsentRunningOut(ctx.db, within)) {
    await inTransaction(ctx.db, async (tx) => {
      const expiring = await holdConsentRunningOut(tx, id, within);
      if (expiring === null) return;
      const day = dayOf(expiring.authExpiry, zoneOfCountry[expiring.country]);
      await notify(tx, authorisationExpiring(expiring, day, now));
    });
  }
}
