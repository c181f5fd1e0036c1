import { digest, hmacHex, sameSignature } from '../kit/signing.ts';
import type { Notice, Webhooks } from '../kit/webhooks.ts';
import { headerOf, jsonOf } from '../kit/webhook-request.ts';
import { push } from './wire.ts';
import type { Pushed } from './wire.ts';

/**
 * shopee.md 7: codes that concern one return, one listing, or the authorisation. The list of codes grows: of all others, one that names
 * an order is about it, and the rest are taken note of only.
 */
const returnCode = 29;
const listingCodes = new Set([7, 8, 9, 16, 22]);
const deauthorisedCode = 2;

/** shopee.md 7: `Authorization` is the hex HMAC of `url|body`; a 2xx with an empty body is the only success. */
export const webhooks: Webhooks = {
  verify(app, request) {
    const received = headerOf(request, 'authorization') ?? '';
    const signed = Buffer.concat([Buffer.from(`${request.url}|`), request.rawBody]);
    if (!sameSignature(hmacHex(app.secret, signed), received)) return null;
    // There is no event id: the same body is the same push. One that names no shop is for the whole app, or only tries the address.
    const dedupeKey = digest(request.rawBody);
    const parsed = push.safeParse(jsonOf(request));
    if (!parsed.success) return { shopId: '', dedupeKey, about: { kind: 'other', topic: 'unknown' } };
    const { code, data } = parsed.data;
    const [only, ...others] = data?.shop_id_list ?? [];
    const listed = others.length === 0 ? only : undefined;
    const shopId = parsed.data.shop_id ?? data?.shop_id ?? data?.shopid ?? listed ?? '';
    return { shopId, dedupeKey, about: aboutOf(code ?? null, data, shopId) };
  },
  accepted: { status: 204, body: '' },
  subscribe: null,
};

function aboutOf(code: number | null, data: Pushed | null, shopId: string): Notice['about'] {
  const number = data?.ordersn ?? data?.order_sn ?? null;
  const itemId = data?.item_id ?? null;
  const returnId = data?.return_sn ?? null;
  if (code === null || shopId === '') return { kind: 'other', topic: `code ${String(code ?? 'unknown')}` };
  if (code === deauthorisedCode) return { kind: 'deauthorised' };
  if (code === returnCode && returnId !== null) return { kind: 'return', returnId, number };
  if (listingCodes.has(code) && itemId !== null) return { kind: 'listing', itemId };
  if (number !== null) return { kind: 'order', number };
  return { kind: 'other', topic: `code ${String(code)}` };
}
