import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import { unavailable, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Cursor, Unreadable } from '../kit/paging.ts';
import type { ChannelListing, ChannelVariant, Connector, ListingPage } from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { withNext } from '../kit/incomplete-page.ts';
import { readEach } from '../kit/read-records.ts';
import { intervalOf } from '../kit/batches.ts';
import { marketplaceId } from './client.ts';
import { flatRows } from './documents.ts';
import { statusOf } from './listing-statuses.ts';
import { itemsBySku, searchDepth, searchItems, searchSize, skuOf, wholeItem } from './listings-items.ts';
import type { FoundItems } from './listings-items.ts';
import { lookAtReport, readReport, reportWait, requestReport } from './reports.ts';
import { item as itemRecord } from './wire.ts';
import type { Availability, Item } from './wire.ts';
import { channel } from './channel.ts';

/** amazon-sg.md 3.1: the one list of all listings, of any size. */
const listReport = 'GET_MERCHANT_LISTINGS_ALL_DATA';
/** Pages are large, as each reads the report again, which is limited to once a minute after the first fifteen. */
const pageSize = 500;
/** SKUs that five searches at once find. */
const blockSize = 100;
/** Maximum number of calls for a page, at five a second; a whole page needs half of them. */
const mostCalls = 50;

/**
 * Every SKU is a listing of its own, with itself as the one variant: Amazon's orders name SKUs and no family
 * (amazon-sg.md 3.1, 4.1).
 */
export const listings: Connector['listings'] = {
  page(access, cursor, changedSince) {
    return changedSince === null ? allPage(access, cursor) : changedPage(access, cursor, changedSince);
  },

  async read(access, itemIds) {
    const found = await itemsBySku(access, itemIds, wholeItem);
    return { ...pageOf(access, found), missing: found.missing, next: null, waitSeconds: 0, total: null };
  },
};

/**
 * All listings. The report may be six hours old (amazon-sg.md 3.1), so only its SKUs are used; the listings are read page by
 * page.
 */
async function allPage(access: Access, cursor: Cursor | null): Promise<ListingPage> {
  const reportId = cursor?.['report'];
  if (typeof reportId !== 'string') {
    const report = await requestReport(access, listReport, null);
    return { ...nothingYet(access), next: { report, place: 0 }, waitSeconds: reportWait, total: null };
  }
  const now = await lookAtReport(access, reportId);
  if (now.state === 'being_made') {
    return { ...nothingYet(access), next: cursor, waitSeconds: reportWait, total: null };
  }
  if (now.state === 'called_off') return emptyShop(access);
  const { text } = await readReport(access, now.documentId);
  const rows = flatRows(text, ['seller-sku']).map((row) => row['seller-sku'] ?? '');
  const skus = [...new Set(rows)].filter((sku) => sku !== '' && !isMangled(sku));
  if (skus.length === 0 && !rows.some(isMangled)) return emptyShop(access);
  const from = typeof cursor?.['place'] === 'number' ? cursor['place'] : 0;
  const { found, index } = await itemsFrom(access, skus, from);
  const next = index < skus.length ? { report: reportId, place: index } : null;
  const page = pageOf(access, found);
  const mangled = from === 0 ? [...new Set(rows)].filter(isMangled).map(mangledSku) : [];
  return {
    ...page,
    unreadable: [...page.unreadable, ...mangled],
    next,
    waitSeconds: 0,
    total: skus.length + mangled.length,
  };
}

/** The file's character set lacks a character of the SKU, which then no call finds (amazon-sg.md 11). */
const isMangled = (sku: string): boolean => /[?\uFFFD]/.test(sku);

const mangledSku = (sku: string): Unreadable => ({
  reference: sku,
  reason: message('answers.listing_unreadable', { field: 'seller-sku', problem: 'characters were lost' }),
});

/** Reads a page's listings from an index on; fewer where many are read one by one, so that a page is short. */
async function itemsFrom(
  access: Access,
  skus: readonly string[],
  from: number,
): Promise<{ found: FoundItems; index: number }> {
  const found: { records: unknown[]; missing: string[]; replies: ChannelReply[] } = {
    records: [],
    missing: [],
    replies: [],
  };
  const end = Math.min(from + pageSize, skus.length);
  let index = from;
  while (index < end && found.replies.length + found.missing.length < mostCalls) {
    const block = skus.slice(index, Math.min(index + blockSize, end));
    const { records, missing, replies } = await itemsBySku(access, block, wholeItem);
    found.records.push(...records);
    found.missing.push(...missing);
    found.replies.push(...replies);
    index += block.length;
  }
  return { found, index };
}

/** An empty or cancelled report (amazon-sg.md 3.5) is accepted only of a shop without listings. */
async function emptyShop(access: Access): Promise<ListingPage> {
  const page = await searchItems(access, { pageSize: '1' });
  if (page.total > 0) {
    throw unavailable(message('answers.list_empty', { channel }));
  }
  return {
    listings: [],
    unreadable: [],
    interval: intervalOf([page.reply], access.http.now()),
    next: null,
    waitSeconds: 0,
    total: 0,
  };
}

/** Changed listings, the oldest change first: one that changes meanwhile moves to the end. */
async function changedPage(access: Access, cursor: Cursor | null, changedSince: Date): Promise<ListingPage> {
  const position = positionOf(cursor, changedSince);
  const page = await searchItems(access, {
    lastUpdatedAfter: position.after,
    sortBy: 'lastUpdatedDate',
    sortOrder: 'ASC',
    includedData: wholeItem,
    pageSize: String(searchSize),
    ...(position.token === null ? {} : { pageToken: position.token }),
  });
  const found = pageOf(access, { records: page.items, missing: [], replies: [page.reply] });
  const total = position.token === null ? page.total : null;
  const records = { ...found, waitSeconds: 0, total };
  return withNext(records, () => nextOf(position, page, found.listings));
}

interface Position {
  readonly after: string;
  readonly token: string | null;
  /** Results of this search so far. */
  readonly seen: number;
}

function positionOf(cursor: Cursor | null, changedSince: Date): Position {
  const { after, token, seen } = cursor ?? {};
  return {
    after: typeof after === 'string' ? after : changedSince.toISOString(),
    token: typeof token === 'string' ? token : null,
    seen: typeof seen === 'number' ? seen : 0,
  };
}

/** A search ends after a thousand results; another begins where it ended (amazon-sg.md 3.1). */
function nextOf(
  position: Position,
  page: { readonly nextToken: string | null; readonly items: readonly unknown[]; readonly total: number },
  read: readonly ChannelListing[],
): Cursor | null {
  const seen = position.seen + page.items.length;
  if (page.nextToken !== null) return { after: position.after, token: page.nextToken, seen };
  // A page without the next one, while more were counted, is no end.
  if (seen < Math.min(page.total, searchDepth)) {
    throw unexpected(message('answers.page_repeats', { channel }));
  }
  if (seen < searchDepth || page.total <= searchDepth) return null;
  const last = read.at(-1)?.updatedAt?.toISOString() ?? position.after;
  if (last <= position.after) throw unexpected(message('answers.too_many_at_once', { channel }));
  return { after: last, token: null, seen: 0 };
}

const nothingYet = (access: Access) => ({
  listings: [],
  unreadable: [],
  interval: intervalOf([], access.http.now()),
});

function pageOf(
  access: Access,
  { records, replies }: FoundItems,
): Pick<ListingPage, 'listings' | 'unreadable' | 'interval'> {
  const { read, unreadable } = readEach(records, 'listing', skuOf, (record) => itemRecord.parse(record));
  return {
    listings: read.filter((each) => !isFamily(each)).map(listingOf),
    unreadable,
    interval: intervalOf(replies, access.http.now()),
  };
}

/** The parent of a variation family is not sold itself. */
const isFamily = (each: Item): boolean =>
  each.relationships
    .flatMap(({ relationships }) => relationships)
    .some(({ type, childSkus }) => type === 'VARIATION' && childSkus.length > 0);

function listingOf(each: Item): ChannelListing {
  const summary = each.summaries.find((one) => one.marketplaceId === marketplaceId);
  const status = statusOf(summary?.status ?? null, each.issues);
  const imageUrl = summary?.mainImage?.link ?? null;
  return {
    itemId: each.sku,
    name: summary?.itemName ?? each.sku,
    sku: each.sku,
    imageUrl,
    editUrl: null,
    ...status,
    isBundle: false,
    updatedAt: summary?.lastUpdatedDate ?? null,
    variants: [
      {
        itemId: each.sku,
        variantId: each.sku,
        stockRef: stockRefOf(each, summary?.productType ?? offerOnly),
        sku: each.sku,
        name: '',
        imageUrl,
        ...priceOf(each),
        specialPrice: null,
        ...status,
        ...measureOf(each.fulfillmentAvailability),
        marketplaceSku: summary?.asin ?? null,
        barcodes: barcodesOf(each),
        maximum: null,
      },
    ],
  };
}

/** Null where the answer names none: a listing without one, or with an exemption, lacks the attribute. */
function barcodesOf({ attributes }: Item): readonly string[] | null {
  const ours = (attributes?.externally_assigned_product_identifier ?? []).filter(
    ({ type, marketplace_id: place }) =>
      type?.toLowerCase() !== 'asin' && (place === null || place === marketplaceId),
  );
  const told = ours.flatMap(({ value }) => (value === null ? [] : [value]));
  return told.length === 0 ? null : [...new Set(told.flat())];
}

/** The product type that is taken for changes of the offer alone (amazon-sg.md 3.2). */
export const offerOnly = 'PRODUCT';

/** The price that everybody pays: not that of business buyers. */
export function priceOf(each: Pick<Item, 'offers'>): Pick<ChannelVariant, 'price' | 'currency'> {
  const offer = each.offers.find(
    (one) =>
      one.marketplaceId === marketplaceId &&
      one.offerType === 'B2C' &&
      (one.audience?.value ?? 'ALL') === 'ALL',
  );
  if (offer === undefined) return { price: null, currency: null };
  const { amount, currencyCode } = offer.price;
  return { price: toMinor(amount, currencyCode), currency: currencyCode };
}

/** amazon-sg.md 3.1: the seller's own stock. What lies in Amazon's warehouses (AMAZON_…) is Amazon's to count. */
const ownStock = 'DEFAULT';

/** What a write needs: the product type, and whether Amazon keeps the stock, which is then never written. */
function stockRefOf(each: Item, productType: string): Readonly<Record<string, string>> {
  const codes = each.fulfillmentAvailability.map((one) => one.fulfillmentChannelCode);
  const isAmazons = codes.length > 0 && !codes.includes(ownStock);
  return isAmazons ? { productType, keptBy: keptByAmazon } : { productType };
}

/** What `keptBy` of a stock reference is where Amazon keeps the stock. */
export const keptByAmazon = 'amazon';

/**
 * The number that a write sets and orders lower: the seller's part alone. Null where Amazon keeps the stock, or tells no number. Who
 * keeps what lies in a network that is not documented is unknown.
 */
export function measureOf(
  availability: readonly Availability[],
): Pick<ChannelVariant, 'measure' | 'reserved' | 'keptBy'> {
  const own = availability.find((one) => one.fulfillmentChannelCode === ownStock);
  const isAmazons = availability.some((one) => one.fulfillmentChannelCode.startsWith('AMAZON'));
  const keptBy = own !== undefined ? 'seller' : isAmazons ? 'marketplace' : null;
  return { measure: own?.quantity ?? null, reserved: 0, keptBy };
}
