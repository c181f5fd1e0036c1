import { digest, hmacHex, sameSignature } from '../kit/signing.ts';
import type { Notice, Webhooks } from '../kit/webhooks.ts';
import { headerOf, jsonOf } from '../kit/webhook-request.ts';
import { callShop, dataOf } from './client.ts';
import { notice, subscriptions } from './wire.ts';
import type { Noticed } from './wire.ts';

/** tiktok.md 7: the topics that we subscribe to. */
export const topics = [
  'ORDER_STATUS_CHANGE',
  'RECIPIENT_ADDRESS_UPDATE',
  'PACKAGE_UPDATE',
  'CANCELLATION_STATUS_CHANGE',
  'RETURN_STATUS_CHANGE',
  'PRODUCT_STATUS_CHANGE',
  'PRODUCT_INFORMATION_CHANGE',
  'PRODUCT_CREATION',
  'SELLER_DEAUTHORIZATION',
  'UPCOMING_AUTHORIZATION_EXPIRATION',
] as const;

const deauthorised = /^(?:6|SELLER_DEAUTHORIZATION)$/;
const path = '/event/202309/webhooks';

/** tiktok.md 7: `Authorization` is the hex HMAC of app key and body; 200 with an empty body is success. */
export const webhooks: Webhooks = {
  verify(app, request) {
    const received = headerOf(request, 'authorization') ?? '';
    const signed = Buffer.concat([Buffer.from(app.id), request.rawBody]);
    if (!sameSignature(hmacHex(app.secret, signed), received)) return null;
    const parsed = notice.safeParse(jsonOf(request));
    const same = digest(request.rawBody);
    if (!parsed.success) return { shopId: '', dedupeKey: same, about: { kind: 'other', topic: 'unknown' } };
    const { shop_id: shopId, tts_notification_id: id, type, data } = parsed.data;
    const about: Notice['about'] =
      shopId === null ? { kind: 'other', topic: `type ${type ?? 'unknown'}` } : aboutOf(type, data);
    return { shopId: shopId ?? '', dedupeKey: id ?? same, about };
  },

  accepted: { status: 200, body: '' },

  async subscribe(access, url) {
    const answer = await callShop(access, { method: 'GET', path, group: 'shop' });
    const there = dataOf(subscriptions, answer, path).webhooks;
    for (const topic of topics) {
      if (there.some((each) => each.event_type === topic && each.address === url)) continue;
      const body = { event_type: topic, address: url };
      await callShop(access, { method: 'PUT', path, body, group: 'shop' });
    }
  },
};

/**
 * TikTok publishes no complete list of its numbers and warns against resting on them (7): what a notice is about follows from
 * the ids in it. All of a package's orders are polled besides; the notice names the first.
 */
function aboutOf(type: string | null, data: Noticed | null): Notice['about'] {
  if (deauthorised.test(type ?? '')) return { kind: 'deauthorised' };
  const number = data?.order_id ?? data?.package_list[0]?.order_id_list[0] ?? null;
  const returnId = data?.return_id ?? null;
  if (returnId !== null) return { kind: 'return', returnId, number };
  if (number !== null) return { kind: 'order', number };
  const itemId = data?.product_id ?? null;
  if (itemId !== null) return { kind: 'listing', itemId };
  return { kind: 'other', topic: `type ${type ?? 'unknown'}` };
}
