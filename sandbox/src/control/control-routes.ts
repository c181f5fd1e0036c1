import { channelKind, channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import { SandboxError } from '../core/sandbox-error.ts';
import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import type { Control } from './control.ts';
import { editPlace, listPlaces, makePlace } from './places.ts';
import * as payloads from './payloads.ts';

interface Asked {
  readonly control: Control;
  readonly channel: ChannelKind;
  readonly shop: string;
  /** The last part of the path: an order number or a variant id. */
  readonly id: string;
  readonly event: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:channel`, `:shop`, `:id` and `:event` each match one part. */
  readonly path: string;
  readonly status?: number;
  answer(asked: Asked): unknown;
}

const inShop = '/control/:channel/:shop';
const limit = z.coerce.number().int().positive().max(100_000).optional();

/** The routes of the control API; requests are declared in `payloads.ts`, replies in `views.ts`. */
const routes: readonly ControlRoute[] = [
  { method: 'GET', path: '/control/apps', answer: ({ control }) => snakeCase(control.apps()) },
  { method: 'GET', path: '/control/shops', answer: ({ control }) => control.shops() },
  {
    method: 'POST',
    path: '/control/shops',
    status: 201,
    answer: ({ control, body }) => control.addShop(payloads.newShop.parse(body)),
  },
  {
    method: 'DELETE',
    path: inShop,
    answer: ({ control, channel, shop }) => {
      control.removeShop(channel, shop);
      return { removed: true };
    },
  },
  {
    method: 'POST',
    path: `${inShop}/grant`,
    answer: ({ control, channel, shop, body }) =>
      control.grant(channel, shop, payloads.grantRequest.parse(body)),
  },
  {
    method: 'POST',
    path: `${inShop}/revoke`,
    answer: ({ control, channel, shop }) => {
      control.revoke(channel, shop);
      return { revoked: true };
    },
  },
  {
    method: 'GET',
    path: `${inShop}/places`,
    answer: ({ control, channel, shop }) => listPlaces(control, channel, shop),
  },
  {
    method: 'POST',
    path: `${inShop}/places`,
    status: 201,
    answer: ({ control, channel, shop, body }) =>
      makePlace(control, channel, shop, payloads.newPlace.parse(body)),
  },
  {
    method: 'PATCH',
    path: `${inShop}/places/:id`,
    answer: ({ control, channel, shop, id, body }) =>
      editPlace(control, channel, shop, { key: id, edit: payloads.placeEdit.parse(body) }),
  },
  {
    method: 'GET',
    path: `${inShop}/listings`,
    answer: ({ control, channel, shop }) => control.listings(channel, shop),
  },
  {
    method: 'POST',
    path: `${inShop}/listings`,
    status: 201,
    answer: ({ control, channel, shop, body }) =>
      control.addListings(channel, shop, payloads.newListings.parse(body)),
  },
  {
    method: 'GET',
    path: `${inShop}/listings/:id`,
    answer: ({ control, channel, shop, id }) => control.listing(channel, shop, id),
  },
  {
    method: 'PATCH',
    path: `${inShop}/listings/:id`,
    answer: ({ control, channel, shop, id, body }) =>
      control.editListing(channel, shop, id, payloads.listingEdit.parse(body)),
  },
  {
    method: 'POST',
    path: `${inShop}/orders`,
    status: 201,
    answer: ({ control, channel, shop, body }) => placeOrders(control, channel, shop, body),
  },
  {
    method: 'GET',
    path: `${inShop}/orders`,
    answer: ({ control, channel, shop, query }) =>
      control.orders(channel, shop, limit.parse(query.get('limit') ?? undefined)),
  },
  {
    method: 'GET',
    path: `${inShop}/orders/:id`,
    answer: ({ control, channel, shop, id }) => control.order(channel, shop, id),
  },
  {
    method: 'PATCH',
    path: `${inShop}/orders/:id`,
    answer: ({ control, channel, shop, id, body }) =>
      control.editOrder(channel, shop, id, payloads.orderEdit.parse(body)),
  },
  {
    method: 'POST',
    path: `${inShop}/orders/:id/:event`,
    answer: ({ control, channel, shop, id, event, body }) =>
      control.orderEvent(
        channel,
        shop,
        id,
        payloads.askableEvents.parse(event),
        payloads.orderEventRequest.parse(body),
      ),
  },
  {
    method: 'POST',
    path: `${inShop}/privacy`,
    answer: ({ control, channel, shop, body }) => {
      control.privacyNotice(channel, shop, payloads.privacyRequest.parse(body));
      return { sent: true };
    },
  },
  {
    method: 'GET',
    path: `${inShop}/calls`,
    // "-" lists the calls that named no known shop: consent pages, wrong tokens.
    answer: ({ control, channel, shop, query }) =>
      control.calls(channel, shop === '-' ? null : shop, limit.parse(query.get('limit') ?? undefined)),
  },
  { method: 'GET', path: '/control/faults', answer: ({ control }) => control.faults() },
  {
    method: 'PUT',
    path: '/control/faults',
    answer: ({ control, body }) => control.setFaults(payloads.faultList.parse(body)),
  },
  { method: 'GET', path: '/control/wild', answer: ({ control }) => control.wild() },
  {
    method: 'PUT',
    path: '/control/wild',
    answer: ({ control, body }) => control.setWild(payloads.readWildWish(body)),
  },
  {
    method: 'GET',
    path: '/control/external-services',
    answer: ({ control }) => control.externalServices.keys(),
  },
  {
    method: 'POST',
    path: '/control/console/login_session',
    status: 201,
    answer: ({ control, body }) =>
      control.externalServices.loginSession(payloads.loginSessionRequest.parse(body)),
  },
  {
    method: 'POST',
    path: '/control/payments/subscriptions',
    status: 201,
    answer: ({ control, body }) =>
      control.externalServices.subscribe(payloads.subscriptionRequest.parse(body)),
  },
  {
    method: 'PUT',
    path: '/control/payments/webhook',
    answer: ({ control, body }) => {
      const { url } = payloads.webhookSetting.parse(body);
      control.externalServices.setWebhook(url);
      return { url };
    },
  },
  {
    method: 'PUT',
    path: '/control/:channel/webhook',
    answer: ({ control, channel, body }) => {
      const { url } = payloads.webhookSetting.parse(body);
      control.setWebhook(channel, url);
      return { url };
    },
  },
  {
    method: 'PUT',
    path: '/control/:channel/return',
    answer: ({ control, channel, body }) => {
      const { url } = payloads.webhookSetting.parse(body);
      control.setReturnUrl(channel, url);
      return { url };
    },
  },
  { method: 'GET', path: '/control/clock', answer: ({ control }) => control.clock() },
  {
    method: 'PUT',
    path: '/control/clock',
    answer: ({ control, body }) => control.setClock(payloads.clockChange.parse(body)),
  },
  {
    method: 'POST',
    path: '/control/reset',
    answer: ({ control }) => {
      control.reset();
      return { reset: true };
    },
  },
];

const compiled = routes.map((route) => ({ route, parts: route.path.split('/') }));

function placeOrders(control: Control, channel: ChannelKind, shop: string, body: unknown): unknown {
  const isMany = typeof body === 'object' && body !== null && ('count' in body || 'back_dated_days' in body);
  return isMany
    ? control.placeOrders(channel, shop, payloads.manyOrders.parse(body))
    : control.placeOrder(channel, shop, payloads.newOrder.parse(body));
}

/** Answers a request to the control API. */
export function answerControl(control: Control, request: SandboxRequest): SandboxReply {
  try {
    const found = find(request.method, request.url.pathname);
    if (found === null) return json(404, { error: `There is no ${request.method} ${request.url.pathname}.` });
    const { route, named } = found;
    // A route that names no channel does not use it.
    const channel = channelKind.parse(named['channel'] ?? channelKinds[0]);
    const asked = {
      control,
      channel,
      shop: named['shop'] ?? '',
      id: named['id'] ?? '',
      event: named['event'] ?? '',
    };
    return json(
      route.status ?? 200,
      route.answer({ ...asked, query: request.url.searchParams, body: parseBody(request.body) }),
    );
  } catch (error) {
    if (error instanceof SandboxError) return json(error.status, { error: error.message });
    if (error instanceof z.ZodError) return json(400, { error: z.prettifyError(error) });
    throw error;
  }
}

function find(method: string, path: string): { route: ControlRoute; named: Record<string, string> } | null {
  const given = path.split('/').map(decoded);
  for (const { route, parts } of compiled) {
    if (route.method !== method || parts.length !== given.length) continue;
    const named: Record<string, string> = {};
    const fits = parts.every((part, index) => {
      const value = given[index] ?? '';
      if (!part.startsWith(':')) return part === value;
      named[part.slice(1)] = value;
      return value !== '';
    });
    if (fits) return { route, named };
  }
  return null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parseBody(body: Uint8Array): unknown {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return value;
  } catch {
    throw new SandboxError(400, 'The body is not JSON.');
  }
}

function json(status: number, value: unknown): SandboxReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  };
}

function snakeCase(apps: ReturnType<Control['apps']>): unknown {
  return Object.fromEntries(
    Object.entries(apps).map(
      ([channel, { id, secret, webhookSecret, hosts, extra, address, webhookUrl, returnUrl }]) => [
        channel,
        {
          address,
          hosts,
          extra,
          app_id: id,
          app_secret: secret,
          webhook_secret: webhookSecret,
          webhook_url: webhookUrl,
          return_url: returnUrl,
        },
      ],
    ),
  );
}
