import { jsonReply } from '../core/json-reply.ts';
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
import { endpointsOf, findEndpoint } from './endpoints.ts';
import { courierComes, courierDue } from './fulfilment.ts';
import { Couriers } from './couriers.ts';
import { Hooks } from './hooks.ts';
import { OrderRecords } from './order-records.ts';
import { Uploads, uploadDue } from './product-edits.ts';
import { numberOf } from './product-ids.ts';
import { Quota } from './quota.ts';
import { Registration } from './registration.ts';
import { answer, Failure, failureAnswer } from './reply.ts';
import { ShopDirectory } from './shop-directory.ts';
import { answerToken } from './token.ts';
import { shopIdIn, TokopediaCall } from './tokopedia-call.ts';
import { localDay, productStatus } from './words.ts';

const fsId = '13004';
const firstSecret = 'tkpd_sandbox_webhook_5e2b';
const bearer = /^Bearer (\S+)$/;

/** Tokopedia's Open API, as tokopedia.md describes it. The token host and the API host answer on one port. */
export function createTokopediaSimulator(core: Core): ChannelSimulator {
  const directory = new ShopDirectory(core);
  const book = new OrderRecords(core);
  const registration = new Registration(core, firstSecret);
  const uploads = new Uploads(core);
  const hooks = new Hooks({
    core,
    fsId,
    registration,
    book,
    send: (shop, notice, url, notBefore) => {
      if (directory.isLinked(shop)) core.notify(simulator, shop, notice, url, notBefore);
    },
  });
  const context = { core, fsId, directory, book, hooks };
  const endpoints = endpointsOf({ uploads, registration, couriers: new Couriers(core) });
  const quota = new Quota(() => core.clock.now());
  const app: AppRegistration = {
    id: 'tkpd-sandbox-client',
    secret: 'tkpd_sandbox_client_secret_81c0',
    get webhookSecret() {
      return registration.secret;
    },
    get extra() {
      return { fs_id: fsId, webhook_secret: registration.secret };
    },
    get hosts() {
      const address = core.address('tokopedia');
      return { api: address, auth: address };
    },
  };
  let tokens = 0;

  function identify(request: SandboxRequest): CallIdentity {
    const call = request.url.pathname;
    if (call === '/token') return { call, shop: null, accessToken: null, nature: 'token' };
    const accessToken = bearer.exec(request.headers['authorization'] ?? '')?.[1] ?? null;
    return {
      call,
      shop: shopMeant(request),
      accessToken,
      nature: request.method === 'GET' ? 'read' : 'write',
    };
  }

  /** The shop that a call names; null if it names none. */
  function shopMeant(request: SandboxRequest): Shop | null {
    const named = findEndpoint(endpoints, request)?.named ?? {};
    const orderId = named['order_id'] ?? request.url.searchParams.get('order_id');
    if (orderId !== null) return directory.order(orderId)?.shop ?? null;
    const shopId = shopIdIn(request);
    if (shopId !== null) return core.shop('tokopedia', shopId) ?? null;
    const productIds = named['product_id'] ?? request.url.searchParams.get('product_id');
    return directory.product(productIds?.split(',')[0] ?? '')?.shop ?? null;
  }

  function handle(call: Call): SandboxReply {
    const { request } = call;
    if (request.url.pathname === '/token' && request.method === 'POST') {
      tokens += 1;
      return answerToken(core, app, request, tokens);
    }
    return quota.take() ? quota.withHeaders(answerCall(call)) : tooMany();
  }

  function answerCall(call: Call): SandboxReply {
    const found = findEndpoint(endpoints, call.request);
    const envelope = found?.endpoint.envelope ?? 'header';
    try {
      const token = bearer.exec(call.request.headers['authorization'] ?? '')?.[1] ?? '';
      if (core.grants.token('tokopedia', 'access', token) === null)
        throw new Failure(401, '', 'Invalid or expired token', 'Unauthorized');
      if (found === null) throw new Failure(404, '', 'Path not found', 'Not found');
      const { endpoint, named } = found;
      if (named['fs_id'] !== undefined && named['fs_id'] !== fsId)
        throw new Failure(400, 'PRD_DLV_002', 'Invalid FS ID Format');
      const asked = new TokopediaCall(context, call, named);
      return endpoint.envelope === 'page'
        ? endpoint.answer(asked)
        : answer(endpoint.envelope, endpoint.answer(asked));
    } catch (error) {
      const kind = envelope === 'page' ? 'header' : envelope;
      if (error instanceof Failure) return failureAnswer(kind, error);
      if (error instanceof SandboxError)
        return failureAnswer(kind, new Failure(400, 'ORD_USC_007', error.message));
      throw error;
    }
  }

  function tooMany(): SandboxReply {
    return quota.withHeaders(jsonReply(429, { header: { process_time: 0, messages: 'Too many requests', reason: 'Rate limit', error_code: '' }, data: null })); // oxfmt-ignore
  }

  const simulator: ChannelSimulator = {
    channel: 'tokopedia',
    home: { region: 'ID', currency: 'IDR', shopId: /^\d{1,10}$/, shippingFee: 1_000_000 },
    app,
    identify,
    handle,
    throttled: () => {
      quota.empty();
      return tooMany();
    },
    serverError: () => failureAnswer('header', new Failure(500, 'OPENAPI_DB_002', 'Scan failed')),
    unknownError: () => unknownError(),
    drifts: driftChanges,
    lyingSuccess: ({ request }) => lyingSuccess(request),
    grant: (shop) => {
      core.grants.consent('tokopedia', shop.id);
      return {};
    },
    connectsByHand: true,
    ids: {
      shop: (_name, sequence) => String(479_000 + sequence),
      item: (shop, sequence) => numberOf(shop, 1, sequence),
      variant: (shop, sequence) => numberOf(shop, 2, sequence),
      line: (shop, sequence) => numberOf(shop, 5, sequence),
      order: (shop, sequence, at) => {
        const id = numberOf(shop, 4, sequence);
        return { number: `INV/${localDay(at).replaceAll('-', '')}/XX/I/${id}`, id };
      },
    },
    onShopEvent(shop, shopEvent) {
      hooks.notify(shop, shopEvent);
    },
    due(shop, what, about) {
      if (what === uploadDue) {
        const upload = uploads.finish(shop, about);
        if (upload?.result)
          hooks.uploadDone(shop, { id: upload.id, total: upload.edits.length, done: upload.result.done });
        return;
      }
      const order = what === courierDue ? shop.orderById(about) : undefined;
      if (order !== undefined) courierComes(shop, order, book.status(shop, order));
    },
    // Its fee is the insurance.
    orderFeatures: ['fee'],
    notices: {
      accepted: (status) => status >= 200 && status < 300,
      timeoutSeconds: 5,
      retries: [60, 300, 1_800],
    },
    wordFor: (order) => {
      const shop = core.shops('tokopedia').find((one) => one.orders.get(order.number) === order);
      return shop === undefined ? '' : String(book.status(shop, order));
    },
    statusOf: (item, variant) => String(productStatus(item, variant)),
  };
  return simulator;
}
