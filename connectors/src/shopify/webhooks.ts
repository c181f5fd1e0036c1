import { message } from '@evenstock/contract/messages/message';
import { rejected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Notice, WebhookRequest, Webhooks } from '../kit/webhooks.ts';
import { parseReply } from '../kit/read-records.ts';
import { digest, hmacBase64, sameSignature } from '../kit/signing.ts';
import { headerOf, jsonOf } from '../kit/webhook-request.ts';
import { idText } from '../kit/wire-fields.ts';
import { graphql, shopHost } from './client.ts';
import { subscribeDocument, subscriptionsDocument } from './documents.ts';
import { gid, nextOf } from './listings.ts';
import { privacyBody, subscribed, subscriptions, webhookBody } from './wire.ts';
import { channel } from './channel.ts';

/** shopify.md 7: the topics that we subscribe to. ORDERS_UPDATED covers payment and fulfilment; refunds restock. */
export const topics: readonly string[] = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'REFUNDS_CREATE',
  'PRODUCTS_CREATE',
  'PRODUCTS_UPDATE',
  'PRODUCTS_DELETE',
  'INVENTORY_LEVELS_UPDATE',
  'APP_UNINSTALLED',
];

/** shopify.md 1.3, 7: the hmac over the raw body, in base64; de-duplicated by the delivery's id. */
export const webhooks: Webhooks = {
  verify(app, request) {
    const received = headerOf(request, 'x-shopify-hmac-sha256') ?? '';
    if (!sameSignature(hmacBase64(app.secret, request.rawBody), received)) return null;
    const shopId = shopHost(headerOf(request, 'x-shopify-shop-domain') ?? '') ?? '';
    const topic = headerOf(request, 'x-shopify-topic') ?? '';
    const dedupeKey = headerOf(request, 'x-shopify-webhook-id') ?? digest(received);
    const about = shopId === '' ? { kind: 'other' as const, topic } : aboutOf(topic, request);
    return { shopId, dedupeKey, about };
  },
  accepted: { status: 200, body: '' },
  subscribe,
};

function aboutOf(topic: string, request: WebhookRequest): Notice['about'] {
  const parsed = webhookBody.safeParse(jsonOf(request));
  const body = parsed.success ? parsed.data : null;
  const own = body?.admin_graphql_api_id ?? null;
  const [kind] = topic.split('/');
  if (topic === 'app/uninstalled') return { kind: 'deauthorised' };
  const privacy = privacyRequest(topic, request);
  if (privacy !== null) return privacy;
  if (kind === 'orders' && own !== null) return { kind: 'order', number: own };
  if (kind === 'orders' && body?.id) return { kind: 'order', number: gid('Order', body.id) };
  if (body?.order_id) return { kind: 'order', number: gid('Order', body.order_id) };
  if (kind === 'products' && (own !== null || body?.id)) {
    return { kind: 'listing', itemId: (own ?? body?.id ?? '').replace(/^.*\//, '') };
  }
  if (kind === 'inventory_levels' && body?.inventory_item_id && body.location_id) {
    const stockRef = {
      inventoryItem: gid('InventoryItem', body.inventory_item_id),
      location: gid('Location', body.location_id),
    };
    return { kind: 'stock', stockRef, shows: body.available ?? null };
  }
  return { kind: 'other', topic };
}

/**
 * The compulsory privacy topics (shopify.md 7; their bodies: shopify.dev, privacy law compliance). They are configured for the app
 * and not subscribed to.
 */
function privacyRequest(topic: string, request: WebhookRequest): Notice['about'] | null {
  if (topic === 'shop/redact') return { kind: 'delete_buyers', orders: null, buyerId: null };
  if (topic !== 'customers/redact' && topic !== 'customers/data_request') return null;
  const body = privacyBody.safeParse(jsonOf(request)).data;
  // A body that is not understood deletes nothing alone.
  if (body === undefined) return { kind: 'other', topic };
  if (topic === 'customers/data_request')
    return { kind: 'tell_buyer', orders: orderGids(body.orders_requested) };
  // An order names its buyer by the same number.
  return {
    kind: 'delete_buyers',
    orders: orderGids(body.orders_to_redact),
    buyerId: body.customer?.id ?? null,
  };
}

const orderGids = (ids: readonly unknown[]): string[] =>
  ids.flatMap((id) => {
    const read = idText.safeParse(id);
    return read.success ? [gid('Order', read.data)] : [];
  });

/** Subscribes to each topic that does not have this address yet (shopify.md 7). */
async function subscribe(access: Access, url: string): Promise<void> {
  const there = await subscribedTopics(access, url);
  for (const topic of topics.filter((each) => !there.has(each))) {
    const { data } = await graphql(access, subscribeDocument, {
      topic,
      subscription: { uri: url, format: 'JSON' },
    });
    const { userErrors } = parseReply(
      subscribed,
      data['webhookSubscriptionCreate'],
      'webhookSubscriptionCreate',
    );
    const refusal = userErrors.find((error) => !/already been taken/i.test(error.message));
    if (refusal !== undefined)
      throw rejected('webhook', message('answers.notices_refused', { channel, reason: refusal.message }));
  }
}

async function subscribedTopics(access: Access, url: string): Promise<Set<string>> {
  const there = new Set<string>();
  let after: string | null = null;
  for (;;) {
    const { data } = await graphql(access, subscriptionsDocument, { after });
    const page = parseReply(subscriptions, data['webhookSubscriptions'], 'webhookSubscriptions');
    for (const each of page.nodes) if (each.uri === url) there.add(each.topic);
    const next = nextOf(page.pageInfo, after, null);
    if (next === null) return there;
    ({ after } = next);
  }
}
