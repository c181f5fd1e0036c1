import { english } from '@evenstock/contract/messages/english';
import type { Message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { announce } from '../../../api/live.ts';
import { resolveNotifications } from '../../journal/notify.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { expireMarketplace } from '../../marketplaces/consent/expire-marketplace.ts';
import { notifyOfMarketplace } from '../../marketplaces/notify-of-marketplace.ts';
import { authorisationExpired, consentKinds } from './consent-notifications.rules.ts';

/**
 * Ends the authorisation of a marketplace that refuses its credentials, or whose consent has expired. It shows Expired and is not
 * called until the seller consents again. Ending it twice changes nothing.
 * @param stillEnds locks the marketplace and decides again whether it is to end, as the first decision was made without the lock
 * @returns false if the authorisation continues
 */
export async function endAuthorisation(
  ctx: Context,
  marketplaceId: number,
  reason: Message,
  stillEnds: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const now = ctx.clock.now();
  return inTransaction(ctx.db, async (tx) => {
    if (!(await stillEnds(tx))) return false;
    const ended = await expireMarketplace(tx, marketplaceId, now);
    if (ended === null) return true;
    const { storeId } = ended;
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.expire',
      actor: { type: 'Marketplace', id: marketplaceId },
      recipient: { type: 'Marketplace', id: marketplaceId },
      before: { state: 'verified', needs_authorization: false },
      after: { state: ended.state, needs_authorization: true },
      extras: { reason: english(reason) },
      at: now,
    });
    await resolveNotifications(tx, { storeId, kinds: consentKinds, subjectId: marketplaceId, at: now });
    await notifyOfMarketplace(tx, ended, authorisationExpired(ended, reason), now);
    await announce(tx, storeId, 'marketplaces', [marketplaceId]);
    return true;
  });
}
