import { channelKind } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { notify, resolveNotifications } from '../journal/notify.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { stateAfterExpiry } from './authorisation.rules.ts';
import { authorisationExpired, consentKinds } from '../marketplaces/marketplace-notifications.rules.ts';

/**
 * The marketplace does not accept us any more, or consent ran out: it shows Expired, and nothing is called until the
 * seller consents again. What it does not accept any more is only ended once.
 */
export async function endAuthorisation(ctx: Context, marketplaceId: number, reason: string): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const ended = await tx
      .selectFrom('marketplaces')
      .select(['store_id', 'channel', 'slug', 'name'])
      .where('id', '=', marketplaceId)
      .where('needs_authorization', '=', false)
      .where('state', '=', 'verified')
      .forUpdate()
      .executeTakeFirst();
    if (ended === undefined) return;
    const channel = channelKind.parse(ended.channel);
    await tx
      .updateTable('marketplaces')
      .set({ needs_authorization: true, state: stateAfterExpiry(channel), updated_at: now })
      .where('id', '=', marketplaceId)
      .execute();
    await recordActivity(tx, {
      storeId: ended.store_id,
      key: 'marketplace.expire',
      actor: { type: 'Marketplace', id: marketplaceId },
      recipient: { type: 'Marketplace', id: marketplaceId },
      extras: { reason },
      at: now,
    });
    const { store_id: storeId, slug, name } = ended;
    await resolveNotifications(tx, { storeId, kinds: consentKinds, subjectId: marketplaceId, at: now });
    await notify(tx, authorisationExpired({ id: marketplaceId, storeId, slug, name }, reason, now));
    await announce(tx, storeId, 'marketplaces', [marketplaceId]);
  });
}
