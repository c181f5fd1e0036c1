import type { Notice } from '@evenstock/connectors/kit/webhooks';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { findShopEverConnected } from '../calls/connections.queries.ts';
import { insertNotice } from './notices.queries.ts';

type PrivacyAbout = Extract<Notice['about'], { kind: 'delete_buyers' | 'tell_buyer' }>;
type PrivacyRequest = Notice & { readonly about: PrivacyAbout };

/** Whether a notice is about the data of buyers, not about a record. */
export function isPrivacyRequest(notice: Notice): notice is PrivacyRequest {
  return notice.about.kind === 'delete_buyers' || notice.about.kind === 'tell_buyer';
}

/**
 * Passes on what a marketplace asks of buyers' data, once for each time that it is asked. The shop may be disconnected by then, and
 * its marketplace deleted: what is here of it counts. A shop that was never here has nothing to delete.
 */
export function passOnPrivacyRequest(
  ctx: Context,
  channel: ChannelKind,
  { shopId, dedupeKey, about }: PrivacyRequest,
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const shops = await findShopEverConnected(tx, channel, shopId);
    const [first] = shops;
    if (first === undefined) return;
    const now = ctx.clock.now();
    // Whom it is about is not kept with the notice.
    const kept = { kind: 'other', topic: about.kind };
    const notice = { marketplaceId: first.id, channel, dedupeKey, about: kept, now, processedAt: now };
    if (!(await insertNotice(tx, notice))) return;
    for (const { id: marketplaceId, storeId } of shops) {
      if (about.kind === 'tell_buyer') {
        await ctx.emit(tx, { type: 'buyers.data_asked', storeId, marketplaceId, orders: about.orders });
      } else {
        const { orders, buyerId } = about;
        await ctx.emit(tx, { type: 'buyers.deletion_asked', marketplaceId, orders, buyerId });
      }
    }
  });
}
