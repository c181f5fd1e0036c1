import { channelKind } from '@evenstock/contract/channels/channels';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { IncomingNotice } from '../../../api/http-notices.ts';
import { Refusal } from '../../../api/routing.ts';
import { findConnectedShop } from '../calls/connections.queries.ts';
import { isPrivacyRequest, passOnPrivacyRequest } from './pass-on-privacy-request.ts';
import { insertNotice } from './notices.queries.ts';

/** The address that the channel calls; its signatures include it. */
export function noticeAddress(publicUrl: string, channel: string): string {
  return `${publicUrl}/webhooks/${channel}`;
}

/**
 * Receives a notice: verifies it, stores it once, and answers after that. A notice is a hint, so a job reads the record again.
 * @throws Refusal 404 for a channel that is not served here, 401 for a notice that is forged or of a shop that is not connected
 */
export async function receiveNotice(
  ctx: Context,
  incoming: IncomingNotice,
): Promise<{ status: number; body: string }> {
  const channel = channelKind.safeParse(incoming.channel).data;
  if (channel === undefined) throw new Refusal(404, message('api.address_unknown'));
  const { webhooks } = ctx.connectors[channel];
  const app = ctx.apps[channel];
  if (webhooks === undefined || app === undefined) throw new Refusal(404, message('api.address_unknown'));

  const notice = webhooks.verify(app, {
    url: noticeAddress(ctx.settings.publicUrl, channel),
    headers: incoming.headers,
    rawBody: incoming.rawBody,
  });
  if (notice !== null && isPrivacyRequest(notice)) {
    await passOnPrivacyRequest(ctx, channel, notice);
    return webhooks.accepted;
  }
  // Vendors check an address with a signed push that names no shop: there is nothing to read.
  if (notice?.shopId === '') return webhooks.accepted;
  const shop = notice === null ? null : await findConnectedShop(ctx.db, channel, notice.shopId);
  if (notice === null || shop === null) throw new Refusal(401, message('connections.notice_unsigned'));

  await inTransaction(ctx.db, async (tx) => {
    const isNew = await insertNotice(tx, {
      marketplaceId: shop.id,
      channel,
      dedupeKey: notice.dedupeKey,
      about: notice.about,
      now: ctx.clock.now(),
    });
    if (isNew) await ctx.emit(tx, { type: 'notice.received', marketplaceId: shop.id });
  });
  return webhooks.accepted;
}
