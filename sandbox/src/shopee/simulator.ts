import { SandboxError } from '../core/sandbox-error.ts';
import type { Shop } from '../core/shop.ts';
import type {
  AppRegistration,
  Call,
  CallIdentity,
  ChannelSimulator,
  Core,
  SandboxReply,
  SandboxRequest,
} from '../core/simulator.ts';
import { driftChanges } from './drift-changes.ts';
import { lyingSuccess, unknownError } from './odd-answers.ts';
import type { Order, OrderEvent } from '../core/records.ts';
import { boostEndpoints } from './boosting.ts';
import { cancellationEndpoints } from './cancellation.ts';
import { channelEndpoints } from './channels.ts';
import { discountEndpoints } from './discounts.ts';
import { disputeEndpoints } from './disputes.ts';
import { documentEndpoints } from './documents.ts';
import { itemEditEndpoints } from './item-edits.ts';
import { packageEndpoints } from './packages.ts';
import { answerPicture, pictureEndpoints, picturePath } from './pictures.ts';
import { keyOf, openRecords, type Records } from './records.ts';
import { followReturn } from './return-records.ts';
import { negotiationEndpoints } from './negotiation.ts';
import { returnEndpoints } from './returns.ts';
import { shippingEndpoints, trackingOf } from './shipping.ts';
import { answerConsent, isConsentPath } from './consent.ts';
import { orderEndpoints } from './orders.ts';
import { productWriteEndpoints } from './product-writes.ts';
import { productEndpoints } from './products.ts';
import { documentPush, pushesFor, returnPush, trackedPushes, type Push } from './pushes.ts';
import { badParameter, replyError, replyWith, ShopeeError } from './reply.ts';
import type { Endpoint, PublicEndpoint, ShopEndpoint } from './shop-call.ts';
import { pushEndpoints, shopEndpoints } from './shop-info.ts';
import { baseString, matches, sign, signPush } from './signature.ts';
import { newCode, tokenEndpoints } from './tokens.ts';
import { itemStatus, orderStatus } from './words.ts';

const partnerId = '2000001';
const partnerKey = 'shpk_sandbox_partner_key_0001';
const apiRoot = '/api/v2/';
/** How far a request's timestamp may be off. */
const toleranceSeconds = 300;

/** Shopee Open Platform v2, from its protocol document: the section numbers in this folder are that document's. */
export function createShopeeSimulator(core: Core): ChannelSimulator {
  const random = core.random('shopee');
  const records = openRecords(core);
  const shopCalls = byPath<ShopEndpoint>([
    ...productEndpoints,
    ...productWriteEndpoints,
    ...itemEditEndpoints,
    ...boostEndpoints,
    ...discountEndpoints,
    ...orderEndpoints,
    ...shippingEndpoints,
    ...packageEndpoints,
    ...documentEndpoints,
    ...cancellationEndpoints,
    ...returnEndpoints,
    ...disputeEndpoints,
    ...negotiationEndpoints,
    ...channelEndpoints,
    ...shopEndpoints,
  ]);
  const publicCalls = byPath<PublicEndpoint>([
    ...tokenEndpoints(partnerId, random),
    ...pushEndpoints,
    ...pictureEndpoints,
  ]);
  const app = { id: partnerId, secret: partnerKey };

  const handle = (call: Call): SandboxReply => {
    const { request } = call;
    if (isConsentPath(request.url.pathname)) return answerConsent(core, random, app, request);
    if (request.url.pathname.startsWith(picturePath)) return answerPicture(records, request.url.pathname);
    try {
      const path = request.url.pathname.slice(apiRoot.length);
      const publicCall = publicCalls.get(path);
      const shopCall = shopCalls.get(path);
      const known = publicCall ?? shopCall;
      if (
        known === undefined ||
        !request.url.pathname.startsWith(apiRoot) ||
        !known.method.includes(request.method)
      ) {
        throw new ShopeeError('error_param', 'The api is offline or the request path is incorrect.', {
          status: 404,
        });
      }
      const { searchParams: query } = request.url;
      checkCommon(core, query);
      if (publicCall !== undefined) {
        checkPublicSign(query, request.url.pathname);
        return replyWith(random, publicCall.answer({ core, query, body: request.body, request, records }));
      }
      const shop = checkShop(core, query, request.url.pathname);
      return replyWith(
        random,
        (shopCall ?? missing()).answer({
          core, shop, query, body: request.body, call, records,
          notifyReturn: (changed, before) => {
            notify(shop, [returnPush(changed.order, { sn: changed.sn, before, after: changed.status }, changed.updatedAt)]);
          },
        }), // oxfmt-ignore
      );
    } catch (error) {
      if (error instanceof ShopeeError) return replyError(random, error);
      if (error instanceof SandboxError)
        return replyError(random, new ShopeeError('error_param', error.message));
      throw error;
    }
  };

  const notify = (shop: Shop, pushes: readonly Push[]): void => {
    const url = core.webhookUrl('shopee');
    if (url === null) return;
    for (const push of pushes) {
      const body = pushBody(core, shop, push);
      const headers = (to: string, sent: string): Record<string, string> => ({
        'content-type': 'application/json',
        authorization: signPush(partnerKey, to, sent),
      });
      core.notify(simulator, shop, { topic: String(push.code), body, headers }, url, push.notBefore);
    }
  };

  const simulator: ChannelSimulator = {
    channel: 'shopee',
    home: { region: 'SG', currency: 'SGD', shopId: /^\d+$/ },
    get app(): AppRegistration {
      const address = core.address('shopee');
      return { ...app, webhookSecret: partnerKey, hosts: { api: address, auth: address }, extra: {} };
    },
    handle,
    identify: (request) => identify(core, request),
    throttled: () =>
      replyError(
        random,
        new ShopeeError('error_rate_limit', 'Too many requests, please try again later.', { status: 429 }),
      ),
    serverError: () =>
      replyError(
        random,
        new ShopeeError('error_server', 'Something went wrong. Please try again.', { status: 500 }),
      ),
    unknownError: () => unknownError(random),
    drifts: driftChanges,
    lyingSuccess: ({ request }) => lyingSuccess(random, request),
    grant: (shop, asked) => ({
      code: newCode(core, random, shop),
      shop_id: shop.id,
      ...(asked.state === undefined ? {} : { state: asked.state }),
    }),
    ids: {
      shop: (_, sequence) => String(600_000 + sequence),
      item: (shop, sequence) => String(scope(shop) * 10_000_000 + sequence),
      variant: (shop, sequence) => String(scope(shop) * 10_000_000 + 5_000_000 + sequence),
      line: (shop, sequence) => String(scope(shop) * 100_000_000 + sequence),
      order: (shop, sequence, at) => {
        const number = orderNumber(shop, sequence, at);
        return { number, id: number };
      },
    },
    onShopEvent: (shop, shopEvent) => {
      if (shopEvent.kind === 'order') numberParcel(records, shop, shopEvent.order, shopEvent.event);
      notify(shop, pushesFor(records, shop, shopEvent));
    },
    pastOrder: (shop, order) => {
      for (const event of order.events) followReturn(records, shop, order, event);
    },
    due: (shop, what, about) => {
      const order = shop.orders.get(about);
      if (order === undefined) return;
      if (what === 'document') notify(shop, [documentPush(order)]);
      if (what !== 'tracking' || order.tracking !== null || ['ready', 'cancelled'].includes(order.stage))
        return;
      order.tracking = trackingOf(order);
      shop.orderChanged(order);
      notify(shop, trackedPushes(order));
    },
    reinstates: true,
    notices: {
      // A body counts as failure, whatever the status (7).
      accepted: (status, body) => status >= 200 && status < 300 && body === '',
      timeoutSeconds: 3,
      retries: [300, 1_800, 10_800],
    },
    wordFor: orderStatus,
    statusOf: itemStatus,
  };
  return simulator;
}

/** A parcel that was packed by hand has its number at once; one that a call arranged gets it a little later. */
function numberParcel(records: Records, shop: Shop, order: Order, event: OrderEvent): void {
  const key = keyOf(shop, order.number);
  if (event.name === 'unpack') records.shipments.delete(key);
  if (event.name !== 'pack' || order.tracking !== null || records.shipments.has(key)) return;
  order.tracking = trackingOf(order);
  shop.orders.put(order.number, order);
}

function byPath<E extends Endpoint<never>>(endpoints: readonly E[]): Map<string, E> {
  return new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
}

function missing(): never {
  throw new Error('A call is neither of the app nor of a shop.');
}

function identify(core: Core, request: SandboxRequest): CallIdentity {
  const { pathname, searchParams: query } = request.url;
  const call = pathname.startsWith(apiRoot) ? pathname.slice(apiRoot.length) : pathname;
  const shop = core.shop('shopee', query.get('shop_id') ?? '') ?? null;
  const accessToken = query.get('access_token');
  if (isConsentPath(pathname) || pathname.startsWith(picturePath))
    return { call, shop: null, accessToken: null, nature: 'page' };
  if (call.startsWith('auth/')) return { call, shop, accessToken: null, nature: 'token' };
  return {
    call,
    shop,
    accessToken,
    nature: request.method === 'POST' && !/\/(get|search|download)_/.test(call) ? 'write' : 'read',
  };
}

function checkCommon(core: Core, query: URLSearchParams): void {
  for (const name of ['partner_id', 'timestamp', 'sign']) {
    if ((query.get(name) ?? '') === '')
      throw badParameter(name === 'timestamp' ? 'no timestamp' : `There is no ${name} in query.`);
  }
  if (query.get('partner_id') !== partnerId)
    throw new ShopeeError('invalid_partner_id', 'partner_id is invalid.', { status: 403 });
  const timestamp = query.get('timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) throw badParameter('Invalid timestamp.');
  if (Math.abs(core.clock.seconds() - Number(timestamp)) > toleranceSeconds)
    throw badParameter('Timestamp is expired.');
}

/** Calls of the app; some clients sign those of `push/` as a shop's, which passes too (1.4). */
function checkPublicSign(query: URLSearchParams, path: string): void {
  const given = query.get('sign') ?? '';
  const timestamp = query.get('timestamp') ?? '';
  if (matches(given, sign(partnerKey, baseString(partnerId, path, timestamp)))) return;
  const asShop = baseString(
    partnerId,
    path,
    timestamp,
    query.get('access_token') ?? '',
    query.get('shop_id') ?? '',
  );
  if (path.startsWith(`${apiRoot}push/`) && matches(given, sign(partnerKey, asShop))) return;
  throw wrongSign();
}

/** The shop that a signed call with a good token is about. */
function checkShop(core: Core, query: URLSearchParams, path: string): Shop {
  const accessToken = query.get('access_token') ?? '';
  const shopId = query.get('shop_id') ?? '';
  if (accessToken === '') throw badParameter('There is no access_token in query.');
  if (shopId === '') throw badParameter('There is no shop_id in query.');
  const expected = sign(
    partnerKey,
    baseString(partnerId, path, query.get('timestamp') ?? '', accessToken, shopId),
  );
  if (!matches(query.get('sign') ?? '', expected)) throw wrongSign();
  const token = core.grants.token('shopee', 'access', accessToken);
  if (token === null)
    throw new ShopeeError('invalid_acceess_token', 'Invalid access_token, please have a check.', {
      status: 403,
    });
  const shop = core.shop('shopee', shopId);
  if (shop === undefined || token.shop !== shopId)
    throw new ShopeeError('error_auth', 'Invalid partner_id or shopid.', { status: 403 });
  return shop;
}

function wrongSign(): ShopeeError {
  return new ShopeeError('error_sign', 'Wrong sign.', { status: 403 });
}

function pushBody(core: Core, shop: Shop, push: Push): string {
  const whose = push.ofApp === true ? { partner_id: Number(partnerId) } : { shop_id: Number(shop.id) };
  return JSON.stringify({ data: push.data, ...whose, code: push.code, timestamp: core.clock.seconds() });
}

/** Sets the ids of one shop apart from another's. */
function scope(shop: Shop): number {
  return (Number(shop.id) % 600_000) + 80;
}

/** `2510091ABCDEF0`: the day in Singapore and eight signs; different for each sequence (multiplying by a number coprime to 36 permutes). */
function orderNumber(shop: Shop, sequence: number, at: number): string {
  const date = new Date(at + 8 * 3_600_000).toISOString().slice(2, 10).replaceAll('-', '');
  const mixed = (sequence * 2_654_435_761) % 36 ** 7;
  const first = (Number(shop.id) % 36).toString(36);
  return `${date}${first}${mixed.toString(36).padStart(7, '0')}`.toUpperCase();
}
