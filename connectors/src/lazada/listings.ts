import { message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import { toMinor } from '@evenstock/contract/values/money';
import { ChannelError, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Cursor, Unreadable } from '../kit/paging.ts';
import type { ChannelListing, ChannelVariant, Connector, ListingStatus } from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { withNext } from '../kit/incomplete-page.ts';
import { nameFrom, readEach, reasonOf } from '../kit/read-records.ts';
import { instantOf } from '../kit/times.ts';
import { textOrNull } from '../kit/wire-fields.ts';
import { mapConcurrent, intervalOf, onceEach } from '../kit/batches.ts';
import { callSeller, dataOf } from './client.ts';
import type { LazadaReply } from './client.ts';
import { shelfOf } from './warehouses.ts';
import { channelInventory, product, productPage, sku } from './wire.ts';
import type { Product, Sku, SkuStock } from './wire.ts';
import { channel } from './channel.ts';

/** lazada.md 3: every status of an item or SKU there is, in lower case. */
export const listingStatuses: Readonly<Record<string, ListingStatus>> = {
  active: 'normal',
  live: 'normal',
  inactive: 'delisted',
  'pending qc': 'delisted',
  pending: 'delisted',
  suspended: 'delisted',
  'sold-out': 'normal',
  rejected: 'rejected',
  deleted: 'deleted',
};

/** lazada.md 3: a sub-status that takes an item off sale, in lower case. */
const subStatuses: Readonly<Record<string, ListingStatus>> = {
  reject: 'rejected',
  'live reject': 'rejected',
  lock: 'delisted',
  admin: 'delisted',
};

/** lazada.md 1.1: the currency of each site. */
const currencies: Readonly<Record<string, string>> = {
  sg: 'SGD',
  my: 'MYR',
  th: 'THB',
  vn: 'VND',
  ph: 'PHP',
  id: 'IDR',
};

/** The currency of the site that a seller's token works on; Singapore's where it is not known. */
export function currencyOf(access: Access): string {
  return currencies[access.credentials.extra['country'] ?? 'sg'] ?? 'SGD';
}

const pageSize = 50;
/** Offsets end here (lazada.md 3): a longer list is cut by the time of its last change. */
const deepestOffset = 10_000;
const beginning = Date.UTC(2010, 0, 1);

/** lazada.md 3: /products/get, a window of update time at a time, paged by offset inside it. */
export const listings: Connector['listings'] = {
  async page(access, cursor, changedSince) {
    const position = positionOf(cursor, changedSince);
    const answer = await productsBetween(access, position);
    const page = dataOf(productPage, answer, '/products/get');
    if (position.offset === 0 && (page.total_products ?? 0) > deepestOffset) {
      const half = firstHalf(position, access.http.now());
      if (half !== null) return listings.page(access, half, changedSince);
    }
    const products = page.products ?? [];
    const left = (page.total_products ?? 0) - position.offset;
    // An empty answer with success is no end: only a total of none is (lazada.md 3).
    if (products.length === 0 && (left > 0 || (page.products === undefined && page.total_products !== 0))) {
      throw unexpected(message('answers.incomplete', { channel }));
    }
    const read = readEach(products, 'listing', nameOf, (record) => listingOf(access, product.parse(record)));
    const records = {
      listings: read.read,
      unreadable: read.unreadable,
      interval: intervalOf([answer.reply], access.http.now()),
      waitSeconds: 0,
      total: page.total_products,
    };
    return withNext(records, () => nextOf(position, products.length, products.length < left));
  },

  async read(access, itemIds) {
    const replies: ChannelReply[] = [];
    const answers = await mapConcurrent(itemIds, 5, (itemId) => answerAbout(access, itemId, replies));
    const found = answers.flatMap((each) => ('record' in each ? [each.record] : []));
    const read = readEach(found, 'listing', nameOf, (record) => listingOf(access, product.parse(record)));
    return {
      listings: read.read,
      unreadable: [...read.unreadable, ...answers.flatMap((each) => ('reason' in each ? [each] : []))],
      interval: intervalOf(replies, access.http.now()),
      missing: answers.flatMap((each) => ('missing' in each ? [each.missing] : [])),
      next: null,
      waitSeconds: 0,
      total: null,
    };
  },
};

type Answered = { readonly record: unknown } | { readonly missing: string } | Unreadable;

/** What Lazada says of one item; a refusal of another kind costs this item alone. */
async function answerAbout(access: Access, itemId: string, replies: ChannelReply[]): Promise<Answered> {
  try {
    const answer = await itemIfThere(access, itemId);
    if (answer === null) return { missing: itemId };
    replies.push(answer.reply);
    const { data } = answer.envelope;
    // An answer without the item, or about another one, says nothing of this one.
    if (nameOf(data) === itemId) return { record: data };
    return { reference: itemId, reason: message('answers.listing_not_described', { channel }) };
  } catch (error) {
    return { reference: itemId, reason: reasonOf('listing', error) };
  }
}

const nameOf = (record: unknown): string => nameFrom(record, 'item_id');

interface Position {
  readonly after: number | null;
  readonly before: number | null;
  readonly offset: number;
}

function positionOf(cursor: Cursor | null, changedSince: Date | null): Position {
  const numberAt = (name: string): number | null => {
    const value = cursor?.[name];
    return typeof value === 'number' ? value : null;
  };
  if (cursor === null) return { after: changedSince?.getTime() ?? null, before: null, offset: 0 };
  return { after: numberAt('after'), before: numberAt('before'), offset: numberAt('offset') ?? 0 };
}

/** Null when the window is too short to be halved: times are in seconds. */
function firstHalf(position: Position, now: Date): Cursor | null {
  const after = position.after ?? beginning;
  const before = position.before ?? now.getTime();
  if (before - after < 4000) return null;
  return { after, before: after + Math.ceil((before - after) / 2), offset: 0 };
}

/** The next page of this window, or the next window. The last one is open, so that no change falls outside. */
function nextOf(position: Position, taken: number, isMore: boolean): Cursor | null {
  if (position.offset + taken > deepestOffset) {
    throw unexpected(message('answers.page_repeats', { channel }));
  }
  if (taken >= pageSize || isMore) return { ...position, offset: position.offset + taken };
  return position.before === null ? null : { after: position.before, before: null, offset: 0 };
}

function productsBetween(access: Access, position: Position): Promise<LazadaReply> {
  return callSeller(access, {
    method: 'GET',
    path: '/products/get',
    group: 'products',
    parameters: {
      filter: 'all',
      limit: String(pageSize),
      offset: String(position.offset),
      options: '1',
      ...(position.after === null ? {} : { update_after: isoOf(position.after) }),
      ...(position.before === null ? {} : { update_before: isoOf(position.before) }),
    },
  });
}

/** ISO 8601 with a zone, as the document writes it: 2026-01-01T00:00:00+08:00 (lazada.md 4). Seconds, rounded down. */
export function isoOf(at: number): string {
  return `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}

/** The fields of an item as the list spells them: the sample of /product/item/get has `itemId` (lazada.md 3). */
function spelledAsListed(data: unknown): unknown {
  const item = z.record(z.string(), z.unknown()).safeParse(data);
  if (!item.success || 'item_id' in item.data || !('itemId' in item.data)) return data;
  const { itemId, updatedTime, productImageList, ...rest } = item.data;
  return { ...rest, item_id: itemId, updated_time: updatedTime, images: rest['images'] ?? productImageList };
}

/** lazada.md 3: one item; null when Lazada does not know it (208). */
export async function itemIfThere(access: Access, itemId: string): Promise<LazadaReply | null> {
  const path = '/product/item/get';
  try {
    const answer = await callSeller(access, {
      method: 'GET',
      path,
      parameters: { item_id: itemId },
      group: 'products',
    });
    return { ...answer, envelope: { ...answer.envelope, data: spelledAsListed(answer.envelope.data) } };
  } catch (error) {
    const gone =
      error instanceof ChannelError &&
      error.fault.kind === 'rejected' &&
      (['207', '208', 'E0002'].includes(error.fault.code) ||
        /\b(item|product|sku)s?\b.*\b(not (found|exist)|does ?n.t exist)/i.test(error.message));
    if (gone) return null;
    throw error;
  }
}

function listingOf(access: Access, each: Product): ChannelListing {
  const raw = each.status ?? 'Active';
  // Several sub-statuses may be joined, and are written in two ways: 'Lock,Live_Reject'.
  const subs = (each.subStatus ?? '')
    .toLowerCase()
    .replaceAll('_', ' ')
    .split(/\s*[,;|]\s*/);
  const found = subs.flatMap((sub) => subStatuses[sub] ?? []);
  const status =
    found.find((one) => one === 'rejected') ??
    found[0] ??
    listingStatuses[raw.trim().toLowerCase()] ??
    'unknown';
  const rawStatus = each.subStatus === null ? raw : `${raw} (${each.subStatus})`;
  const seller = access.app.hosts['seller'];
  const suspended = each.suspendedSkus.flatMap((record) => {
    const parsed = sku.safeParse(record);
    return parsed.success ? [parsed.data] : [];
  });
  const off = new Set(suspended.map(({ SkuId }) => SkuId));
  const listed = new Set(each.skus.map(({ SkuId }) => SkuId));
  const all = onceEach(
    [...each.skus, ...suspended.filter(({ SkuId }) => !listed.has(SkuId))],
    ({ SkuId }) => SkuId,
  );
  return {
    itemId: each.item_id,
    name: each.attributes?.name ?? each.attributes?.name_en ?? each.skus[0]?.SellerSku ?? each.item_id,
    sku: null,
    imageUrl: each.images[0] ?? null,
    editUrl: seller === undefined ? null : `${seller}/apps/product/publish?productId=${each.item_id}`,
    rawStatus,
    status,
    isBundle: false,
    updatedAt: each.updated_time,
    variants: all.map((one) =>
      variantOf(access, each, off.has(one.SkuId) ? { ...one, Status: 'suspended' } : one, status, rawStatus),
    ),
  };
}

function variantOf(
  access: Access,
  item: Product,
  one: Sku,
  whole: ListingStatus,
  wholeRaw: string,
): ChannelVariant {
  const currency = currencyOf(access);
  // A SKU of an item that is not on sale is not on sale, whatever its own status says.
  const raw = whole === 'normal' ? (one.Status ?? 'active') : wholeRaw;
  return {
    itemId: item.item_id,
    variantId: one.SkuId,
    sku: one.SellerSku,
    name: variantName(item, one),
    imageUrl: one.Images[0] ?? null,
    price: one.price === null ? null : toMinor(one.price, currency),
    specialPrice: specialPriceOf(access, one),
    currency,
    rawStatus: raw,
    status: whole === 'normal' ? (listingStatuses[raw.trim().toLowerCase()] ?? 'unknown') : whole,
    ...measureOf(one, access),
    marketplaceSku: one.ShopSku,
    // Its document has none (lazada.md 3).
    barcodes: null,
    maximum: null,
  };
}

/** The choices of a SKU in the item's order: its own attributes are beside `saleProp` (lazada.md 3). */
function variantName(item: Product, one: Sku): string {
  const named = Object.entries(item.variation ?? {})
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .flatMap(([, attribute]) => attributeName.safeParse(attribute).data?.name ?? []);
  const props = one.saleProp ?? {};
  const names = [...new Set([...named, ...Object.keys(props)])];
  return names.flatMap((name) => textOrNull.parse(props[name] ?? one[name]) ?? []).join(' / ');
}

const attributeName = z.object({ name: z.string() });

/** A special price counts within its period alone; its ends are in the site's zone (lazada.md 3). */
function specialPriceOf(access: Access, one: Sku): number | null {
  if (one.special_price === null || one.special_price <= 0) return null;
  const zone = zoneOf(access);
  const now = access.http.now().getTime();
  const begins = instantOf(one.special_from_time ?? `${one.special_from_date ?? ''} 00:00`, zone);
  const ends = instantOf(one.special_to_time ?? `${one.special_to_date ?? ''} 23:59:59`, zone);
  if (begins !== null && begins.getTime() > now) return null;
  if (ends !== null && ends.getTime() < now) return null;
  return toMinor(one.special_price, currencyOf(access));
}

/** The zone of the site: an hour behind Singapore's in Thailand, Vietnam and Jakarta. */
function zoneOf(access: Access): string {
  return ['th', 'vn', 'id'].includes(access.credentials.extra['country'] ?? '') ? '+07:00' : '+08:00';
}

/**
 * The measure is what can be bought of the seller's own, which already includes units locked by a campaign (lazada.md 3, stock
 * model); unpaid and unpacked units are in none of these numbers.
 */
export function measureOf(
  one: SkuStock,
  access: Access,
): Pick<ChannelVariant, 'measure' | 'reserved' | 'stockRef' | 'keptBy'> {
  const shelf = shelfOf(one, access.locations);
  const stockRef = {
    ...(one.SellerSku === null ? {} : { sellerSku: one.SellerSku }),
    ...(shelf.warehouse === null ? {} : { warehouse: shelf.warehouse }),
  };
  return { measure: shelf.measure, keptBy: shelf.keptBy, reserved: reservedOf(one, access), stockRef };
}

/** Units that a campaign has locked until it ends. A time that does not parse has not passed. */
function reservedOf(one: SkuStock, access: Access): number {
  const now = access.http.now().getTime();
  return one.channelInventories.reduce<number>((sum, record) => {
    const parsed = channelInventory.safeParse(record);
    if (!parsed.success) return sum;
    const { sellableQuantity: units, endTime } = parsed.data;
    const ends = endTime === null ? null : instantOf(endTime, zoneOf(access));
    return ends !== null && ends.getTime() <= now ? sum : sum + (units ?? 0);
  }, 0);
}
