import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import { ChannelError, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Cursor } from '../kit/paging.ts';
import type { ChannelListing, ChannelVariant, Connector, ListingStatus } from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { mapConcurrent, intervalOf } from '../kit/batches.ts';
import { callSeller, dataOf } from './client.ts';
import type { LazadaReply } from './client.ts';
import { product, productPage } from './wire.ts';
import type { Product, Sku } from './wire.ts';
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
    const read = readEach(page.products, 'listing', nameOf, (record) =>
      listingOf(access, product.parse(record)),
    );
    return {
      listings: read.read,
      unreadable: read.unreadable,
      interval: intervalOf([answer.reply], access.http.now()),
      next: nextOf(position, page.products.length),
      waitSeconds: 0,
      total: page.total_products,
    };
  },

  async read(access, itemIds) {
    const replies: ChannelReply[] = [];
    const records = await mapConcurrent(itemIds, 5, async (itemId) => {
      const answer = await itemIfThere(access, itemId);
      if (answer !== null) replies.push(answer.reply);
      return answer?.envelope.data ?? null;
    });
    const found = records.filter((record) => record !== null);
    const read = readEach(found, 'listing', nameOf, (record) => listingOf(access, product.parse(record)));
    return {
      listings: read.read,
      unreadable: read.unreadable,
      interval: intervalOf(replies, access.http.now()),
      missing: itemIds.filter((_, position) => records[position] === null),
      next: null,
      waitSeconds: 0,
      total: null,
    };
  },
};

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
function nextOf(position: Position, taken: number): Cursor | null {
  if (position.offset + taken > deepestOffset) {
    throw unexpected(message('answers.page_repeats', { channel }));
  }
  if (taken >= pageSize) return { ...position, offset: position.offset + taken };
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

/** lazada.md 3: one item; null when Lazada does not know it (208). */
export async function itemIfThere(access: Access, itemId: string): Promise<LazadaReply | null> {
  const path = '/product/item/get';
  try {
    return await callSeller(access, {
      method: 'GET',
      path,
      parameters: { item_id: itemId },
      group: 'products',
    });
  } catch (error) {
    const gone =
      error instanceof ChannelError &&
      error.fault.kind === 'rejected' &&
      (['207', '208', 'E0002'].includes(error.fault.code) || /not (found|exist)/i.test(error.message));
    if (gone) return null;
    throw error;
  }
}

function listingOf(access: Access, each: Product): ChannelListing {
  const raw = each.status ?? 'Active';
  const sub = each.subStatus?.toLowerCase();
  const status =
    (sub === undefined ? undefined : subStatuses[sub]) ?? listingStatuses[raw.toLowerCase()] ?? 'unknown';
  const rawStatus = each.subStatus === null ? raw : `${raw} (${each.subStatus})`;
  const seller = access.app.hosts['seller'];
  return {
    itemId: each.item_id,
    name: each.attributes?.name ?? each.attributes?.name_en ?? each.item_id,
    sku: null,
    imageUrl: each.images[0] ?? null,
    editUrl: seller === undefined ? null : `${seller}/apps/product/publish?productId=${each.item_id}`,
    rawStatus,
    status,
    isBundle: false,
    updatedAt: each.updated_time,
    variants: each.skus.map((one) => variantOf(access, each.item_id, one, status, rawStatus)),
  };
}

function variantOf(
  access: Access,
  itemId: string,
  one: Sku,
  whole: ListingStatus,
  wholeRaw: string,
): ChannelVariant {
  const currency = currencyOf(access);
  // A SKU of an item that is not on sale is not on sale, whatever its own status says.
  const raw = whole === 'normal' ? (one.Status ?? 'active') : wholeRaw;
  return {
    itemId,
    variantId: one.SkuId,
    sku: one.SellerSku,
    name: Object.values(one.saleProp ?? {})
      .filter((value) => typeof value === 'string')
      .join(' / '),
    imageUrl: one.Images[0] ?? null,
    price: one.price === null ? null : toMinor(one.price, currency),
    specialPrice:
      one.special_price === null || one.special_price <= 0 ? null : toMinor(one.special_price, currency),
    currency,
    rawStatus: raw,
    status: whole === 'normal' ? (listingStatuses[raw.toLowerCase()] ?? 'unknown') : whole,
    ...measureOf(one, access.http.now()),
    keptBy: 'seller',
    marketplaceSku: null,
    maximum: null,
  };
}

/**
 * The measure is what can be bought, which already includes units locked by a campaign (lazada.md 3, stock model);
 * unpaid and unpacked units are in none of these numbers. A seller with several warehouses: the first is read and written.
 */
export function measureOf(one: Sku, now: Date): Pick<ChannelVariant, 'measure' | 'reserved' | 'stockRef'> {
  const reserved = one.channelInventories
    .filter((each) => each.endTime === null || siteTime(each.endTime) > now.getTime())
    .reduce((sum, each) => sum + each.sellableQuantity, 0);
  const sellerSku: Record<string, string> = one.SellerSku === null ? {} : { sellerSku: one.SellerSku };
  const [first, ...others] = one.multiWarehouseInventories;
  if (first !== undefined && others.length > 0 && first.warehouseCode !== null) {
    return {
      measure: first.sellableQuantity ?? first.quantity,
      reserved,
      stockRef: { ...sellerSku, warehouse: first.warehouseCode },
    };
  }
  return { measure: one.Available ?? one.quantity, reserved, stockRef: sellerSku };
}

/** '2026-11-12 23:59:59' in the site's zone (UTC+8 in Singapore). A time that does not parse has not passed. */
function siteTime(text: string): number {
  const at = Date.parse(`${text.replace(' ', 'T')}+08:00`);
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}
