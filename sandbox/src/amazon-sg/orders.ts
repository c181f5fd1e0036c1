import { z } from 'zod';
import type { Order } from '../core/records.ts';
import {
  fulfilledBy,
  fulfillmentStatus,
  fulfillmentStatuses,
  orderDataSets,
  orderView,
} from './order-views.ts';
import { readToken } from './page-token.ts';
import { invalidInput } from './reply.ts';
import { isoTime, site } from './site.ts';
import type { SpCall } from './sp-call.ts';

/** Windows end so long before now, at the latest (amazon-sg.md 4.1). */
const settling = 2 * 60_000;
const tokenLife = 86_400_000;

/** `GET /orders/2026-01-01/orders/{orderId}`. */
export function getOrder(call: SpCall): object {
  const included = new Set(call.list('includedData', Infinity, orderDataSets));
  return { order: orderView(call.records, call.shop, call.order(), included, call.now) };
}

/** Where a page goes on: after an instant, but for those of that instant that were given. */
const place = z.object({
  question: z.string(),
  from: z.number(),
  to: z.number(),
  given: z.array(z.string()),
  madeAt: z.number(),
});
type Place = z.infer<typeof place>;

/** `GET /orders/2026-01-01/orders`: by creation or by change, earliest first. */
export function searchOrders(call: SpCall): object {
  const { isByChange, from, to } = windowOf(call);
  const marketplaces = call.list('marketplaceIds', 50);
  const statuses = call.list('fulfillmentStatuses', Infinity, fulfillmentStatuses);
  const senders = call.list('fulfilledBy', Infinity, ['MERCHANT', 'AMAZON']);
  const most = call.whole('maxResultsPerPage', 100, 1, 100);
  const included = new Set(call.list('includedData', Infinity, orderDataSets));
  const question = JSON.stringify([isByChange, from, call.text('createdBefore'), call.text('lastUpdatedBefore'), marketplaces, statuses, senders]); // prettier-ignore
  const start = startOf(call, { question, from, to, given: [], madeAt: call.now });

  const isMeant = (order: Order): boolean =>
    !call.shop.isHidden(order) &&
    (marketplaces.length === 0 || marketplaces.includes(site.marketplaceId)) &&
    (statuses.length === 0 ||
      statuses.includes(fulfillmentStatus(order, call.records.notesOf(call.shop, order)))) &&
    (senders.length === 0 || senders.includes(fulfilledBy(call.shop, order)));
  const index = isByChange ? call.shop.ordersByUpdate : call.shop.ordersByCreation;
  const orders: Order[] = [];
  let next: Place | null = null;
  for (const order of index.within(start.from, start.to)) {
    if (start.given.includes(order.number) || !isMeant(order)) continue;
    const last = orders.at(-1);
    if (orders.length === most && last !== undefined) {
      const at = instantOf(last, isByChange);
      const given = orders.filter((one) => instantOf(one, isByChange) === at).map(({ number }) => number);
      next = { ...start, from: at, given: at === start.from ? [...start.given, ...given] : given };
      break;
    }
    orders.push(order);
  }
  return {
    orders: orders.map((order) => orderView(call.records, call.shop, order, included, call.now)),
    ...(next === null
      ? {}
      : { pagination: { nextToken: Buffer.from(JSON.stringify(next)).toString('base64url') } }),
    [isByChange ? 'lastUpdatedBefore' : 'createdBefore']: isoTime(start.to),
  };
}

function instantOf(order: Order, isByChange: boolean): number {
  return isByChange ? order.updatedAt : order.createdAt;
}

/** The page that a token goes on with; it keeps the window's end of the first page. */
function startOf(call: SpCall, first: Place): Place {
  const token = call.text('paginationToken');
  if (token === null) return first;
  const read = readToken(token, place);
  if (read === null || read.question !== first.question || read.madeAt + tokenLife < call.now)
    throw invalidInput("The 'paginationToken' is invalid, expired, or of a request with other parameters.");
  return read;
}

/** Exactly one of createdAfter and lastUpdatedAfter, with at most its own end. Instants count as they are shown: in whole seconds. */
function windowOf(call: SpCall): { isByChange: boolean; from: number; to: number } {
  const created = call.time('createdAfter');
  const updated = call.time('lastUpdatedAfter');
  if ((created === null) === (updated === null))
    throw invalidInput("Exactly one of 'createdAfter' and 'lastUpdatedAfter' must be provided.");
  const isByChange = updated !== null;
  if (call.text(isByChange ? 'createdBefore' : 'lastUpdatedBefore') !== null)
    throw invalidInput("'createdAfter' and 'createdBefore' cannot be combined with 'lastUpdatedAfter' and 'lastUpdatedBefore'.");
  const name = isByChange ? 'lastUpdatedBefore' : 'createdBefore';
  const before = call.time(name);
  const from = updated ?? created ?? 0;
  if (before !== null && before < from) throw invalidInput(`'${name}' must be equal to or after the start of the window.`);
  if (before !== null && before > call.now - settling)
    throw invalidInput(`'${name}' must be at least two minutes before the time of the request.`);
  const second = (instant: number): number => Math.floor(instant / 1000) * 1000;
  return { isByChange, from: second(from), to: second(before ?? call.now - settling) + 999 };
} // prettier-ignore
