import { z } from 'zod';
import { channelKind } from '@evenstock/contract/channels/channels';
import type { Access } from '../kit/access.ts';
import type { Connector } from '../kit/connector.ts';
import { ChannelError } from '../kit/errors.ts';
import type { ChannelRequest } from '../kit/http.ts';
import { recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded, RecordedHttp } from '../kit/recorded-http.fixture.ts';
import { connectors } from '../registry.ts';

/*
 * A payload: what a marketplace answers to one call of its connector, as others have met it, and what must come of it.
 */

const answer = z.object({
  /** The method and the end of the path; after a question mark, what the address or the body must hold besides. */
  to: z.string(),
  status: z.number().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** JSON; a text is sent as it is. */
  body: z.unknown().optional(),
  /** A body of bytes, for answers in another character set. */
  base64: z.string().optional(),
});

const key = z.object({
  itemId: z.string(),
  variantId: z.string(),
  stockRef: z.record(z.string(), z.string()),
});
const instant = z.string().transform((text) => new Date(text));
const cursor = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable();
const window = z.object({ from: instant, to: instant });
const ids = z.array(z.string());
const order = z.object({
  number: z.string(),
  channelId: z.string(),
  lines: z.array(z.object({ lineId: z.string() })).default([]),
});
const credentials = z.object({
  accessToken: z.string(),
  accessExpiresAt: instant.nullable(),
  refreshToken: z.string().nullable(),
  refreshExpiresAt: instant.nullable(),
  shopId: z.string(),
  extra: z.record(z.string(), z.string()),
});
const lineUnits = z.object({ lineId: z.string(), unitIds: ids, units: z.number() });
const act = { order, attemptKey: z.string() };
const shipment = z.object({
  ...act,
  method: z.string(),
  answers: z.record(z.string(), z.union([z.string(), ids])),
  lines: z.array(lineUnits).nullable(),
  shippedAt: instant,
});
const pushed = key.extend({
  quantity: z.number(),
  compareFrom: z.number().nullable(),
  attemptKey: z.string(),
  sentAt: instant,
});
const refund = z.enum(['everything', 'all_but_delivery', 'nothing']);
const cancelling = z.object({
  ...act,
  reason: z.string(),
  detail: z.string().nullable(),
  lines: z.array(lineUnits).nullable(),
  refund,
});

/** The calls of a connector that a payload may answer, with their arguments. */
const call = z.discriminatedUnion('of', [
  z.object({ of: z.literal('listings.page'), with: z.tuple([cursor, instant.nullable()]) }),
  z.object({ of: z.literal('listings.read'), with: z.tuple([ids]) }),
  z.object({ of: z.literal('stock.read'), with: z.tuple([z.array(key)]) }),
  z.object({ of: z.literal('stock.push'), with: z.tuple([z.array(pushed)]) }),
  z.object({ of: z.literal('orders.page'), with: z.tuple([cursor, window]) }),
  z.object({ of: z.literal('orders.read'), with: z.tuple([ids]) }),
  z.object({ of: z.literal('returns.page'), with: z.tuple([cursor, window]) }),
  z.object({ of: z.literal('returns.read'), with: z.tuple([z.string()]) }),
  z.object({ of: z.literal('fulfilment.form'), with: z.tuple([order]) }),
  z.object({ of: z.literal('fulfilment.ship'), with: z.tuple([shipment]) }),
  z.object({ of: z.literal('labels.print'), with: z.tuple([z.array(order)]) }),
  z.object({ of: z.literal('cancellation.reasons'), with: z.tuple([order]) }),
  z.object({ of: z.literal('cancellation.cancel'), with: z.tuple([cancelling]) }),
  z.object({ of: z.literal('buyerCancellation.refusalReasons'), with: z.tuple([order]) }),
  z.object({ of: z.literal('discounts.page'), with: z.tuple([cursor]) }),
  z.object({ of: z.literal('logistics.list'), with: z.tuple([]) }),
  z.object({ of: z.literal('locations.list'), with: z.tuple([]) }),
  z.object({ of: z.literal('account.describe'), with: z.tuple([]) }),
  z.object({
    of: z.literal('authorisation.complete'),
    with: z.tuple([z.record(z.string(), z.string()), z.string().nullable()]),
  }),
  z.object({ of: z.literal('authorisation.refresh'), with: z.tuple([]) }),
  z.object({
    of: z.literal('webhooks.verify'),
    with: z.tuple([
      z.object({ url: z.string(), headers: z.record(z.string(), z.string()), rawBody: z.string() }),
    ]),
  }),
]);

const faultKind = z.enum(['rejected', 'unauthorised', 'throttled', 'unavailable', 'unexpected']);

export const payload = z.object({
  about: z.string(),
  /** Where such an answer was met, or which part of the vendor's document it follows. */
  source: z.string(),
  channel: channelKind,
  now: instant,
  app: z.object({
    id: z.string(),
    secret: z.string(),
    hosts: z.record(z.string(), z.string()),
    extra: z.record(z.string(), z.string()),
  }),
  credentials,
  locations: ids.optional(),
  call,
  answers: z.array(answer),
  /** `record`: one record is set aside and its neighbours are read; else the fault of the whole call. */
  refused: z.union([z.literal('record'), faultKind]).optional(),
  /** Fields of the outcome by their path. */
  expected: z.record(z.string(), z.unknown()).optional(),
});
export type Payload = z.output<typeof payload>;

/** Feeds the payload to its connector: the outcome as JSON, or the kind of fault that the call threw. */
export async function outcomeOf(each: Payload): Promise<{ fault: string } | { value: unknown }> {
  const http = answering(each);
  const access: Access = {
    app: each.app,
    credentials: each.credentials,
    http,
    ...(each.locations === undefined ? {} : { locations: each.locations }),
  };
  try {
    const value = await made(connectors[each.channel], access, each.call);
    return { value: z.json().parse(JSON.parse(JSON.stringify(value ?? null))) };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return { fault: error.fault.kind };
  }
}

function present<T>(capability: T | undefined): T {
  if (capability === undefined) throw new Error('the connector has no such call');
  return capability;
}

function made(connector: Connector, access: Access, asked: Payload['call']): unknown {
  switch (asked.of) {
    case 'listings.page':
      return connector.listings.page(access, ...asked.with);
    case 'listings.read':
      return connector.listings.read(access, ...asked.with);
    case 'stock.read':
      return connector.stock.read(access, ...asked.with);
    case 'stock.push':
      return connector.stock.push(access, ...asked.with);
    case 'orders.page':
      return connector.orders.page(access, ...asked.with);
    case 'orders.read':
      return connector.orders.read(access, ...asked.with);
    case 'returns.page':
      return present(connector.returns).page(access, ...asked.with);
    case 'returns.read':
      return present(connector.returns).read(access, ...asked.with);
    case 'fulfilment.form':
      return present(connector.fulfilment).form(access, ...asked.with);
    case 'fulfilment.ship':
      return present(connector.fulfilment).ship.perform(access, ...asked.with);
    case 'labels.print':
      return present(connector.labels).print(access, ...asked.with);
    case 'cancellation.reasons':
      return present(connector.cancellation).reasons(access, ...asked.with);
    case 'cancellation.cancel':
      return present(connector.cancellation).cancel.perform(access, ...asked.with);
    case 'buyerCancellation.refusalReasons':
      return present(connector.buyerCancellation).refusalReasons(access, ...asked.with);
    case 'discounts.page':
      return present(connector.discounts).page(access, ...asked.with);
    case 'logistics.list':
      return present(connector.logistics).list(access);
    case 'locations.list':
      return present(connector.locations).list(access);
    case 'account.describe':
      return connector.account.describe(access);
    case 'authorisation.complete':
      return connector.authorisation.complete(access.app, access.http, ...asked.with);
    case 'authorisation.refresh':
      return connector.authorisation.refresh(access.app, access.http, access.credentials);
    case 'webhooks.verify': {
      const [{ url, headers, rawBody }] = asked.with;
      const request = { url, headers, rawBody: new TextEncoder().encode(rawBody) };
      return present(connector.webhooks).verify(access.app, request);
    }
  }
}

/** Hands out the answers: those to the same call in their order, the last of them again and again. */
function answering({ answers, now }: Payload): RecordedHttp {
  const used = new Set<number>();
  return recordedHttp(now, (request): Recorded => {
    const fitting = answers.flatMap(({ to }, at) => (fits(to, request) ? [at] : []));
    const at = fitting.find((each) => !used.has(each)) ?? fitting.at(-1);
    const found = at === undefined ? undefined : answers[at];
    if (at === undefined || found === undefined) {
      throw new Error(`no answer to ${request.method} ${request.url}`);
    }
    used.add(at);
    const { base64, status, headers } = found;
    return {
      body: base64 === undefined ? found.body : new Uint8Array(Buffer.from(base64, 'base64')),
      ...(status === undefined ? {} : { status }),
      ...(headers === undefined ? {} : { headers }),
    };
  });
}

function fits(to: string, { method, url, body }: ChannelRequest): boolean {
  const [address = '', needed] = to.split('?');
  const [wantedMethod = '', path = ''] = address.split(' ');
  const sent = `${decodeURIComponent(url)}&${typeof body === 'string' ? body : ''}`;
  if (wantedMethod !== method || !new URL(url).pathname.endsWith(path)) return false;
  return needed === undefined || sent.includes(needed);
}
