import { createRandom } from '../core/random.ts';
import { driftChanges } from './drift-changes.ts';
import { lyingSuccess, unknownError } from './protocol/odd-answers.ts';
import type { Item } from '../core/records.ts';
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
import { answerSellerCentral, isSellerCentralPath, returnQuery } from './protocol/consent.ts';
import { answerDocument, documentAt, isDocumentPath, refused } from './documents/documents.ts';
import { feedTask, finishFeed } from './documents/feeds.ts';
import { listingStatus } from './listings/listing-views.ts';
import { refundTask, refundLabel } from './orders/merchant-fulfilment.ts';
import { operationOf } from './operations.ts';
import { fulfillmentStatus } from './orders/order-views.ts';
import { Quotas, type Rate } from './protocol/quotas.ts';
import { AmazonRecords } from './protocol/records.ts';
import {
  Failure,
  failureReply,
  internalFailure,
  invalidInput,
  json,
  quotaExceeded,
  unauthorised,
} from './protocol/reply.ts';
import { finishReport, reportTask } from './documents/reports.ts';
import { mayEnter } from './protocol/restricted-tokens.ts';
import { isAllSent, landParcels, parcelTask } from './orders/shipments.ts';
import { SpCall } from './protocol/sp-call.ts';
import { submissionRecord } from './listings/submission-records.ts';
import { saleTask, settle, submissionTask, turnSale } from './listings/submissions.ts';
import { tokenPath, tokenReply } from './protocol/tokens.ts';

const tokenHeader = 'x-amz-access-token';

/**
 * Amazon's Selling Partner API for Amazon.sg, as amazon-sg.md describes it: the API, Login with Amazon, Seller Central's consent pages
 * and the storage behind presigned addresses answer on one port.
 */
export function createAmazonSgSimulator(core: Core): ChannelSimulator {
  const app: AppRegistration = {
    id: 'amzn1.application-oa2-client.5b1e7c3a9d2f4860',
    secret: 'amzn1.oa2-cs.v1.sandbox.7d0f3b91c6e84a25',
    webhookSecret: '',
    extra: { application_id: 'amzn1.sp.solution.2c8e41f7-sandbox' },
    get hosts() {
      const base = core.address('amazon-sg');
      return { api: base, auth: base, seller: base };
    },
  };
  const records = new AmazonRecords(core);
  const quotas = new Quotas(() => core.clock.now());
  const random = core.random('amazon-sg/requests');

  function identify(request: SandboxRequest): CallIdentity {
    const { pathname } = request.url;
    if (isSellerCentralPath(pathname))
      return { call: pathname, shop: null, accessToken: null, nature: 'page' };
    if (pathname === tokenPath)
      return { call: 'auth/o2/token', shop: null, accessToken: null, nature: 'token' };
    if (isDocumentPath(pathname)) {
      const owner = documentAt(records, pathname)?.shop ?? '';
      const isUpload = request.method === 'PUT';
      const shop = core.shop('amazon-sg', owner) ?? null;
      return {
        call: isUpload ? 'uploadDocument' : 'downloadDocument',
        shop,
        accessToken: null,
        nature: isUpload ? 'write' : 'read',
      };
    }
    const accessToken = request.headers[tokenHeader] ?? null;
    const token = accessToken === null ? null : core.grants.token('amazon-sg', 'access', accessToken);
    const shop = token === null ? null : (core.shop('amazon-sg', token.shop) ?? null);
    const operation = operationOf(request.method, pathname)?.operation;
    return { call: operation?.name ?? pathname, shop, accessToken, nature: operation?.nature ?? 'read' };
  }

  function handle(call: Call): SandboxReply {
    const { request } = call;
    const { pathname } = request.url;
    if (isSellerCentralPath(pathname)) return answerSellerCentral(core, app, records, request);
    if (isDocumentPath(pathname)) return answerDocument(core, records, request);
    return withRequestId(pathname === tokenPath ? tokenReply(core, app, request) : answerApi(call));
  }

  /** Address, token, quota, then what is asked; the vendor's order of refusals. */
  function answerApi(call: Call): SandboxReply {
    const found = operationOf(call.request.method, call.request.url.pathname);
    try {
      const { token, shop } = admitted(call.request);
      if (found === null) throw unauthorised('');
      const { operation, path } = found;
      const entrance = {
        method: operation.method,
        pathname: call.request.url.pathname,
        form: operation.path,
        isRestricted: operation.isRestricted === true,
      };
      if (!mayEnter(token, entrance)) throw unauthorised('');
      if (!quotas.take(shop, `${operation.method} ${operation.path}`, operation.rate)) throw quotaExceeded();
      const answer = operation.answer(new SpCall({ core, records, shop, token, path }, call));
      return json(operation.status, answer, rateHeader(operation.rate));
    } catch (error) {
      const failure = error instanceof SandboxError ? invalidInput('Invalid Input') : error;
      if (!(failure instanceof Failure)) throw failure;
      const reply = failureReply(failure);
      const isReported = found !== null && (failure.status === 400 || failure.status === 404);
      return isReported
        ? { ...reply, headers: { ...reply.headers, ...rateHeader(found.operation.rate) } }
        : reply;
    }
  }

  function admitted({ headers }: SandboxRequest): {
    token: NonNullable<ReturnType<typeof core.grants.token>>;
    shop: Shop;
  } {
    const given = headers[tokenHeader] ?? '';
    if (given === '') throw unauthorised('Access token is missing in the request header.');
    if ((headers['user-agent'] ?? '') === '')
      throw unauthorised('User agent is missing in the request header.');
    const token = core.grants.token('amazon-sg', 'access', given);
    if (token === null && core.grants.wasGiven('amazon-sg', given))
      throw unauthorised('The access token you provided has expired.');
    const shop = token === null ? undefined : core.shop('amazon-sg', token.shop);
    if (token === null || shop === undefined)
      throw unauthorised('The access token you provided is revoked, malformed or invalid.');
    return { token, shop };
  }

  function withRequestId(reply: SandboxReply): SandboxReply {
    const id = [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-');
    return { ...reply, headers: { ...reply.headers, 'x-amzn-requestid': id } };
  }

  const dueTasks: Readonly<Record<string, (shop: Shop, about: string) => void>> = {
    [submissionTask]: (shop, about) => settle(core, records, shop, submissionRecord.parse(JSON.parse(about))),
    [saleTask]: (shop, about) => turnSale(core, records, shop, about),
    [reportTask]: (shop, about) => finishReport(core, records, shop, about),
    [feedTask]: (shop, about) => finishFeed(core, records, shop, about),
    [refundTask]: (_shop, about) => refundLabel(core, records, about),
    [parcelTask](shop, about) {
      const order = shop.orders.get(about);
      if (order !== undefined) landParcels(records, shop, order);
    },
  };

  /** Gives an item that is on sale again its offers again. */
  function noteOffers(shop: Shop, item: Item): void {
    if (item.status !== 'normal') return;
    for (const { id } of item.variants) {
      const notes = records.listingNotes(shop, id);
      if (notes.hasNoOffer) records.keepListingNotes(shop, id, { ...notes, hasNoOffer: false });
    }
  }

  /** When the rest of a partly shipped order is cancelled, the shipped part becomes the whole order. */
  function onShopEvent(shop: Shop, shopEvent: ShopEvent): void {
    if (shopEvent.kind === 'item') noteOffers(shop, shopEvent.item);
    if (shopEvent.kind !== 'order' || shopEvent.event.name !== 'cancel') return;
    const { order } = shopEvent;
    if ((order.stage === 'ready' || order.stage === 'packed') && isAllSent(records, shop, order))
      shop.happen(order, 'ship', { by: 'system' });
  }

  const simulator: ChannelSimulator = {
    channel: 'amazon-sg',
    home: { region: 'SG', currency: 'SGD', shopId: /^A[A-Z0-9]{3,20}$/ },
    app,
    identify,
    handle,
    throttled: ({ request }) =>
      isDocumentPath(request.url.pathname)
        ? refused(503, 'SlowDown', 'Please reduce your request rate.')
        : withRequestId(failureReply(quotaExceeded())),
    serverError: ({ request }) =>
      isDocumentPath(request.url.pathname)
        ? refused(500, 'InternalError', 'We encountered an internal error. Please try again.')
        : withRequestId(failureReply(internalFailure())),
    unknownError: () => withRequestId(unknownError()),
    drifts: driftChanges,
    lyingSuccess: ({ request }) => withRequestId(lyingSuccess(request)),
    grant: (shop, { state, redirectUri }) => returnQuery(core, shop, state ?? null, redirectUri ?? null),
    due: (shop, what, about) => dueTasks[what]?.(shop, about),
    ids: {
      shop: (name, sequence) => `A${lettersOf('seller', name, sequence, 12)}`,
      item: (shop, sequence) => `B0${lettersOf(shop.id, 'item', sequence, 4)}${base36(sequence, 4)}`,
      variant: (shop, sequence) => `B0${lettersOf(shop.id, 'variant', sequence, 4)}${base36(sequence, 4)}`,
      line: (shop, sequence) =>
        `${lettersOf(shop.id, 'line', 0, 4, digits).replace(/^0/, '4')}${String(sequence).padStart(10, '0')}`,
      order: (shop, sequence) => {
        const number = `503-${lettersOf(shop.id, 'order', 0, 7, digits)}-${String(1_000_000 + sequence)}`;
        return { number, id: number };
      },
    },
    onShopEvent,
    // Its fee is gift wrap.
    orderFeatures: ['tax', 'fee', 'tip'],
    // Amazon notifies through queues alone, and the product polls.
    notices: { accepted: () => true, timeoutSeconds: 5, retries: [] },
    wordFor(order) {
      const shop = core.shops('amazon-sg').find((one) => one.orders.get(order.number) === order);
      return shop === undefined ? '' : fulfillmentStatus(order, records.notesOf(shop, order));
    },
    statusOf: (item, variant) => {
      if (item.status === 'deleted' || variant.status === 'deleted') return 'deleted';
      return listingStatus({ item, variant }).join(', ') || 'inactive';
    },
  };
  return simulator;
}

function rateHeader({ perSecond }: Rate): Record<string, string> {
  return { 'x-amzn-ratelimit-limit': String(perSecond) };
}

const digits = '0123456789';
const lettersAndDigits = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** Letters that look random and are the same for the same names. */
function lettersOf(
  owner: string,
  kind: string,
  sequence: number,
  count: number,
  signs = lettersAndDigits,
): string {
  const random = createRandom('amazon-sg', owner, kind, sequence);
  return Array.from({ length: count }, () => signs.charAt(random.between(0, signs.length - 1))).join('');
}

function base36(value: number, length: number): string {
  return value.toString(36).toUpperCase().padStart(length, '0');
}
