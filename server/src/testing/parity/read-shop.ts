import type { Access } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { readJson } from '@evenstock/connectors/kit/json';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import { onlyReading, type Heard } from './read-calls.ts';
import { addShape, type Shape } from './shape.rules.ts';

const DAY_MS = 86_400_000;
/** How far back orders and returns are read. */
const DAYS = 14;
/** Pages with something on them, pages at all, and records that are read alone: enough for their forms. */
const MOST_FILLED = 3;
const MOST_PAGES = 20;
const MOST_ALONE = 5;

/** The shapes of the answers to each call, and what could not be read. */
export interface ReadShop {
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly failed: readonly string[];
}

/** Reads a shop as the product does, with calls that change nothing. */
export async function readShop(channel: ChannelKind, connector: Connector, shop: Access): Promise<ReadShop> {
  const heard: Heard[] = [];
  const access = { ...shop, http: onlyReading(channel, shop.http, heard) };
  const failed: string[] = [];
  const reading = async <T>(what: string, read: () => Promise<T>): Promise<T | null> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      // Its reason may quote what the shop has.
      failed.push(`${what}: ${error.fault.kind}`);
      return null;
    }
  };
  await readAll(channel, connector, access, reading);
  return { shapes: shapesOf(heard), failed };
}

type Reading = <T>(what: string, read: () => Promise<T>) => Promise<T | null>;

async function readAll(
  channel: ChannelKind,
  connector: Connector,
  access: Access,
  reading: Reading,
): Promise<void> {
  const to = access.http.now();
  const from = new Date(to.getTime() - DAYS * DAY_MS);
  await reading('account', () => connector.account.describe(access));
  // Amazon's whole list is a report, which would have to be ordered first.
  const since = channel === 'amazon-sg' ? from : null;
  const listings = await paged(
    (cursor) => reading('listings', () => connector.listings.page(access, cursor, since)),
    (page) => page.listings.length,
  );
  const items = listings.flatMap((page) => page.listings).slice(0, MOST_ALONE);
  if (items.length > 0) {
    const ids = items.map(({ itemId }) => itemId);
    await reading('listings alone', () => connector.listings.read(access, ids));
    await reading('stock', () =>
      connector.stock.read(
        access,
        items.flatMap(({ variants }) => variants),
      ),
    );
  }
  const orders = await paged(
    (cursor) => reading('orders', () => connector.orders.page(access, cursor, { from, to })),
    (page) => page.orders.length,
  );
  const found = orders.flatMap((page) => page.orders).slice(0, MOST_ALONE);
  const lines = new Map(found.map((order) => [order.channelId, order.lines.map(({ lineId }) => lineId)]));
  if (found.length > 0)
    await reading('orders alone', () => connector.orders.read(access, [...lines.keys()], lines));
  const { returns } = connector;
  // Amazon's returns are a report, too.
  if (returns !== undefined && channel !== 'amazon-sg')
    await paged(
      (cursor) => reading('returns', () => returns.page(access, cursor, { from, to })),
      (page) => page.returns.length,
    );
  await reading('places', async () => connector.locations?.list(access));
  await reading('number of orders', async () => connector.orderCount?.placed(access, { from, before: to }));
  await reading('ways of delivery', async () => connector.logistics?.list(access));
  await reading('discounts', async () => connector.discounts?.page(access, null));
  await reading('boosted', async () => connector.boosting?.boosted(access));
}

type Cursor = Parameters<Connector['orders']['page']>[1];

async function paged<Page extends { readonly next: Cursor }>(
  read: (cursor: Cursor) => Promise<Page | null>,
  sizeOf: (page: Page) => number,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let filled = 0;
  let cursor: Cursor = null;
  do {
    const page: Page | null = await read(cursor);
    if (page === null) return pages;
    pages.push(page);
    if (sizeOf(page) > 0) filled += 1;
    cursor = page.next;
  } while (cursor !== null && filled < MOST_FILLED && pages.length < MOST_PAGES);
  return pages;
}

function shapesOf(heard: readonly Heard[]): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const { call, reply } of heard) {
    const key = reply.status === 200 ? call : `${call} (HTTP ${String(reply.status)})`;
    const shape: Shape = shapes.get(key) ?? new Map();
    shapes.set(key, shape);
    const parsed = z.json().safeParse(jsonOf(reply.text));
    if (parsed.success) addShape(shape, parsed.data);
    else shape.set('$', { kinds: new Set(['no JSON']), words: new Set() });
  }
  return shapes;
}

function jsonOf(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    // Shown as what it is: no JSON.
    return undefined;
  }
}
