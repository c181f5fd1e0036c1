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
import { cancellationEndpoints } from './cancellations.ts';
import { answerConsent, isConsentPath, returnQuery } from './consent.ts';
import { checkCipher, checkSigned, Routes, shopOfToken, type Route } from './gateway.ts';
import { ids } from './ids.ts';
import { answerLabel, isLabelPath, labelEndpoints } from './labels.ts';
import { eventTypes } from './event-types.ts';
import { noticeRules, handleShopEvent, takePastOrder, type NoticeContext } from './notices.ts';
import { orderEndpoints } from './orders.ts';
import { packageEndpoints } from './packages.ts';
import { endAudit, productEditEndpoints } from './product-edits.ts';
import { productWriteEndpoints } from './product-writes.ts';
import { productEndpoints } from './products.ts';
import { openRecords } from './records.ts';
import { Failure, replyFailure, replyWith } from './reply.ts';
import { continueReturn, returnEndpoints } from './returns.ts';
import { collect, shippingEndpoints } from './shipping.ts';
import type { Notify } from './shop-call.ts';
import { shopEndpoints } from './shops.ts';
import { signNotice } from './signature.ts';
import { exchangeCode, refreshTokens, warnOfExpiry } from './tokens.ts';
import { mainWarehouse, salesWarehouse, warehouseEndpoints } from './warehouses.ts';
import { addressFor, webhookEndpoints } from './webhooks.ts';
import { itemWord, orderWord } from './words.ts';

const appKey = '6sandbox4key';
const appSecret = '5f0c7be91d3a42e8b6d40f7a1c9e2d83b7405a6f';
const serviceId = '7400000000000000001';
const tokenPaths = { '/api/v2/token/get': exchangeCode, '/api/v2/token/refresh': refreshTokens } as const;

/** TikTok Shop Open API, from its protocol document: the section numbers in this folder are that document's. */
export function createTiktokSimulator(core: Core): ChannelSimulator {
  const random = core.random('tiktok');
  const records = openRecords(core);
  const routes = new Routes([
    ...shopEndpoints,
    ...productEndpoints,
    ...productWriteEndpoints,
    ...productEditEndpoints,
    ...warehouseEndpoints,
    ...orderEndpoints,
    ...packageEndpoints,
    ...shippingEndpoints,
    ...labelEndpoints(appSecret),
    ...cancellationEndpoints,
    ...returnEndpoints,
    ...webhookEndpoints,
  ]);
  const app = { id: appKey, secret: appSecret, extra: { service_id: serviceId } };
  const newRequestId = (): string =>
    `${new Date(core.clock.now()).toISOString().replace(/\D/g, '').slice(0, 14)}${random.hex(20).toUpperCase()}`;

  const notify: Notify = (shop, eventType, data, notBefore = 0) => {
    const url = addressFor(records, shop.id, eventType, core.webhookUrl('tiktok'));
    const isLast = eventType === 'SELLER_DEAUTHORIZATION';
    if (url === null || (!isLast && core.grants.consentOf('tiktok', shop.id) === null)) return;
    const body = JSON.stringify({
      type: eventTypes[eventType],
      tts_notification_id: `73271${String(random.between(10_000_000, 99_999_999))}${String(random.between(100_000, 999_999))}`,
      shop_id: shop.id,
      timestamp: Math.max(core.clock.seconds(), Math.floor(notBefore / 1000)),
      data,
    });
    const headers = (_to: string, sent: string): Record<string, string> => ({
      'content-type': 'application/json',
      authorization: signNotice(appKey, appSecret, sent),
    });
    core.notify(simulator, shop, { topic: eventType, body, headers }, url, notBefore);
  };
  const context: NoticeContext = { core, records, notify };

  function answerApi(call: Call, requestId: string): SandboxReply {
    const { request } = call;
    const { pathname, searchParams: query } = request.url;
    if (pathname === '/api/v2/token/get' || pathname === '/api/v2/token/refresh') {
      if (request.method !== 'GET') throw new Failure(36009010, `Invalid method: ${request.method}.`, 405);
      return replyWith(requestId, tokenPaths[pathname](core, random, app, query));
    }
    const { endpoint, params } = routes.find(request.method, pathname);
    checkSigned(core, app, request);
    const shop = shopOfToken(core, request.headers['x-tts-access-token'] ?? '');
    checkCipher(query, endpoint, shop);
    const { halfBatch, staleSeconds, leftOut, pageFault } = call;
    const { body } = request;
    const asked = {
      core,
      records,
      notify,
      shop,
      path: pathname,
      params,
      query,
      body,
      halfBatch,
      staleSeconds,
      leftOut,
      pageFault,
    };
    return replyWith(requestId, endpoint.answer(asked));
  }

  function handle(call: Call): SandboxReply {
    if (isConsentPath(call.request.url.pathname)) return answerConsent(core, random, app, call.request);
    if (isLabelPath(call.request.url.pathname)) return answerLabel(core, appSecret, call.request);
    const requestId = newRequestId();
    try {
      return answerApi(call, requestId);
    } catch (error) {
      if (error instanceof Failure) return replyFailure(requestId, error);
      // The core knows better than the call's own checks: something about the order does not allow it.
      if (error instanceof SandboxError) return replyFailure(requestId, new Failure(25001001, error.message));
      throw error;
    }
  }

  const simulator: ChannelSimulator = {
    channel: 'tiktok',
    home: { region: 'SG', currency: 'SGD', shopId: /^\d{17,19}$/ },
    get app(): AppRegistration {
      const address = core.address('tiktok');
      const authorize = `${address}/open/authorize`;
      const hosts = { api: address, auth: address, authorize, seller: core.address(null) };
      return { ...app, webhookSecret: appSecret, hosts };
    },
    handle,
    identify: (request) => identify(core, routes, request),
    throttled: () => replyFailure(newRequestId(), new Failure(36009002, 'Too many requests.', 429)),
    serverError: () => replyFailure(newRequestId(), new Failure(36009003, 'Internal error.', 500)),
    unknownError: () => unknownError(newRequestId()),
    drifts: driftChanges,
    lyingSuccess: ({ request }) => lyingSuccess(newRequestId(), request),
    grant: (shop, { state }) => returnQuery(core, random, app, shop, state),
    ids,
    places: {
      idOf: (shop, number) => salesWarehouse(shop, number === 1 ? null : String(number)),
      mainName: () => mainWarehouse,
    },
    onShopEvent: (shop, shopEvent) => {
      handleShopEvent(context, shop, shopEvent);
    },
    due: (shop, what, about) => {
      if (what === 'audit') endAudit(context, shop, about);
      else if (what === 'collect') collect(context, shop, about);
      else if (what === 'expiring') warnOfExpiry(core, notify, shop, about);
      else continueReturn(context, shop, what, about);
    },
    pastOrder: (shop, order) => {
      takePastOrder(context, shop, order);
    },
    orderFeatures: ['tax', 'fee', 'test', 'bundle'],
    notices: noticeRules,
    wordFor: (order) => {
      const notes = records.orders.get(order.id);
      return notes === undefined ? order.stage : orderWord(order, notes);
    },
    statusOf: (item, variant) =>
      variant.status === 'normal' ? itemWord(item) : variant.status === 'deleted' ? 'DELETED' : 'DEACTIVATED',
  };
  return simulator;
}

/** The vendor's path with its named parts in braces: '/product/202309/products/{product_id}/inventory/update'. */
function identify(core: Core, routes: Routes, { method, url, headers }: SandboxRequest): CallIdentity {
  const { pathname } = url;
  if (isConsentPath(pathname)) return { call: pathname, shop: null, accessToken: null, nature: 'page' };
  if (isLabelPath(pathname))
    return { call: '/files/shipping_documents', shop: null, accessToken: null, nature: 'read' };
  if (pathname.startsWith('/api/v2/token/'))
    return { call: pathname, shop: null, accessToken: null, nature: 'token' };
  const accessToken = headers['x-tts-access-token'] ?? null;
  const token = accessToken === null ? null : core.grants.token('tiktok', 'access', accessToken);
  const shop: Shop | null = token === null ? null : (core.shop('tiktok', token.shop) ?? null);
  const route = routeOf(routes, method, pathname);
  if (route === null) return { call: pathname, shop, accessToken, nature: 'read' };
  const call = route.endpoint.path
    .replace(':version', route.params['version'] ?? '')
    .replace(/:([a-z_]+)/g, '{$1}');
  return { call, shop, accessToken, nature: route.endpoint.nature };
}

function routeOf(routes: Routes, method: string, path: string): Route | null {
  try {
    return routes.find(method, path);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
