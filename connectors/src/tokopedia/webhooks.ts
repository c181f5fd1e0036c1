import type { z } from 'zod';
import { digest, hmacHex, sameSignature } from '../kit/signing.ts';
import type { Access } from '../kit/access.ts';
import { headerOf, jsonOf } from '../kit/webhook-request.ts';
import type { Notice, Webhooks } from '../kit/webhooks.ts';
import { callFs, dataOf, fsIdOf } from './client.ts';
import { notice, registration } from './wire.ts';

/** tokopedia.md 7: the hooks that we register, of all that an app may register. */
export const ourHooks = [
  'order_notification_url',
  'order_status_url',
  'order_cancellation_url',
  'order_request_cancellation_url',
  'product_creation_url',
  'product_changes_url',
] as const;

/** tokopedia.md 7: fields of the app that are not ours; an omitted one would be emptied. */
const othersHooks = [
  'order_confirm_delivery_notification_url',
  'order_actions_url',
  'product_edit_url',
  'product_discussion_url',
  'campaign_notification_url',
  'chat_notification_url',
] as const;

/** tokopedia.md 7: `Authorization-Hmac` is the hex HMAC of the raw body under the app's webhook secret. */
export const webhooks: Webhooks = {
  verify(app, request) {
    const secret = app.extra['webhook_secret'] ?? '';
    const received = headerOf(request, 'authorization-hmac') ?? '';
    if (secret === '' || !sameSignature(hmacHex(secret, request.rawBody), received)) return null;
    const parsed = notice.safeParse(jsonOf(request));
    if (!parsed.success) {
      const about = { kind: 'other', topic: 'unknown' } as const;
      return { shopId: '', dedupeKey: digest(request.rawBody), about };
    }
    const shopId = parsed.data.shop_id ?? parsed.data.product_changes_data[0]?.shop_id ?? '';
    // There is no event id, so the same body is the same notice.
    const dedupeKey = digest(request.rawBody);
    // A request to cancel names its order alone (7): without a shop it cannot be placed.
    if (shopId === '') return { shopId, dedupeKey, about: { kind: 'other', topic: topicOf(parsed.data) } };
    return { shopId, dedupeKey, about: aboutOf(parsed.data) };
  },
  accepted: { status: 200, body: '' },
  subscribe,
};

type Body = z.output<typeof notice>;

function aboutOf(body: Body): Notice['about'] {
  const [change] = body.product_changes_data;
  if (change !== undefined) {
    return change.action?.startsWith('stock_') === true
      ? { kind: 'stock', stockRef: { product: change.product_id }, shows: null }
      : { kind: 'listing', itemId: change.product_id };
  }
  if (body.order_id !== null) return { kind: 'order', number: body.order_id };
  const made = body.success_rows_data[0]?.product_id ?? body.product_id;
  if (made !== null) return { kind: 'listing', itemId: made };
  return { kind: 'other', topic: topicOf(body) };
}

function topicOf(body: Body): string {
  if (body.order_id !== null) return 'request of cancellation';
  return body.upload_id === null ? 'unknown' : 'product creation';
}

/** tokopedia.md 7: one registration for the app, all of it each time. Nothing is sent when ours is there already. */
async function subscribe(access: Access, url: string): Promise<void> {
  const app = fsIdOf(access.app);
  const secret = access.app.extra['webhook_secret'] ?? '';
  const now = await callFs(access, { method: 'GET', path: `/v1/fs/${app}`, group: 'products' });
  const there = dataOf(registration.nullish(), now, 'the list of hooks') ?? {};
  if (ourHooks.every((hook) => there[hook] === url) && there['webhook_secret'] === secret) return;
  const kept = othersHooks.flatMap((hook) => {
    const address = there[hook];
    return typeof address === 'string' && address !== '' ? [[hook, address] as const] : [];
  });
  await callFs(access, {
    method: 'POST',
    path: `/v1/fs/${app}/register`,
    body: {
      fs_id: Number(app),
      ...Object.fromEntries(kept),
      ...Object.fromEntries(ourHooks.map((hook) => [hook, url])),
      webhook_secret: secret,
    },
    group: 'products',
  });
}
