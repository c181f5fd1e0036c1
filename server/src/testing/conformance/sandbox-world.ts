import type { BasketLine, MarketplaceControl, World } from '@evenstock/connectors/kit/behaviours/world';
import type { Connector } from '@evenstock/connectors/kit/connector';
import type { WebhookRequest } from '@evenstock/connectors/kit/webhooks';
import { unavailable } from '@evenstock/connectors/kit/errors';
import type { RateLimits } from '@evenstock/connectors/kit/rate-limit';
import type { ChannelHttp } from '@evenstock/connectors/kit/http';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { CorpusEntry } from '@evenstock/sandbox/wild/corpus-entry';
import { createSandbox, type Sandbox } from '@evenstock/sandbox/sandbox';
import { z } from 'zod';
import { stockCalls } from '../stock-calls.ts';

/** Where notices are sent to; nothing listens there, they are caught on the way. */
const hookAddress = 'https://evenstock.example.test/hooks';
const start = Date.UTC(2026, 10, 2, 1);

/** Channels whose campaigns keep units of a listing apart. */
const reservingChannels: ReadonlySet<ChannelKind> = new Set(['shopee', 'lazada']);

/** Channels whose lists of listings know no instant of change. */
const changelessChannels: ReadonlySet<ChannelKind> = new Set(['qoo10', 'tokopedia']);

/** Channels that cancel a whole line, or nothing of it. */
const wholeLineChannels: ReadonlySet<ChannelKind> = new Set(['qoo10']);

/** What says that units are the marketplace's, where the sandbox has a warehouse of its own. */
const keepers: Readonly<Partial<Record<ChannelKind, 'listings' | 'orders'>>> = {
  lazada: 'listings',
  shopee: 'listings',
  tiktok: 'orders',
  tokopedia: 'orders',
};

/** Channels whose shops may have several places of stock in the sandbox. */
const placedChannels: ReadonlySet<ChannelKind> = new Set(['lazada', 'shopify', 'tiktok']);
/** What the sandbox calls the first further place of a shop. */
const furtherPlace = '2';
const furtherName = 'Jurong';

/** Channels whose orders may have gifts. */
const givingChannels: ReadonlySet<ChannelKind> = new Set(['lazada', 'shopee', 'tiktok']);

/** Addresses and bodies of the calls that ask for a page of listings or orders. */
const listCalls: Readonly<Record<ChannelKind, RegExp>> = {
  shopee: /\/(get_item_list|get_order_list)\b/,
  lazada: /\/(products|orders)\/get\b/,
  shopify: /query (Products|Orders)\b/,
  tiktok: /\/(products|orders)\/search\b/,
  tokopedia: /\/(product\/info|order\/list)\b/,
  qoo10: /GetAllGoodsInfo|GetShippingInfo/,
  'amazon-sg': /\/orders\/2026-01-01\/orders\?/,
};

/** Addresses and bodies of the calls that answer a return; the sandbox knows no others. */
const returnCalls: Readonly<Record<'accept' | 'dispute', RegExp>> = {
  accept: /\/returns\/confirm\b|\/returns\/\w+\/approve\b|=agree(Return|Refund)\b|SetClaimAccept/,
  dispute: /\/returns\/dispute\b|\/returns\/\w+\/reject\b|=(refuse(Return|Refund)|startDispute)\b/,
};

/** Parameters of an address that differ each time that the same call is sent. */
const signing = ['sign', 'timestamp', 'access_token'];

const apps = z.record(
  z.string(),
  z.object({
    app_id: z.string(),
    app_secret: z.string(),
    hosts: z.record(z.string(), z.string()),
    extra: z.record(z.string(), z.string()),
  }),
);
const cancelledLines = z.object({ lines: z.array(z.object({ sku: z.string(), cancelled: z.number() })) });
const listingRows = z.array(
  z.object({
    variant_id: z.string(),
    sku: z.string(),
    quantity: z.number(),
    places: z.record(z.string(), z.number()),
  }),
);

/** A world whose answers can be made untidy. */
export interface SandboxWorld extends World {
  readonly setWild: (setting: Parameters<Sandbox['control']['setWild']>[0]) => void;
  /** Calls that arrived, the newest first. */
  readonly calls: () => readonly { readonly call: string; readonly answer: string }[];
  /** How its answers may drift. */
  readonly drifts: ReturnType<Sandbox['control']['simulator']>['drifts'];
  readonly drawn: () => ReturnType<Sandbox['control']['wild']>['drawn'];
  /** A call of the control API at this shop; `path` begins with a slash. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

/**
 * A marketplace of the sandbox with one empty shop, in this process and on a clock of its own, reached as a client would:
 * the vendor's protocol at its base address, and the control API.
 */
export async function sandboxWorld(
  channel: ChannelKind,
  connector: Connector,
  corpus?: readonly CorpusEntry[],
): Promise<SandboxWorld> {
  let now = start;
  const caught: WebhookRequest[] = [];
  const sent: string[] = [];
  const clock = {
    now: () => new Date(now),
    advance(milliseconds: number) {
      now += milliseconds;
    },
  };
  const sandbox = createSandbox({
    seed: 1,
    clock,
    content: 'none',
    dataDir: null,
    ...(corpus === undefined ? {} : { corpus }),
    deliver: ({ url, headers, body }) => {
      caught.push({ url, headers, rawBody: new TextEncoder().encode(body) });
      return Promise.resolve({ status: connector.webhooks?.accepted.status ?? 200, body: '' });
    },
  });

  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const reply = await sandbox.fetch(`${sandbox.address}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`The sandbox answered ${reply.status} to ${method} ${path}: ${text}`);
    const value: unknown = text === '' ? null : JSON.parse(text);
    return value;
  };

  const made = await call('POST', '/shops', { channel, name: 'Conformance' });
  const { shop, currency } = z.object({ shop: z.string(), currency: z.string() }).parse(made);
  const at = `/${channel}/${shop}`;
  const app = apps.parse(await call('GET', '/apps'))[channel];
  if (app === undefined) throw new Error(`The sandbox has no ${channel}.`);
  await call('PUT', `/${channel}/webhook`, { url: hookAddress });

  const named = channels[channel].shopName;
  const pass = async (milliseconds: number): Promise<void> => {
    clock.advance(milliseconds);
    await sandbox.runDue();
  };
  return {
    connector,
    app: { id: app.app_id, secret: app.app_secret, hosts: app.hosts, extra: app.extra },
    shopName: named === null ? null : named.domain === null ? 'Conformance' : shop,
    currency,
    http: httpOver(kept(sandbox.fetch, sent), clock.now, pacedBy(connector.limits, clock.now, pass)),
    control: controlOf(call, at, channel, pass, { caught, sent }),
    setWild: (setting) => void sandbox.control.setWild(setting),
    calls: () => sandbox.control.calls(channel, shop, 1_000),
    drifts: sandbox.control.simulator(channel).drifts,
    drawn: () => sandbox.control.wild().drawn,
    ask: (method, path, body) => call(method, `${at}${path}`, body),
  };
}

/** Keeps what is sent, without what signs it. */
function kept(fetch: typeof globalThis.fetch, sent: string[]): typeof globalThis.fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    for (const name of signing) url.searchParams.delete(name);
    sent.push(`${url.href} ${typeof init?.body === 'string' ? init.body : ''}`);
    return fetch(input, init);
  };
}

/** Paces calls as the product's limiter does: time passes until the vendor's bucket has enough for the next. */
function pacedBy(
  limits: RateLimits,
  now: () => Date,
  pass: (milliseconds: number) => Promise<void>,
): (group: string, cost: number) => Promise<void> {
  const buckets = new Map<string, { tokens: number; at: number }>();
  // Concurrent calls acquire their tokens one after the other.
  let line: Promise<void> = Promise.resolve();
  return (group, cost) => (line = line.then(() => acquireTokens(group, cost)));

  async function acquireTokens(group: string, cost: number): Promise<void> {
    const limit = limits[group];
    if (limit === undefined) throw new Error(`No limit is declared for the call group ${group}.`);
    const bucket = buckets.get(group) ?? { tokens: limit.burst, at: now().getTime() };
    const refill = () => {
      const gained = ((now().getTime() - bucket.at) / 1000) * limit.perSecond;
      bucket.tokens = Math.min(limit.burst, bucket.tokens + gained);
      bucket.at = now().getTime();
    };
    refill();
    if (bucket.tokens < cost) {
      await pass(Math.ceil(((cost - bucket.tokens) / limit.perSecond) * 1000));
      refill();
    }
    bucket.tokens -= cost;
    buckets.set(group, bucket);
  }
}

/** Sends requests with this `fetch`, each once its call group may send. */
export function httpOver(
  fetch: typeof globalThis.fetch,
  now: () => Date,
  acquire: (group: string, cost: number) => Promise<void>,
): ChannelHttp {
  return {
    now,
    async send({ method, url, headers, body, group, cost = 1 }) {
      await acquire(group, cost);
      const began = now();
      try {
        const sent =
          body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) };
        const reply = await fetch(url, { method, headers: { ...headers }, ...sent });
        const bytes = new Uint8Array(await reply.arrayBuffer());
        return {
          status: reply.status,
          headers: Object.fromEntries(reply.headers),
          text: new TextDecoder().decode(bytes),
          bytes,
          began,
          ended: now(),
        };
      } catch {
        throw unavailable('The marketplace did not answer.');
      }
    },
  };
}

function controlOf(
  call: (method: string, path: string, body?: unknown) => Promise<unknown>,
  at: string,
  channel: ChannelKind,
  pass: (milliseconds: number) => Promise<void>,
  { caught, sent }: { readonly caught: WebhookRequest[]; readonly sent: readonly string[] },
): MarketplaceControl {
  const readQuantities = async () => listingRows.parse(await call('GET', `${at}/listings`));
  return {
    reservesUnits: reservingChannels.has(channel),
    groupsVariants: channel !== 'amazon-sg',
    pricesUnpaid: channel !== 'amazon-sg',
    tellsShipBy: channel !== 'shopify',
    tellsChanges: !changelessChannels.has(channel),
    cancelsSomeUnits: !wholeLineChannels.has(channel),
    keeps: keepers[channel] ?? null,
    gives: givingChannels.has(channel),
    hasPlaces: placedChannels.has(channel),
    async keepElsewhere(sku, quantity) {
      await call('POST', `${at}/places`, { name: furtherName });
      const variant = (await readQuantities()).find((each) => each.sku === sku);
      const places = { [furtherPlace]: quantity };
      await call('PATCH', `${at}/listings/${variant?.variant_id ?? sku}`, { places });
      return furtherName;
    },
    async unitsElsewhere(sku) {
      return (await readQuantities()).find((each) => each.sku === sku)?.places[furtherPlace];
    },
    async buyElsewhere(lines) {
      const placed = await call('POST', `${at}/orders`, { lines, place: furtherPlace });
      return z.object({ number: z.string() }).parse(placed).number;
    },
    isListCall: ({ url, body }) => listCalls[channel].test(`${url} ${body}`),
    stockCall: stockCalls[channel],
    timesAnswered(answer) {
      const times = new Map<string, number>();
      for (const each of sent.filter((one) => returnCalls[answer].test(one)))
        times.set(each, (times.get(each) ?? 0) + 1);
      return Math.max(0, ...times.values());
    },
    async consent() {
      return z.record(z.string(), z.string()).parse(await call('POST', `${at}/grant`, {}));
    },
    async addItem(variants) {
      const name = variants[0]?.sku ?? 'Item';
      const options = variants.length > 1 ? { option_names: ['Kind'] } : {};
      const each = variants.map((variant) => ({
        ...variant,
        ...(variants.length > 1 ? { options: [variant.sku] } : {}),
      }));
      await call('POST', `${at}/listings`, { name, ...options, variants: each });
    },
    async addItems(count) {
      await call('POST', `${at}/listings`, { count });
    },
    async edit(sku, change) {
      const variant = (await readQuantities()).find((each) => each.sku === sku);
      await call('PATCH', `${at}/listings/${variant?.variant_id ?? sku}`, change);
    },
    quantities: readQuantities,
    async buy(lines: readonly BasketLine[], paid: boolean, selfCollect = false) {
      const placed = await call('POST', `${at}/orders`, { lines, paid, self_collect: selfCollect });
      return z.object({ number: z.string() }).parse(placed).number;
    },
    async happen(number, event, lines) {
      const body = lines === undefined ? {} : { lines };
      await call('POST', `${at}/orders/${encodeURIComponent(number)}/${event}`, body);
    },
    async events(number) {
      const order = await call('GET', `${at}/orders/${encodeURIComponent(number)}`);
      return z
        .object({ events: z.array(z.object({ event: z.string() })) })
        .parse(order)
        .events.map(({ event }) => event);
    },
    async cancelledUnits(number) {
      const order = await call('GET', `${at}/orders/${encodeURIComponent(number)}`);
      const { lines } = cancelledLines.parse(order);
      return Object.fromEntries(lines.map(({ sku, cancelled }) => [sku, cancelled]));
    },
    async trouble(faults) {
      await call(
        'PUT',
        '/faults',
        faults.map((fault) => ({ ...fault, channel, rate: 1 })),
      );
    },
    pass: (seconds) => pass(seconds * 1000),
    async notices() {
      await pass(0);
      return caught.splice(0);
    },
  };
}
