import { channelKinds } from '@evenstock/contract/channels/channels';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { describe, expect, test } from 'vitest';
import type { Access } from './kit/access.ts';
import { ChannelError } from './kit/errors.ts';
import type { ChannelRequest } from './kit/http.ts';
import { accessTo, recordedHttp } from './kit/recorded-http.fixture.ts';
import type { Recorded } from './kit/recorded-http.fixture.ts';
import { connectors } from './registry.ts';
import { refusing } from './refusing.fixture.ts';

/*
 * Whatever a marketplace answers, nothing that connectors say of it holds a credential, or what a buyer's record holds. Each
 * marketplace here answers every call in the vendor's envelope: refusing it with words that quote the whole request, or with a
 * buyer's data where its document has something else.
 */

const now = new Date('2026-11-20T04:00:00Z');

/** Values that must not be repeated. */
const secrets = {
  appSecret: 'app-secret-4711',
  accessToken: 'access-token-4712',
  refreshToken: 'password-or-refresh-4713',
  extra: 'kept-secret-4714',
  typed: 'typed-secret-4715',
};
const buyer = {
  name: 'Tan Ah Kow 4716',
  address: '12 Jalan Besar 4717',
  phone: '+65 9123 4718',
  email: 'ahkow4719@mail.test',
};
const secret = /471\d/;

/** An answer that is well, with this in the place of its data. */
const answering: Readonly<Record<ChannelKind, (data: unknown) => unknown>> = {
  lazada: (data) => ({ code: '0', data, result: data, request_id: 'r' }),
  shopee: (data) => ({ error: '', message: '', request_id: 'r', response: data }),
  shopify: (data) => ({ data }),
  tiktok: (data) => ({ code: 0, message: 'Success', request_id: 'r', data }),
  tokopedia: (data) => ({ header: { process_time: 0, messages: 'ok' }, data }),
  qoo10: (data) => ({ ResultObject: data, ResultCode: 0, ResultMsg: 'Success' }),
  'amazon-sg': (data) => data,
};

const record = {
  buyer,
  recipient: buyer,
  id: buyer.name,
  name: [buyer.address],
  status: { of: buyer.email },
};
/** A buyer's data as one record, under the names of lists, and as a list itself. */
const misplaced: readonly unknown[] = [
  [record, buyer.name],
  {
    orders: [record, buyer.phone],
    order_list: [record],
    products: [record],
    item: [record],
    nodes: [record],
    items: [record],
  },
  buyer.name,
];

function accessWith(answer: (request: ChannelRequest) => Recorded): Access {
  const hosts = { api: 'https://api.test', auth: 'https://auth.test', shop: 'https://{shop}.test' };
  const { extra } = secrets;
  const app = {
    id: '2000001',
    secret: secrets.appSecret,
    hosts,
    extra: { fs_id: '13004', webhook_secret: extra },
  };
  return accessTo(app, recordedHttp(now, answer), {
    shopId: '1234567',
    accessToken: secrets.accessToken,
    refreshToken: secrets.refreshToken,
    extra: { country: 'sg', region: 'SG', cipher: extra, key: extra, location: 'gid://shopify/Location/1' },
  });
}

const order = { number: '1001', channelId: '1001', lines: [] };
const listing = {
  itemId: '11',
  variantId: '22',
  stockRef: { inventoryItem: 'gid://shopify/InventoryItem/1' },
};
const line = { ...listing, quantity: 5, compareFrom: 4, attemptKey: 'k', sentAt: now };
const asked = { order, attemptKey: 'k', lines: null };

/** The calls of a connector, all that it can do. */
function asking(channel: ChannelKind, access: Access): readonly (() => Promise<unknown>)[] {
  const connector = connectors[channel];
  const { app, http, credentials } = access;
  const window = { from: new Date('2026-11-19T04:00:00Z'), to: now };
  const typed = {
    code: secrets.typed,
    key: secrets.typed,
    password: secrets.typed,
    user_id: 'me',
    shop: 'me.myshopify.com',
  };
  const shipment = { ...asked, method: 'default', answers: {}, shippedAt: now };
  const cancelling = { ...asked, reason: 'out_of_stock', detail: null, refund: 'everything' as const };
  const item = { itemId: '11', variants: [listing] };
  return [
    () => connector.authorisation.complete(app, http, typed, 'me'),
    () => connector.authorisation.refresh(app, http, credentials),
    () => connector.account.describe(access),
    () => connector.listings.page(access, null, null),
    () => connector.listings.read(access, ['11']),
    () => connector.stock.push(access, [line, { ...line, itemId: '12', variantId: '23' }]),
    () => connector.stock.read(access, [listing]),
    () => connector.orders.page(access, null, window),
    () => connector.orders.read(access, ['1001']),
    async () => connector.fulfilment?.form(access, order),
    async () => connector.fulfilment?.ship.perform(access, shipment),
    async () => connector.fulfilment?.ship.check(access, shipment, null),
    async () => connector.cancellation?.reasons(access, order),
    async () => connector.cancellation?.cancel.perform(access, cancelling),
    async () =>
      connector.buyerCancellation?.answer.perform(access, { ...asked, accepts: true, reason: null }),
    async () => connector.returns?.page(access, null, window),
    async () => connector.returns?.read(access, '31'),
    async () => connector.labels?.print(access, [order]),
    async () => connector.pricing?.setPrice.perform(access, { listing, price: 500, currency: 'SGD' }),
    async () =>
      connector.renaming?.rename.perform(access, { item, name: 'A name of thirty letters or more' }),
    async () => connector.delisting?.delist.perform(access, item),
    async () => connector.listingRemoval?.remove.perform(access, item),
  ];
}

/** What a connector says when it is asked all that: errors, reasons of results, reasons of quarantined records. */
async function saidBy(
  channel: ChannelKind,
  answer: (request: ChannelRequest) => Recorded,
): Promise<string[]> {
  const said: string[] = [];
  for (const ask of asking(channel, accessWith(answer))) {
    try {
      said.push(...reasonsIn(await ask()));
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      said.push(`${error.message} ${JSON.stringify(error.fault)}`);
    }
  }
  return said;
}

/** The codes, and the reasons with their values, however deep. */
function reasonsIn(value: unknown): string[] {
  if (value instanceof Date || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === 'reason' || (name === 'code' && typeof member === 'string')
      ? [JSON.stringify(member)]
      : reasonsIn(member),
  );
}

const quoting = ({ url, headers, body }: ChannelRequest): string =>
  `Invalid request ${url} with ${JSON.stringify(headers ?? {})} and ${String(body ?? '')}; mail ${buyer.email} or call ${buyer.phone}.`;

describe.each(channelKinds)('What is said of %s', (channel) => {
  test('holds no credential that the marketplace quotes when it refuses', async () => {
    const said = await saidBy(channel, (request) => ({
      status: channel === 'amazon-sg' ? 400 : 200,
      body: refusing[channel](quoting(request)),
    }));
    expect(said.length).toBeGreaterThan(8);
    expect(said.filter((text) => secret.test(text))).toEqual([]);
  });

  test.each([401, 500, 503])('holds none that it quotes with the status %i', async (status) => {
    const said = await saidBy(channel, (request) => ({ status, body: refusing[channel](quoting(request)) }));
    expect(said.length).toBeGreaterThan(8);
    expect(said.filter((text) => secret.test(text))).toEqual([]);
  });

  test('holds nothing of a web page', async () => {
    const page = `<html><body>${buyer.name} ${buyer.address} ${secrets.accessToken}</body></html>`;
    const said = await saidBy(channel, () => ({ status: 502, body: page }));
    expect(said.length).toBeGreaterThan(8);
    expect(said.filter((text) => secret.test(text))).toEqual([]);
  });

  test('holds nothing of records that do not fit', async () => {
    const said: string[] = [];
    for (const data of misplaced) {
      said.push(...(await saidBy(channel, () => ({ body: answering[channel](data) }))));
    }
    expect(said).toContainEqual(expect.stringMatching(/_unreadable|does not follow its document/));
    expect(said.filter((text) => secret.test(text))).toEqual([]);
  });
});
