import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import { z } from 'zod';
import { rejected, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Cursor } from '../kit/paging.ts';
import type {
  ChannelListing,
  ChannelVariant,
  Connector,
  ListingPage,
  ListingStatus,
} from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { withNext } from '../kit/incomplete-page.ts';
import { nameFrom, parseReply, readEach, reasonOf } from '../kit/read-records.ts';
import { countOrNull } from '../kit/wire-fields.ts';
import { chunk, intervalOf, onceEach } from '../kit/batches.ts';
import { bulkPiece, bulkSeconds, startBulk } from './bulk-listings.ts';
import { addressOf, graphql } from './client.ts';
import { productsByIdDocument, productsDocument, variantsDocument } from './documents.ts';
import { product, rawPage, variant } from './wire.ts';
import type { LevelNode, Product, Variant } from './wire.ts';
import { channel } from './channel.ts';

/** shopify.md 3.2: every product status there is. An unlisted product can still be bought by its link. */
export const productStatuses: Readonly<Record<string, ListingStatus>> = {
  ACTIVE: 'normal',
  UNLISTED: 'normal',
  DRAFT: 'delisted',
  ARCHIVED: 'delisted',
};

const pageSize = 50;
/** A longer list is read as a file; up to five pages are faster (shopify.md 3.3). */
const mostPaged = 250;
/** shopify.md 3.2: a quantity cannot be set higher. */
const highestQuantity = 1_000_000_000;

/** shopify.md 3.1: products by update, each with its variants and their level at our location. */
export const listings: Connector['listings'] = {
  async page(access, cursor, changedSince) {
    const operation = cursor?.['operation'];
    if (typeof operation === 'string') return bulkPage(access, operation, cursor);
    const { after, before, isAgain, known } = positionOf(cursor);
    const counting = after === null || isAgain;
    const { data, reply } = await graphql(access, productsDocument, {
      first: pageSize,
      after,
      query: changedSince === null ? null : `updated_at:>='${changedSince.toISOString()}'`,
      location: locationOf(access),
      counting,
    });
    const page = parseReply(rawPage, data['products'], 'products');
    const total = counting ? countOf(data['productsCount']) : known;
    if (cursor === null && changedSince === null && (total ?? 0) > mostPaged) {
      const started = await startBulk(access, locationOf(access));
      if (started !== null) return waiting(access, started, total);
    }
    const seen = before + page.nodes.length;
    const records = { ...(await readProducts(access, page.nodes, [reply])), waitSeconds: 0, total };
    return withNext(records, () => {
      const next = nextOf(page.pageInfo, after, total);
      if (next !== null) return { ...next, seen };
      if (seen >= (total ?? 0)) return null;
      // A list that ends before its own count is no end: it is asked and counted once more, and then refused.
      if (isAgain || page.nodes.length === 0) throw unexpected(message('answers.incomplete', { channel }));
      return { after, total, seen: before, again: true };
    });
  },

  async read(access, itemIds) {
    const replies: ChannelReply[] = [];
    const records: unknown[] = [];
    const missing: string[] = [];
    for (const ids of chunk(itemIds, pageSize)) {
      const { data, reply } = await graphql(access, productsByIdDocument, {
        ids: ids.map((id) => gid('Product', id)),
        location: locationOf(access),
      });
      replies.push(reply);
      records.push(...nodesOf(data['nodes']));
      missing.push(...unknownOf(ids, data['nodes']));
    }
    return {
      ...(await readProducts(access, records, replies)),
      missing,
      next: null,
      waitSeconds: 0,
      total: null,
    };
  },
};

interface Position {
  readonly after: string | null;
  /** Products on the pages before this one. */
  readonly before: number;
  /** This page ended the list before its count, and is asked once more. */
  readonly isAgain: boolean;
  readonly known: number | null;
}

function positionOf(cursor: Cursor | null): Position {
  const { after, seen, again, total } = cursor ?? {};
  return {
    after: typeof after === 'string' ? after : null,
    before: typeof seen === 'number' ? seen : 0,
    isAgain: again === true,
    known: typeof total === 'number' ? total : null,
  };
}

/** A piece of the file, or none yet. Where the operation failed, the list is paged from its beginning. */
async function bulkPage(access: Access, operation: string, cursor: Cursor | null): Promise<ListingPage> {
  const { known } = positionOf(cursor);
  const piece = await bulkPiece(access, operation, Number(cursor?.['offset'] ?? 0), known);
  if (piece.is === 'running') return waiting(access, operation, known);
  if (piece.is === 'failed') return { ...emptyPage(access), next: { after: null } };
  const read = await readProducts(access, piece.nodes, []);
  return { ...read, interval: piece.interval, next: piece.next, waitSeconds: 0, total: piece.total };
}

function waiting(access: Access, operation: string, total: number | null): ListingPage {
  return { ...emptyPage(access), next: { operation, offset: 0, total }, waitSeconds: bulkSeconds, total };
}

function emptyPage(access: Access): ListingPage {
  return {
    listings: [],
    unreadable: [],
    interval: intervalOf([], access.http.now()),
    next: null,
    waitSeconds: 0,
    total: null,
  };
}

/** 'gid://shopify/Product/8000000000001'; an id that is one already is kept (shopify.md 3). */
export function gid(type: string, id: string): string {
  return id.startsWith('gid://') ? id : `gid://shopify/${type}/${id}`;
}

/** The one location whose stock we keep: the member's choice, or the one that was found at authorisation. */
export function locationOf(access: Access): string {
  const location = access.locations?.[0] ?? access.credentials.extra['location'];
  if (location === undefined) {
    throw rejected('no_location', message('consent.shop_unknown_here', { channel }));
  }
  return location;
}

/** The locations whose stock is kept here: one, as a quantity is compared and set at one. None where the consent is older than that. */
export function chosenLocations(access: Access): readonly string[] {
  const own = access.credentials.extra['location'];
  return access.locations ?? (own === undefined ? [] : [own]);
}

/** The nodes of `nodes(ids)`; null stands for one that Shopify does not know. */
export function nodesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.filter((node) => node !== null && hasFields(node)) : [];
}

/** The ids that Shopify answers by null, each in the place of its id: it has them no more. A list of another length says nothing. */
export function unknownOf(ids: readonly string[], value: unknown): string[] {
  if (!Array.isArray(value) || value.length !== ids.length) return [];
  const nodes: readonly unknown[] = value;
  return ids.filter((_, place) => nodes[place] === null);
}

/** A node of another type comes back empty. */
const hasFields = (node: unknown): boolean => typeof node === 'object' && node !== null && 'id' in node;

/** The next page's cursor. One that does not move would page for ever. */
export function nextOf(
  info: { hasNextPage: boolean; endCursor?: string | null | undefined },
  after: string | null,
  total: number | null,
): { after: string; total: number | null } | null {
  if (!info.hasNextPage) return null;
  const { endCursor } = info;
  if (endCursor === null || endCursor === undefined || endCursor === after) {
    throw unexpected(message('answers.page_repeats', { channel }));
  }
  return { after: endCursor, total };
}

/**
 * The measure is what is available at our location: the number that a write compares with and sets (shopify.md 3.2).
 * Units of placed orders are in `committed`, not here. Null where Shopify does not count the item or has none of it there.
 */
export function measureOf(item: LevelNode): Pick<ChannelVariant, 'measure' | 'reserved'> {
  const level = item.inventoryLevel;
  const counted = item.tracked && level !== null && level !== undefined && level.isActive;
  const available = counted ? level.quantities.find((each) => each.name === 'available') : undefined;
  return { measure: available?.quantity ?? null, reserved: 0 };
}

/** Counted at our location, and the answer lacks the number: nothing follows from that. */
export function isSilent({ tracked, inventoryLevel }: LevelNode): boolean {
  return (
    tracked &&
    inventoryLevel?.isActive === true &&
    !inventoryLevel.quantities.some(({ name }) => name === 'available')
  );
}

const nameOf = (record: unknown): string => nameFrom(record, 'id').replace(/^.*\//, '');

const count = z.object({ count: countOrNull });

/** What Shopify counts; null where it does not. */
const countOf = (value: unknown): number | null => count.safeParse(value).data?.count ?? null;

async function readProducts(access: Access, records: readonly unknown[], first: readonly ChannelReply[]) {
  const replies = [...first];
  const { read, unreadable } = readEach(records, 'listing', nameOf, (record) => product.parse(record));
  const found: ChannelListing[] = [];
  for (const each of read) {
    try {
      const nodes = await variantsOf(access, each, replies);
      // A variant that cannot be read costs itself; its product is named, as nothing follows from what it then lacks.
      const variants = readEach(
        nodes,
        'listing',
        () => each.id,
        (node) => variant.parse(node),
      );
      unreadable.push(...variants.unreadable);
      if (variants.read.length > 0 || nodes.length === 0) {
        found.push(
          listingOf(
            access,
            each,
            onceEach(variants.read, ({ id }) => id),
          ),
        );
      }
    } catch (error) {
      unreadable.push({ reference: each.id, reason: reasonOf('listing', error) });
    }
  }
  return { listings: found, unreadable, interval: intervalOf(replies, access.http.now()) };
}

async function variantsOf(access: Access, each: Product, replies: ChannelReply[]): Promise<unknown[]> {
  const variants = [...each.variants.nodes];
  let next = nextOf(each.variants.pageInfo, null, null);
  while (next !== null) {
    const { after } = next;
    const { data, reply } = await graphql(access, variantsDocument, {
      id: gid('Product', each.id),
      after,
      location: locationOf(access),
    });
    replies.push(reply);
    const more = parseReply(rawPage, fieldOf(data['product'], 'variants'), 'variants');
    variants.push(...more.nodes);
    next = nextOf(more.pageInfo, after, null);
  }
  return variants;
}

/** A field of a value that may be nothing. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : null;
}

function listingOf(access: Access, each: Product, variants: readonly Variant[]): ChannelListing {
  const rawStatus = each.status ?? '';
  const status = productStatuses[rawStatus] ?? 'unknown';
  const admin = addressOf(access.app, 'seller', access.credentials.shopId);
  const currency = access.credentials.extra['currency'] ?? null;
  return {
    itemId: each.id,
    name: each.title ?? variants.find(({ sku }) => sku !== null)?.sku ?? '',
    sku: null,
    imageUrl: each.featuredMedia?.preview?.image?.url ?? null,
    editUrl: admin === '' ? null : `${admin}/products/${each.id}`,
    rawStatus,
    status,
    isBundle: variants.some((one) => one.requiresComponents),
    updatedAt: each.updatedAt,
    variants: variants.map((one) => ({
      itemId: each.id,
      variantId: one.id,
      stockRef: { inventoryItem: one.inventoryItem.id, location: locationOf(access) },
      sku: one.sku,
      // What Shopify calls the only variant of a product without options.
      name: one.title === 'Default Title' ? '' : (one.title ?? ''),
      imageUrl: one.image?.url ?? null,
      ...pricesOf(one, currency),
      currency,
      rawStatus,
      status,
      ...measureOf(one.inventoryItem),
      keptBy: 'seller',
      marketplaceSku: null,
      barcodes: one.barcode,
      maximum: highestQuantity,
    })),
  };
}

/** `compareAtPrice` is the price before a reduction; `price` is what the buyer pays. */
function pricesOf(one: Variant, currency: string | null): Pick<ChannelVariant, 'price' | 'specialPrice'> {
  if (currency === null || one.price === null) return { price: null, specialPrice: null };
  const now = toMinor(one.price, currency);
  const before = one.compareAtPrice === null ? now : toMinor(one.compareAtPrice, currency);
  return before > now ? { price: before, specialPrice: now } : { price: now, specialPrice: null };
}
