import type { Notice, Webhooks } from '../kit/webhooks.ts';
import { digest, hmacHex, sameSignature } from '../kit/signing.ts';
import { headerOf, jsonOf } from '../kit/webhook-request.ts';
import { push } from './wire.ts';

/** lazada.md 7: message types about one listing. Any that names an order is about that order, all others are only recorded. */
const listingTypes = new Set([1, 3, 4, 5]);

/** lazada.md 7: `Authorization` is the hex HMAC of app key and body, in either case; 200 within half a second. */
export const webhooks: Webhooks = {
  verify(app, request) {
    const received = (headerOf(request, 'authorization') ?? '').toLowerCase();
    const signed = Buffer.concat([Buffer.from(app.id), request.rawBody]);
    if (!sameSignature(hmacHex(app.secret, signed), received)) return null;
    // There is no event id, so the same body is the same push. One that names no seller is for all of them (lazada.md 7, type 12).
    const dedupeKey = digest(request.rawBody);
    const parsed = push.safeParse(jsonOf(request));
    if (!parsed.success) return { shopId: '', dedupeKey, about: { kind: 'other', topic: 'unknown' } };
    const { message_type: type, data } = parsed.data;
    const named = [parsed.data.seller_id, parsed.data.sellerId, data?.seller_id, data?.sellerId];
    const shopId = named.find((each) => each !== null && each !== undefined) ?? '';
    return { shopId, dedupeKey, about: aboutOf(type ?? null, data) };
  },
  accepted: { status: 200, body: '' },
  subscribe: null,
};

function aboutOf(
  type: number | null,
  data:
    | {
        trade_order_id: string | null;
        reverse_order_id: string | null;
        item_id: string | null;
        itemId: string | null;
      }
    | null
    | undefined,
): Notice['about'] {
  if (type === null) return { kind: 'other', topic: 'unknown' };
  const number = data?.trade_order_id ?? null;
  const itemId = data?.item_id ?? data?.itemId ?? null;
  const returnId = data?.reverse_order_id ?? null;
  // Reverse orders are returns and cancellations.
  if (returnId !== null) return { kind: 'return', returnId, number };
  if (number !== null) return { kind: 'order', number };
  if (listingTypes.has(type) && itemId !== null) return { kind: 'listing', itemId };
  return { kind: 'other', topic: `message type ${String(type)}` };
}
