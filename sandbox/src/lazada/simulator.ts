import type { Order, OrderEvent } from '../core/records.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { Shop, ShopEvent } from '../core/shop.ts';
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
import type { PickUnits } from './shop-call.ts';
import { cancelBySeller, decideCancellation, validateCancellation } from './cancellation.ts';
import { documentRecord } from './shop-records.ts';
import { answerDocument, documentPath, readDocument, readOldDocument } from './documents.ts';
import {
  delivered,
  failedDelivery,
  pack,
  readProviders,
  readyToShip,
  repack,
  setInvoiceNumber,
} from './fulfilment.ts';
import { pictureRecord } from './shop-records.ts';
import { answerPicture, picturePath, uploadImage } from './image-upload.ts';
import { catchUp, followParcels } from './parcels.ts';
import { deactivateProduct, removeProduct, updateProduct } from './product-edits.ts';
import { decideRefundOnly, updateReturn } from './return-answers.ts';
import { listHistory, listRefusalReasons, listReverseOrders, readReverseOrder } from './returns.ts';
import { followReverse, reverseRecord } from './reverse-records.ts';
import { consentPage } from './consent.ts';
import { listOrders, readItemsOfOrders, readOrder, readOrderItems } from './orders.ts';
import { lyingSuccess, unknownError } from './odd-answers.ts';
import { readSentCall, type SentCall } from './parameters.ts';
import { listProducts, readProduct } from './products.ts';
import { orderPushes, pushNotice, pushRules, listingPushes, statusPush, type Push } from './pushes.ts';
import { answer, Failure, failureAnswer, flatAnswer, resultAnswer } from './reply.ts';
import { listWarehouses, mainWarehouse, readSeller } from './seller.ts';
import type { Records } from './shop-records.ts';
import { ShopCall } from './shop-call.ts';
import { isSignedBy } from './signature.ts';
import { adjustSellable, updatePriceAndTotal, updateSellable } from './stock-writes.ts';
import { createTokens, giveCode, refreshTokens } from './tokens.ts';
import { markUnits, statusWords, unitMarks, unitsOf, type UnitMarks } from './units.ts';
import { itemStatusWords, warehouseCode } from './words.ts';

type Nature = 'read' | 'write';
/** `result`: a newer call, whose answer is in `result`; the whole of it, or its `data` (lazada.md 2). */
type Method =
  | readonly [nature: Nature, answer: (call: ShopCall) => unknown]
  | readonly [nature: Nature, answer: (call: ShopCall) => object, form: 'result' | 'whole result'];

const methods: Readonly<Record<string, Method>> = {
  '/seller/get': ['read', readSeller],
  '/seller/warehouse/get': ['read', listWarehouses, 'whole result'],
  '/products/get': ['read', listProducts],
  '/product/item/get': ['read', readProduct],
  '/product/stock/sellable/update': ['write', updateSellable],
  '/product/stock/sellable/adjust': ['write', adjustSellable],
  '/product/price_quantity/update': ['write', updatePriceAndTotal],
  '/product/update': ['write', updateProduct],
  '/product/deactivate': ['write', deactivateProduct],
  '/product/remove': ['write', removeProduct],
  '/image/upload': ['write', uploadImage],
  '/orders/get': ['read', listOrders],
  '/order/get': ['read', readOrder],
  '/order/items/get': ['read', readOrderItems],
  '/orders/items/get': ['read', readItemsOfOrders],
  '/order/shipment/providers/get': ['read', readProviders, 'result'],
  '/order/fulfill/pack': ['write', pack, 'result'],
  '/order/package/rts': ['write', readyToShip, 'result'],
  '/order/package/repack': ['write', repack, 'result'],
  '/order/package/sof/delivered': ['write', delivered, 'result'],
  '/order/package/sof/failed_delivery': ['write', failedDelivery, 'result'],
  '/order/invoice_number/set': ['write', setInvoiceNumber],
  '/order/package/document/get': ['read', readDocument, 'result'],
  '/order/document/get': ['read', readOldDocument],
  '/reverse/getreverseordersforseller': ['read', listReverseOrders, 'whole result'],
  '/order/reverse/return/detail/list': ['read', readReverseOrder],
  '/order/reverse/return/history/list': ['read', listHistory],
  '/order/reverse/reason/list': ['read', listRefusalReasons],
  '/order/reverse/return/update': ['write', updateReturn],
  '/order/reverse/onlyrefund/seller/decide': ['write', decideRefundOnly],
  '/order/reverse/cancel/validate': ['read', validateCancellation],
  '/order/reverse/cancel/create': ['write', cancelBySeller],
  '/order/reverse/cancel/seller/decide': ['write', decideCancellation],
};

const tokenMethods: Readonly<
  Record<string, (core: Core, parameters: ReadonlyMap<string, string>) => object>
> = {
  '/auth/token/create': createTokens,
  '/auth/token/refresh': refreshTokens,
};

/** Events that make a reverse order: a cancellation or a return, asked for or done. */
const reverseEvents: ReadonlySet<OrderEvent['name']> = new Set([
  'request_cancellation',
  'withdraw_cancellation',
  'reject_cancellation',
  'cancel',
  'request_return',
  'withdraw_return',
  'reject_return',
  'return',
]);

/** Digits of an order's number after those of its shop. */
const orderDigits = 8;

/** Milliseconds by which a timestamp may be off, either way. */
const timestampTolerance = 7_200_000;
/** Units of an order that nobody paid go back on sale after about half an hour (lazada.md 3). */
const unpaidHeldFor = 1_800_000;
/** A buyer's request to cancel that nobody answered is granted then (lazada.md 6.1). */
const requestLifetime = 48 * 3_600_000;

/** Lazada's Open Platform, Singapore, as lazada.md describes it. The seller's and the token host answer on one port. */
export function createLazadaSimulator(core: Core): ChannelSimulator {
  const app: AppRegistration = {
    id: '900001',
    secret: 'lzd_sandbox_secret_3f1c9a7e5b2d8046',
    webhookSecret: 'lzd_sandbox_secret_3f1c9a7e5b2d8046',
    extra: {},
    get hosts() {
      const base = core.address('lazada');
      return { api: `${base}/rest`, auth: `${base}/rest`, authorize: `${base}/oauth/authorize` };
    },
  };
  const marks = core.table<UnitMarks>('lazada/unit-marks', unitMarks);
  const records: Records = {
    marks,
    links: core.table('lazada/documents', documentRecord),
    reverse: core.table('lazada/reverse-orders', reverseRecord),
    pictures: core.table('lazada/pictures', pictureRecord),
  };
  /** Order items that the running call names. */
  let picked: ReadonlySet<string> = new Set();
  const pick: PickUnits = (_order, unitIds, happen) => {
    picked = new Set(unitIds);
    try {
      happen();
    } finally {
      picked = new Set();
    }
  };

  function identify(request: SandboxRequest): CallIdentity {
    const sent = readSentCall(request);
    if (sent.path === '/oauth/authorize')
      return { call: sent.path, shop: null, accessToken: null, nature: 'page' };
    if (sent.path.startsWith(documentPath) || sent.path.startsWith(picturePath))
      return { call: sent.path, shop: null, accessToken: null, nature: 'page' };
    if (tokenMethods[sent.path]) return { call: sent.path, shop: null, accessToken: null, nature: 'token' };
    const accessToken = sent.parameters.get('access_token') ?? null;
    const token = accessToken === null ? null : core.grants.token('lazada', 'access', accessToken);
    const shop = token === null ? null : (core.shop('lazada', token.shop) ?? null);
    return { call: sent.path, shop, accessToken, nature: methods[sent.path]?.[0] ?? 'read' };
  }

  function handle(call: Call): SandboxReply {
    const sent = readSentCall(call.request);
    if (sent.path === '/oauth/authorize') return consentPage(core, app.id, call.request);
    if (sent.path.startsWith(documentPath)) return answerDocument(core, records.links, sent.path);
    if (sent.path.startsWith(picturePath)) return answerPicture(records.pictures, sent.path);
    const requestId = newRequestId();
    const method = methods[sent.path];
    try {
      checkSystemParameters(sent);
      const tokenMethod = tokenMethods[sent.path];
      if (tokenMethod) return flatAnswer(tokenMethod(core, sent.parameters), requestId);
      if (!method) throw new Failure('InvalidApiPath', 'The specified API path is invalid');
      const shop = authorisedShop(sent);
      const moved = (order: Order, unitIds: readonly string[]): void => {
        notifyOfUnits(shop, order, unitIds);
      };
      const asked = new ShopCall(core, shop, sent.parameters, call, records, { pick, moved });
      if (method.length === 2) return answer(method[1](asked), requestId);
      const said = method[1](asked);
      const result = method[2] === 'result' ? { error_code: '0', error_msg: '', data: said } : said;
      return resultAnswer({ success: true, ...result }, requestId);
    } catch (error) {
      if (error instanceof Failure) {
        const isInner = method?.[2] !== undefined && /^\d+$/.test(error.code);
        if (isInner)
          return resultAnswer(
            { success: false, error_code: error.code, error_msg: error.message },
            requestId,
          );
        return failureAnswer(error, requestId);
      }
      if (error instanceof SandboxError)
        return failureAnswer(new Failure('1000', error.message, 'ISP'), requestId);
      throw error;
    }
  }

  function checkSystemParameters({ path, parameters, rawBody }: SentCall): void {
    for (const name of ['app_key', 'timestamp', 'sign_method', 'sign']) {
      if ((parameters.get(name) ?? '') === '') {
        throw new Failure('MissingParameter', `The input parameter "${name}" that is mandatory for processing this request is not supplied.`); // oxfmt-ignore
      }
    }
    if (parameters.get('app_key') !== app.id)
      throw new Failure('InvalidAppKey', 'The specified app key is invalid');
    const sent = instantOf(parameters.get('timestamp') ?? '');
    if (sent === null || Math.abs(sent - core.clock.now()) > timestampTolerance) {
      throw new Failure('InvalidTimestamp', 'The timestamp is more than 7200 seconds off');
    }
    const isSigned =
      parameters.get('sign_method') === 'sha256' &&
      isSignedBy(app.secret, path, parameters, rawBody, parameters.get('sign') ?? '');
    if (!isSigned)
      throw new Failure(
        'IncompleteSignature',
        'The request signature does not conform to platform standards',
      );
  }

  function authorisedShop({ parameters }: SentCall): Shop {
    const given = parameters.get('access_token') ?? '';
    if (given === '') throw new Failure('MissingParameter', 'The input parameter "access_token" that is mandatory for processing this request is not supplied.'); // oxfmt-ignore
    const token = core.grants.token('lazada', 'access', given);
    const shop = token && core.shop('lazada', token.shop);
    if (!shop) throw new Failure('IllegalAccessToken', 'The specified access token is invalid or expired');
    return shop;
  }

  /** Keeps the records of units in step; answers those that the event changed. */
  function unitsChangedBy(shop: Shop, order: Order, event: OrderEvent): ReturnType<typeof unitsOf> {
    const key = `${shop.id}/${order.number}`;
    const kept = marks.get(key) ?? { units: {}, reverseOrderId: '', packages: [], invoices: {} };
    followParcels(shop, order, event, kept);
    marks.put(key, kept);
    if (!reverseEvents.has(event.name))
      return unitsOf(order, kept).filter(({ id }) => kept.units[id] === undefined);
    followReverse(records.reverse, shop, order, event, kept);
    const ended =
      event.name === 'cancel' || event.name === 'return' ? markUnits(order, event, kept, picked) : null;
    // A parcel that has lost its last unit is known only now.
    followParcels(shop, order, event, kept);
    marks.put(key, kept);
    return unitsOf(order, kept).filter(({ id }) =>
      ended === null ? kept.units[id] === undefined : ended.includes(id),
    );
  }

  function push(shop: Shop, pushes: readonly Push[], notBefore: number): void {
    const url = core.webhookUrl('lazada');
    if (url === null || core.grants.consentOf('lazada', shop.id) === null) return;
    for (const one of pushes)
      core.notify(simulator, shop, pushNotice(app, shop, one, core.clock.now()), url, notBefore);
  }

  function onShopEvent(shop: Shop, shopEvent: ShopEvent): void {
    if (shopEvent.kind !== 'order') {
      push(shop, listingPushes(shopEvent, core.clock.now()), core.clock.now());
      return;
    }
    const { order, event } = shopEvent;
    const changed = unitsChangedBy(shop, order, event);
    const kept = marks.get(`${shop.id}/${order.number}`);
    push(shop, orderPushes(shop, order, event, changed, kept), order.visibleAt);
    if (event.name === 'place' && order.stage === 'unpaid')
      core.schedule(shop, event.at + unpaidHeldFor, 'release', order.number);
    if (event.name === 'request_cancellation')
      core.schedule(shop, event.at + requestLifetime, 'grant', order.number);
    if (event.name === 'cancel' && kept !== undefined) catchUp(core, shop, order, kept);
  }

  function notifyOfUnits(shop: Shop, order: Order, unitIds: readonly string[]): void {
    const units = unitsOf(order, marks.get(`${shop.id}/${order.number}`)).filter(({ id }) =>
      unitIds.includes(id),
    );
    push(shop, units.map((unit) => statusPush(order, unit, core.clock.now())), order.visibleAt); // oxfmt-ignore
  }

  /** What was put off: unpaid orders end, requests are granted, parcels are collected. */
  function due(shop: Shop, what: string, number: string): void {
    const order = shop.orders.get(number);
    if (order === undefined) return;
    if (what === 'release' && order.stage === 'unpaid')
      shop.happen(order, 'cancel', { by: 'system', reason: 'Not paid in time' });
    const asked = order.events.findLast(({ name }) => name === 'request_cancellation');
    const isDue =
      order.cancellationRequested && (asked?.at ?? Infinity) + requestLifetime <= core.clock.now();
    if (what === 'grant' && isDue)
      shop.happen(order, 'cancel', { by: 'buyer', reason: asked?.reason ?? 'Change of mind' });
    const kept = marks.get(`${shop.id}/${number}`);
    if (what !== 'collected' || kept === undefined || order.stage !== 'shipped') return;
    for (const parcel of kept.packages) if (parcel.status === 'ready_to_ship') parcel.status = 'shipped';
    marks.put(`${shop.id}/${number}`, kept);
    shop.orderChanged(order);
    notifyOfUnits(shop, order, kept.packages.filter(({ status }) => status === 'shipped').flatMap(({ units }) => units)); // oxfmt-ignore
  }

  let requests = 0;
  function newRequestId(): string {
    requests += 1;
    return `0ba2887315${String(core.clock.now())}${String(requests).padStart(6, '0')}`;
  }

  const simulator: ChannelSimulator = {
    channel: 'lazada',
    home: { region: 'SG', currency: 'SGD', shopId: /^\d+$/ },
    app,
    identify,
    handle,
    throttled: () =>
      failureAnswer(
        new Failure(
          'ApiCallLimit',
          'Your application has reached the limit of calls: the ban will last 1 seconds',
          'SYSTEM',
        ),
        newRequestId(),
      ),
    serverError: () =>
      failureAnswer(
        new Failure('ServiceTimeout', 'The service did not answer in time', 'SYSTEM'),
        newRequestId(),
      ),
    unknownError: () => unknownError(newRequestId()),
    drifts: driftChanges,
    lyingSuccess: ({ request }) => lyingSuccess(newRequestId(), readSentCall(request).parameters, request),
    grant: (shop, { state }) => ({
      code: giveCode(core, app.id, shop),
      ...(state === undefined ? {} : { state }),
    }),
    ids: {
      shop: (_name, sequence) => String(100_049 + sequence),
      item: (shop, sequence) => `${shop.id}${String(sequence).padStart(6, '0')}`,
      variant: (shop, sequence) => `${shop.id}${String(sequence).padStart(8, '0')}`,
      // Each unit of a line has an id of its own, counted from the line's.
      line: (shop, sequence) => `${shop.id}${String(sequence)}000`,
      order: (shop, sequence) => {
        const number = `${shop.id}${String(20_000_000 + sequence * 7).padStart(orderDigits, '0')}`;
        return { number, id: number };
      },
    },
    places: {
      idOf: (_shop, number) => warehouseCode(number === 1 ? null : String(number)),
      mainName: () => mainWarehouse,
    },
    onShopEvent,
    due,
    pastOrder(shop, order) {
      // Other events leave no mark on single units.
      for (const event of order.events)
        if (reverseEvents.has(event.name) || event.name === 'pack') unitsChangedBy(shop, order, event);
    },
    notices: pushRules,
    wordFor: (order) =>
      statusWords(order, marks.get(`${order.number.slice(0, -orderDigits)}/${order.number}`)).join(', '),
    statusOf: (item, variant) =>
      variant.status === 'normal'
        ? itemStatusWords[item.status]
        : variant.status === 'deleted'
          ? 'deleted'
          : 'inactive',
  };
  return simulator;
}

/** Milliseconds, or the text form in UTC. */
function instantOf(timestamp: string): number | null {
  if (/^\d+$/.test(timestamp)) return Number(timestamp);
  const instant = Date.parse(
    /Z|[+-]\d{2}:?\d{2}$/.test(timestamp) ? timestamp : `${timestamp.replace(' ', 'T')}Z`,
  );
  return Number.isNaN(instant) ? null : instant;
}
