import { accessTo } from '../kit/recorded-http.fixture.ts';
import type { Access, AppKeys } from '../kit/access.ts';
import type { ChannelHttp, ChannelRequest } from '../kit/http.ts';

/** A seller on Amazon.sg as a test's marketplace answers it, with records as the vendor's document shows them. */

export const now = new Date('2026-11-20T04:00:00Z');

export const app: AppKeys = {
  id: 'amzn1.application-oa2-client.test',
  secret: 'app secret',
  hosts: { api: 'https://api.test', auth: 'https://login.test', seller: 'https://sellercentral.test' },
  extra: { application_id: 'amzn1.sp.solution.test' },
};

export const sellerId = 'A1EXAMPLE';

/** What is answered to one request: nothing, bytes, text, or a value to be sent as JSON. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface RecordedSeller {
  readonly access: Access;
  readonly requests: ChannelRequest[];
  /** Seconds pass. */
  pass(seconds: number): void;
}

/** A transport that hands each request to the test. */
export function seller(answer: (request: ChannelRequest, count: number) => Answer): RecordedSeller {
  const requests: ChannelRequest[] = [];
  let at = now.getTime();
  const http: ChannelHttp = {
    now: () => new Date(at),
    send(request) {
      const { status = 200, headers = {}, body } = answer(request, requests.length);
      requests.push(request);
      const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(textOf(body));
      const text = new TextDecoder().decode(bytes);
      return Promise.resolve({ status, headers, text, bytes, began: new Date(at), ended: new Date(at) });
    },
  };
  return {
    access: accessTo(app, http, { shopId: sellerId, accessToken: 'Atza|token' }),
    requests,
    pass(seconds) {
      at += seconds * 1000;
    },
  };
}

function textOf(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Answers by operation: each of them always the same, or as its function says. */
export type Answers = Readonly<Record<string, Answer | ((request: ChannelRequest, count: number) => Answer)>>;

/** A seller who answers by the call group of the request; a call that the test did not think of is Amazon's fault. */
export function sellerWith(answers: Answers): RecordedSeller {
  const counts = new Map<string, number>();
  return seller((request) => {
    const answer = answers[request.group];
    const count = counts.get(request.group) ?? 0;
    counts.set(request.group, count + 1);
    if (answer === undefined) return { status: 500, body: `no answer for ${request.group}` };
    return typeof answer === 'function' ? answer(request, count) : answer;
  });
}

/** The parsed body of a request. */
export function bodyOf(request: ChannelRequest | undefined): unknown {
  const body = request?.body;
  const value: unknown = typeof body === 'string' ? JSON.parse(body) : null;
  return value;
}

/** What a request uploads, as text. */
export function contentOf(request: ChannelRequest | undefined): string {
  return request?.body instanceof Uint8Array ? new TextDecoder().decode(request.body) : '';
}

export const failure = (code: string, message = 'Invalid Input', details?: string) => ({
  errors: [{ code, message, ...(details === undefined ? {} : { details }) }],
});

/** amazon-sg.md 3.1. */
export const tote = {
  sku: 'TOTE-RED',
  summaries: [
    {
      marketplaceId: 'A19VAU5U5O7RUS',
      asin: 'B0EXAMPLE1',
      productType: 'HANDBAG',
      conditionType: 'new_new',
      status: ['BUYABLE', 'DISCOVERABLE'],
      itemName: 'Batik Tote',
      createdDate: '2026-09-01T00:00:00Z',
      lastUpdatedDate: '2026-11-20T01:00:00Z',
      mainImage: { link: 'https://img.example/1.jpg', height: 500, width: 500 },
    },
  ],
  offers: [
    {
      marketplaceId: 'A19VAU5U5O7RUS',
      offerType: 'B2C',
      price: { currencyCode: 'SGD', amount: '39.90' },
      audience: { value: 'ALL', displayName: 'Sell on Amazon' },
    },
  ],
  fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 12 }],
  issues: [
    {
      code: '90220',
      message: "'size' is required but not supplied.",
      severity: 'ERROR',
      attributeNames: ['size'],
      categories: ['MISSING_ATTRIBUTE'],
      marketplaceIds: ['A19VAU5U5O7RUS'],
    },
  ],
};

/** The same listing under another SKU, with this quantity. */
export const itemNamed = (sku: string, quantity: number) => ({
  ...tote,
  sku,
  fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity }],
});

/** amazon-sg.md 4.1. */
export const order = {
  orderId: '503-1234567-1234567',
  orderAliases: [{ aliasId: 'SO-88', aliasType: 'SELLER_ORDER_ID' }],
  createdTime: '2026-11-20T01:30:00Z',
  lastUpdatedTime: '2026-11-20T01:45:00Z',
  programs: ['PRIME'],
  salesChannel: {
    channelName: 'AMAZON',
    marketplaceId: 'A19VAU5U5O7RUS',
    marketplaceName: 'Amazon.sg',
  },
  buyer: { buyerName: 'Tan Mei Ling', buyerEmail: 'x1y2@marketplace.amazon.sg' },
  recipient: {
    deliveryAddress: {
      name: 'Tan Mei Ling',
      addressLine1: '10 Example Road',
      addressLine2: '#02-03',
      city: 'Singapore',
      postalCode: '123456',
      countryCode: 'SG',
      phone: '+6580000000',
      addressType: 'RESIDENTIAL',
    },
  },
  proceeds: {
    grandTotal: { amount: '45.90', currencyCode: 'SGD' },
    breakdowns: [
      { type: 'ITEM', subtotal: { amount: '39.90', currencyCode: 'SGD' } },
      { type: 'SHIPPING', subtotal: { amount: '6.00', currencyCode: 'SGD' } },
    ],
  },
  fulfillment: {
    fulfillmentStatus: 'UNSHIPPED',
    fulfilledBy: 'MERCHANT',
    fulfillmentServiceLevel: 'STANDARD',
    shipByWindow: { earliestDateTime: '2026-11-20T16:00:00Z', latestDateTime: '2026-11-23T15:59:59Z' },
    deliverByWindow: { earliestDateTime: '2026-11-24T00:00:00Z', latestDateTime: '2026-11-26T15:59:59Z' },
  },
  orderItems: [
    {
      orderItemId: '40001111222233',
      quantityOrdered: 1,
      product: {
        asin: 'B0EXAMPLE1',
        title: 'Batik Tote',
        sellerSku: 'TOTE-RED',
        condition: { conditionType: 'NEW' },
        price: { unitPrice: { amount: '39.90', currencyCode: 'SGD' } },
      },
      proceeds: { proceedsTotal: { amount: '45.90', currencyCode: 'SGD' } },
      fulfillment: { quantityFulfilled: 0, quantityUnfulfilled: 1 },
    },
  ],
  packages: [],
};

export const orderRef = { number: order.orderId, channelId: order.orderId, lines: [] };

/** The order in another state, with what else differs of it. */
export const orderIn = (fulfillmentStatus: string, change: Readonly<Record<string, unknown>> = {}) => ({
  ...order,
  fulfillment: { ...order.fulfillment, fulfillmentStatus },
  ...change,
});

/** amazon-sg.md 5: a parcel as an order shows it. */
export const parcel = (packageReferenceId: string, trackingNumber: string) => ({
  packageReferenceId,
  packageStatus: { status: 'SHIPPED' },
  carrier: 'Ninja Van',
  shipTime: '2026-11-20T04:00:00Z',
  trackingNumber,
  packageItems: [{ orderItemId: '40001111222233', quantity: 1 }],
});
