import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { announce } from '../../api/live.ts';
import { resolveNotifications } from '../journal/notify.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { expireMarketplace } from '../marketplaces/expire-marketplace.ts';
import { notifyOfMarketplace } from '../marketplaces/notify-of-marketplace.ts';
import { authorisationExpired, consentKinds } from './consent-notifications.rules.ts';

/**
 * The marketplace does not accept us any more, or consent ran out: it shows Expired, and nothing is called until the
 * seller consents again. What it does not accept any more is only ended once.
 */
export async function endAuthorisation(ctx: Context, marketplaceId: number, reason: string): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const ended = await expireMarketplace(tx, marketplaceId, now);
    if (ended === null) return;
    const { storeId } = ended;
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.expire',
      actor: { type: 'Marketplace', id: marketplaceId },
      recipient: { type: 'Marketplace', id: marketplaceId },
      extras: { reason },
      at: now,
    });
    await resolveNotifications(tx, { storeId, kinds: consentKinds, subjectId: marketplaceId, at: now });
    await notifyOfMarketplace(tx, ended, authorisationExpired(ended, reason), now);
    await announce(tx, storeId, 'marketplaces', [marketplaceId]);
  });
}
