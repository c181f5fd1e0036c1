import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import type { Couriers } from './couriers.ts';
import { accept, confirmShipping, readBookings, requestPickUp } from './fulfilment.ts';
import { readHook, triggerHook } from './hook-calls.ts';
import { readLabel } from './labels.ts';
import { readOrder } from './order-detail.ts';
import { listOrders } from './orders.ts';
import { editNow, type Uploads } from './product-edits.ts';
import { activate, deactivate, remove, updatePrice, updateStock } from './product-writes.ts';
import { readProducts, readVariants } from './products.ts';
import { readHooks, registerHooks } from './register-hooks.ts';
import type { Registration } from './registration.ts';
import { reject } from './rejection.ts';
import type { Envelope } from './reply.ts';
import { listShops } from './shops.ts';
import { listTickets } from './tickets.ts';
import type { TokopediaCall } from './tokopedia-call.ts';

interface Route {
  readonly methods: readonly string[];
  readonly parts: readonly string[];
}

/** A call of the API, in one of the two envelopes or, for a page, in none. */
type Endpoint =
  | (Route & { readonly envelope: Envelope; answer(call: TokopediaCall): unknown })
  | (Route & { readonly envelope: 'page'; answer(call: TokopediaCall): SandboxReply });

/** What remembers something from call to call. */
interface Keepers {
  readonly uploads: Uploads;
  readonly registration: Registration;
  readonly couriers: Couriers;
}

/** All calls; `{name}` in a path stands for a part of it. */
export function endpointsOf({ uploads, registration, couriers }: Keepers): readonly Endpoint[] {
  return [
    get('/v1/shop/fs/{fs_id}/shop-info', listShops, 'status'),
    get('/inventory/v1/fs/{fs_id}/product/info', readProducts),
    get('/inventory/v1/fs/{fs_id}/product/variant/{product_id}', readVariants),
    post('/inventory/v1/fs/{fs_id}/stock/update', updateStock),
    post('/inventory/v1/fs/{fs_id}/price/update', updatePrice),
    post('/v1/products/fs/{fs_id}/active', activate),
    post('/v1/products/fs/{fs_id}/inactive', deactivate),
    post('/v3/products/fs/{fs_id}/delete', remove),
    edit('/v2/products/fs/{fs_id}/edit', (call) => uploads.begin(call)),
    edit('/v3/products/fs/{fs_id}/edit', editNow),
    get('/v2/products/fs/{fs_id}/status/{upload_id}', (call) => uploads.status(call)),
    get('/v2/order/list', listOrders),
    get('/v2/fs/{fs_id}/order', readOrder),
    post('/v1/order/{order_id}/fs/{fs_id}/ack', accept),
    post('/v1/order/{order_id}/fs/{fs_id}/nack', reject),
    post('/v1/order/{order_id}/fs/{fs_id}/status', confirmShipping),
    post('/inventory/v1/fs/{fs_id}/pick-up', requestPickUp),
    {
      ...route('GET', '/v1/order/{order_id}/fs/{fs_id}/shipping-label'),
      envelope: 'page',
      answer: readLabel,
    },
    get('/v1/fs/{fs_id}/fulfillment_order', readBookings, 'status'),
    get('/v2/logistic/fs/{fs_id}/info', (call) => couriers.all(call)),
    get('/v1/logistic/fs/{fs_id}/active-info', (call) => couriers.active(call)),
    post('/v2/logistic/fs/{fs_id}/update', (call) => couriers.switch(call)),
    get('/resolution/v1/fs/{fs_id}/ticket', listTickets),
    post('/v1/fs/{fs_id}/register', (call) => registerHooks(call, registration), 'status'),
    get('/v1/fs/{fs_id}', (call) => readHooks(call, registration), 'status'),
    post('/v1/fs/{fs_id}/trigger', triggerHook),
    get('/v1/order/{order_id}/fs/{fs_id}/webhook', readHook),
  ];
}

type Answer = (call: TokopediaCall) => unknown;

function get(path: string, answer: Answer, envelope: Envelope = 'header'): Endpoint {
  return { ...route('GET', path), envelope, answer };
}

function post(path: string, answer: Answer, envelope: Envelope = 'header'): Endpoint {
  return { ...route('POST', path), envelope, answer };
}

/** PATCH in the document; one client uses POST. */
function edit(path: string, answer: Answer): Endpoint {
  return { methods: ['PATCH', 'POST'], parts: path.split('/'), envelope: 'header', answer };
}

function route(method: string, path: string): Route {
  return { methods: [method], parts: path.split('/') };
}

interface FoundEndpoint {
  readonly endpoint: Endpoint;
  readonly named: Readonly<Record<string, string>>;
}

/** The endpoint of a request, with the values of its path. */
export function findEndpoint(endpoints: readonly Endpoint[], request: SandboxRequest): FoundEndpoint | null {
  const given = request.url.pathname.split('/');
  for (const endpoint of endpoints) {
    const { methods, parts } = endpoint;
    if (!methods.includes(request.method) || parts.length !== given.length) continue;
    const named: Record<string, string> = {};
    const fits = parts.every((part, index) => {
      const value = given[index] ?? '';
      if (!part.startsWith('{')) return part === value;
      named[part.slice(1, -1)] = value;
      return value !== '';
    });
    if (fits) return { endpoint, named };
  }
  return null;
}
