import { english } from '@evenstock/contract/messages/english';
import { ChannelError } from '../errors.ts';
import type { ChannelFault } from '../errors.ts';
import type { World } from './world.ts';
import type { Access } from '../access.ts';
import type { Cursor } from '../paging.ts';
import type { ChannelListing, ChannelOrder, ChannelVariant, StockLine } from '../connector.ts';

/** More pages than any pull of these behaviours has: a pull that exceeds it never ends. */
const manyPages = 500;

/** Throws the message unless the claim is true. */
export function claim(holds: boolean, words: string): asserts holds {
  if (!holds) throw new Error(words);
}

/** Returns the fault that a call ends with; throws if it succeeds or fails otherwise. */
export async function faultOf(call: Promise<unknown>): Promise<ChannelFault> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ChannelError) return error.fault;
    throw new Error(`threw something that is no ChannelError: ${String(error)}`, { cause: error });
  }
  throw new Error('went well though it should not');
}

/** Reads all listings, to the last page. */
export async function allListings(
  { connector, control }: World,
  access: Access,
  changedSince: Date | null = null,
): Promise<ChannelListing[]> {
  const listings: ChannelListing[] = [];
  let cursor: Cursor | null = null;
  for (let page = 0; page < manyPages; page += 1) {
    const got = await connector.listings.page(access, cursor, changedSince);
    const [first] = got.unreadable;
    claim(
      first === undefined,
      `could not read a listing: ${first === undefined ? '' : english(first.reason)}`,
    );
    listings.push(...got.listings);
    cursor = got.next;
    if (cursor === null) return listings;
    if (got.waitSeconds > 0) await control.pass(got.waitSeconds);
  }
  throw new Error('the listings never end');
}

/** Reads all orders updated in the last `seconds`, to the last page: each by its number, as last read. */
export async function allOrders(
  { connector }: World,
  access: Access,
  seconds = 3600,
  betweenPages: () => Promise<void> = () => Promise.resolve(),
): Promise<Map<string, ChannelOrder>> {
  const orders = new Map<string, ChannelOrder>();
  const now = access.http.now().getTime();
  const window = { from: new Date(now - seconds * 1000), to: new Date(now + 2000) };
  let cursor: Cursor | null = null;
  for (let page = 0; page < manyPages; page += 1) {
    const got = await connector.orders.page(access, cursor, window);
    const [first] = got.unreadable;
    claim(
      first === undefined,
      `could not read an order: ${first === undefined ? '' : english(first.reason)}`,
    );
    for (const order of got.orders) orders.set(order.number, order);
    cursor = got.next;
    if (cursor === null) return orders;
    await betweenPages();
  }
  throw new Error('the orders never end');
}

/** Waits until a new order is listed and its events are in force. */
export async function untilListed({ connector, control }: World): Promise<void> {
  await control.pass(Math.max(1, connector.facts.ordersVisibleWithin));
}

/** Waits until an acknowledged write is in force. */
export async function untilSettled({ connector, control }: World): Promise<void> {
  await control.pass(connector.facts.settlesWithin + connector.facts.readLag);
}

/** Returns the one variant with this SKU. */
export async function variantOf(world: World, access: Access, sku: string): Promise<ChannelVariant> {
  const found = (await allListings(world, access))
    .flatMap((each) => each.variants)
    .filter((each) => each.sku === sku);
  const [variant] = found;
  claim(
    variant !== undefined && found.length === 1,
    `found ${found.length} variants with the SKU ${sku} instead of one`,
  );
  return variant;
}

let attempts = 0;

/** A line that sets a variant's quantity; with compare-and-set, from the measure that was read. */
export function lineFor(
  { connector }: World,
  access: Access,
  variant: ChannelVariant,
  quantity: number,
): StockLine {
  attempts += 1;
  const { itemId, variantId, stockRef, measure } = variant;
  return {
    itemId,
    variantId,
    stockRef,
    quantity,
    compareFrom: connector.facts.compareAndSet ? measure : null,
    attemptKey: `attempt-${String(attempts)}-${String(access.http.now().getTime())}`,
    sentAt: access.http.now(),
  };
}

/** Reads what the shop shows of this variant now. */
export async function shownOf(
  { connector }: World,
  access: Access,
  variant: ChannelVariant,
): Promise<number> {
  const { readings } = await connector.stock.read(access, [variant]);
  const [reading] = readings;
  claim(reading !== undefined, 'the quantity could not be read');
  return reading.measure;
}
