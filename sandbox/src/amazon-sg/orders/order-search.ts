import { z } from 'zod';
import type { Order } from '../../core/records.ts';
import { readToken } from '../protocol/page-token.ts';
import { invalidInput } from '../protocol/reply.ts';
import type { SpCall } from '../protocol/sp-call.ts';

/** Windows end at least this many milliseconds before now (amazon-sg.md 4.1). */
const settling = 2 * 60_000;
const tokenLife = 86_400_000;

/** How a version of the API calls the ends of a window and the token of a page. */
export interface SearchNames {
  readonly createdAfter: string;
  readonly createdBefore: string;
  readonly lastUpdatedAfter: string;
  readonly lastUpdatedBefore: string;
  readonly token: string;
}

export interface OrderSearch {
  readonly names: SearchNames;
  /** Orders on a page. */
  readonly most: number;
  /** What the other parameters ask: a token is good with the same alone. */
  readonly filters: readonly unknown[];
  readonly isMeant: (order: Order) => boolean;
}

export interface FoundOrders {
  readonly orders: readonly Order[];
  readonly nextToken: string | null;
  readonly isByChange: boolean;
  /** The end of the window in milliseconds. */
  readonly before: number;
}

/** Where a page continues: after an instant, except for the orders of that instant that were already returned. */
const place = z.object({
  question: z.string(),
  from: z.number(),
  to: z.number(),
  given: z.array(z.string()),
  madeAt: z.number(),
});
type Place = z.infer<typeof place>;

/** One page of the orders that were created or changed in a window, earliest first. Throws Failure 400 for a wrong window or token. */
export function findOrders(call: SpCall, { names, most, filters, isMeant }: OrderSearch): FoundOrders {
  const { isByChange, from, to } = windowOf(call, names);
  const ends = [call.text(names.createdBefore), call.text(names.lastUpdatedBefore)];
  const question = JSON.stringify([isByChange, from, ...ends, ...filters]);
  const start = startOf(call, names, { question, from, to, given: [], madeAt: call.now });
  const index = isByChange ? call.shop.ordersByUpdate : call.shop.ordersByCreation;
  const orders: Order[] = [];
  let next: Place | null = null;
  let after: Order | null = null;
  const meant = (function* () {
    for (const order of index.within(start.from, start.to))
      if (!start.given.includes(order.number) && !call.shop.isHidden(order) && isMeant(order)) yield order;
  })();
  const leftOut = call.leftOut('orders');
  for (const order of leftOut === 'nothing' ? meant : listed(meant, leftOut)) {
    const last = orders.at(-1);
    if (orders.length === most && last !== undefined) {
      const at = instantOf(last, isByChange);
      const given = orders.filter((one) => instantOf(one, isByChange) === at).map(({ number }) => number);
      after = order;
      next = { ...start, from: at, given: at === start.from ? [...start.given, ...given] : given };
      break;
    }
    orders.push(order);
  }
  const nextToken = next === null ? null : Buffer.from(JSON.stringify(next)).toString('base64url');
  const rows = after === null ? orders : [...orders, after];
  const shown = paged(rows, 0, orders.length, call.pageFault('orders'));
  return { orders: shown, nextToken, isByChange, before: start.to };
}

function instantOf(order: Order, isByChange: boolean): number {
  return isByChange ? order.updatedAt : order.createdAt;
}

/** The position that a token continues from; it keeps the end of the first page's window. */
function startOf(call: SpCall, names: SearchNames, first: Place): Place {
  const token = call.text(names.token);
  if (token === null) return first;
  const read = readToken(token, place);
  if (read?.question !== first.question || read.madeAt + tokenLife < call.now)
    throw invalidInput(`The '${names.token}' is invalid, expired, or of a request with other parameters.`);
  return read;
}

/** By creation or by change, with at most that one's own end. Instants count as they are shown: in whole seconds. */
function windowOf(call: SpCall, names: SearchNames): { isByChange: boolean; from: number; to: number } {
  const created = call.time(names.createdAfter);
  const updated = call.time(names.lastUpdatedAfter);
  if ((created === null) === (updated === null))
    throw invalidInput(
      `Exactly one of '${names.createdAfter}' and '${names.lastUpdatedAfter}' must be provided.`,
    );
  const isByChange = updated !== null;
  if (call.text(isByChange ? names.createdBefore : names.lastUpdatedBefore) !== null)
    throw invalidInput('Times of creation and of change cannot be combined.');
  const name = isByChange ? names.lastUpdatedBefore : names.createdBefore;
  const before = call.time(name);
  const from = updated ?? created ?? 0;
  if (before !== null && before < from)
    throw invalidInput(`'${name}' must be equal to or after the start of the window.`);
  if (before !== null && before > call.now - settling)
    throw invalidInput(`'${name}' must be at least two minutes before the time of the request.`);
  const second = (instant: number): number => Math.floor(instant / 1000) * 1000;
  return { isByChange, from: second(from), to: second(before ?? call.now - settling) + 999 };
}
import { listed, paged } from '../../core/left-out.ts';
