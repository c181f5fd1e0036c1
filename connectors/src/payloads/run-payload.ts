import { channelKinds } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { Access, AppKeys } from '../kit/access.ts';
import type { Connector } from '../kit/connector.ts';
import { ChannelError } from '../kit/errors.ts';
import type { ChannelHttp, ChannelReply, ChannelRequest } from '../kit/http.ts';
import { connectors } from '../registry.ts';

/*
 * What marketplaces really answer, as data: each file is one answer that others have met, the call that it answers, and what should
 * come of it.
 */

const instant = z.coerce.date();
const window = z.object({ from: instant, to: instant });
const cursor = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .nullable()
  .default(null);
const key = z.object({
  itemId: z.string(),
  variantId: z.string(),
  stockRef: z.record(z.string(), z.string()),
});
const line = key.extend({
  quantity: z.number(),
  compareFrom: z.number().nullable(),
  attemptKey: z.string(),
  sentAt: instant,
});
const order = z.object({ number: z.string(), channelId: z.string() });

const calls = {
  'orders.page': z.object({ cursor, updated: window }),
  'orders.read': z.object({ ids: z.array(z.string()) }),
  'listings.page': z.object({ cursor, changedSince: instant.nullable() }),
  'listings.read': z.object({ ids: z.array(z.string()) }),
  'stock.read': z.object({ keys: z.array(key) }),
  'stock.push': z.object({ lines: z.array(line) }),
  'returns.page': z.object({ cursor, updated: window }),
  'account.describe': z.object({}),
  'authorisation.refresh': z.object({}),
  'authorisation.complete': z.object({
    query: z.record(z.string(), z.string()),
    shopName: z.string().nullable(),
  }),
  'fulfilment.form': z.object({ order }),
  'labels.print': z.object({ orders: z.array(order) }),
  'discounts.page': z.object({ cursor }),
  'logistics.list': z.object({}),
  'webhooks.verify': z.object({
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
} as const;

const answer = z.object({
  /** Each of these texts is in the request: its method and path, its query, its body. */
  to: z.array(z.string()),
  status: z.number().default(200),
  headers: z.record(z.string(), z.string()).default({}),
  json: z.unknown().optional(),
  text: z.string().optional(),
  base64: z.string().optional(),
});

export const payload = z.object({
  about: z.string(),
  source: z.string(),
  channel: z.enum(channelKinds),
  call: z.enum(Object.keys(calls) as [keyof typeof calls, ...(keyof typeof calls)[]]),
  with: z.record(z.string(), z.unknown()).default({}),
  shop: z.object({
    id: z.string(),
    app: z.object({
      id: z.string(),
      secret: z.string(),
      hosts: z.record(z.string(), z.string()),
      extra: z.record(z.string(), z.string()),
    }),
    accessToken: z.string().default('token'),
    refreshToken: z.string().nullable().default(null),
    extra: z.record(z.string(), z.string()),
    locations: z.array(z.string()).optional(),
  }),
  now: instant,
  answers: z.array(answer),
  /** Fields of the outcome by their path ('orders.0.state'). */
  expected: z.record(z.string(), z.unknown()).default({}),
  /** Refused: this record alone, or the whole call with a fault of this kind. */
  refused: z
    .enum(['record', 'rejected', 'unauthorised', 'throttled', 'unavailable', 'unexpected'])
    .optional(),
});
export type Payload = z.output<typeof payload>;

/** The outcome as data, with `refused` in it where the call threw; `asked` are the requests that no answer was for. */
export async function outcomeOf(one: Payload): Promise<unknown> {
  const unanswered: string[] = [];
  const http = answering(one, unanswered);
  const access: Access = {
    app: one.shop.app,
    http,
    credentials: {
      accessToken: one.shop.accessToken,
      accessExpiresAt: null,
      refreshToken: one.shop.refreshToken,
      refreshExpiresAt: null,
      shopId: one.shop.id,
      extra: one.shop.extra,
    },
    ...(one.shop.locations === undefined ? {} : { locations: one.shop.locations }),
  };
  try {
    const outcome = await called(one, connectors[one.channel], access);
    if (unanswered.length > 0) throw new Error(`no answer recorded: ${unanswered.join('\n')}`);
    const value: unknown = JSON.parse(JSON.stringify(outcome));
    return value;
  } catch (error) {
    if (error instanceof ChannelError && unanswered.length === 0) return { refused: error.fault.kind };
    throw unanswered.length > 0 ? new Error(`no answer recorded: ${unanswered.join('\n')}`) : error;
  }
}

async function called(
  { call, with: given }: Payload,
  connector: Connector,
  access: Access,
): Promise<unknown> {
  switch (call) {
    case 'orders.page': {
      const { cursor: at, updated } = calls[call].parse(given);
      return connector.orders.page(access, at, updated);
    }
    case 'orders.read':
      return connector.orders.read(access, calls[call].parse(given).ids);
    case 'listings.page': {
      const { cursor: at, changedSince } = calls[call].parse(given);
      return connector.listings.page(access, at, changedSince);
    }
    case 'listings.read':
      return connector.listings.read(access, calls[call].parse(given).ids);
    case 'stock.read':
      return connector.stock.read(access, calls[call].parse(given).keys);
    case 'stock.push':
      return { results: await connector.stock.push(access, calls[call].parse(given).lines) };
    case 'returns.page': {
      const { cursor: at, updated } = calls[call].parse(given);
      return connector.returns?.page(access, at, updated);
    }
    case 'account.describe':
      return connector.account.describe(access);
    case 'authorisation.refresh':
      return connector.authorisation.refresh(access.app, access.http, access.credentials);
    case 'authorisation.complete': {
      const { query, shopName } = calls[call].parse(given);
      return connector.authorisation.complete(access.app, access.http, query, shopName);
    }
    case 'fulfilment.form':
      return connector.fulfilment?.form(access, calls[call].parse(given).order);
    case 'labels.print':
      return { labels: await connector.labels?.print(access, calls[call].parse(given).orders) };
    case 'discounts.page':
      return connector.discounts?.page(access, calls[call].parse(given).cursor);
    case 'logistics.list':
      return { ways: await connector.logistics?.list(access) };
    case 'webhooks.verify':
      return { notice: noticeOf(connector, access.app, calls[call].parse(given)) };
  }
}

function noticeOf(
  connector: Connector,
  app: AppKeys,
  { url, headers, body }: z.output<(typeof calls)['webhooks.verify']>,
) {
  return connector.webhooks?.verify(app, { url, headers, rawBody: new TextEncoder().encode(body) }) ?? null;
}

/** Gives each request the first answer for it that was not given yet, and the last one again. */
function answering({ answers, now }: Payload, unanswered: string[]): ChannelHttp {
  const given = new Set<(typeof answers)[number]>();
  return {
    now: () => now,
    send(request) {
      const text = textOf(request);
      const fitting = answers.filter(({ to }) => to.every((part) => text.includes(part)));
      const next = fitting.find((each) => !given.has(each)) ?? fitting.at(-1);
      if (next === undefined) {
        unanswered.push(text);
        return Promise.resolve(replyOf({ to: [], status: 404, headers: {}, text: '' }, now));
      }
      given.add(next);
      return Promise.resolve(replyOf(next, now));
    },
  };
}

/** A request as the texts of `to` look for it. */
export function textOf({ method, url, body }: ChannelRequest): string {
  const { pathname, search } = new URL(url);
  const sent = typeof body === 'string' ? body : new TextDecoder().decode(body ?? new Uint8Array());
  return `${method} ${pathname}\n${search}\n${sent}`;
}

function replyOf(found: z.output<typeof answer>, now: Date): ChannelReply {
  const text = found.text ?? (found.json === undefined ? '' : JSON.stringify(found.json));
  const bytes =
    found.base64 === undefined
      ? new TextEncoder().encode(text)
      : new Uint8Array(Buffer.from(found.base64, 'base64'));
  return {
    status: found.status,
    headers: found.headers,
    text: found.base64 === undefined ? text : new TextDecoder().decode(bytes),
    bytes,
    began: now,
    ended: now,
  };
}

/** A value in an outcome by its path; `rest` of an order's amounts is what they do not explain of the total. */
export function at(outcome: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (name === 'rest') return restOf(value);
    if (Array.isArray(value) && name === 'length') return value.length;
    return typeof value === 'object' && value !== null
      ? Object.entries(value).find(([key]) => key === name)?.[1]
      : undefined;
  }, outcome);
}

const parts = z.record(z.string(), z.number().nullable());

function restOf(value: unknown): number {
  const amounts = parts.parse(value);
  const sum = (...names: string[]) => names.reduce((total, name) => total + (amounts[name] ?? 0), 0);
  const plus = sum('subtotal', 'shippingFee', 'tax', 'serviceFee', 'insurance', 'giftWrap', 'tip');
  const minus = sum('voucher', 'coin', 'creditCardPromotion', 'sellerDiscount', 'cartDiscount', 'discount');
  return (amounts['total'] ?? 0) - plus + minus;
}
