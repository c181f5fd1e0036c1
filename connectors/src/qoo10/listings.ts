import { message } from '@evenstock/contract/messages/message';
import { barcodeKind, hasWrongCheckDigit } from '@evenstock/contract/values/barcodes';
import { toMinor } from '@evenstock/contract/values/money';
import { unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Cursor, Unreadable } from '../kit/paging.ts';
import type {
  ChannelListing,
  ChannelVariant,
  Connector,
  ListingPage,
  ListingStatus,
} from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, readEach, reasonOf, whyUnreadable } from '../kit/read-records.ts';
import { mapConcurrent, intervalOf } from '../kit/batches.ts';
import { callSeller, isRejection, resultOf } from './client.ts';
import { found, inventoryRow, itemDetail, itemPage, listedItem } from './wire.ts';
import type { InventoryRow, ItemDetail, ListedItem } from './wire.ts';
import { channel } from './channel.ts';

/** Singapore's; QAPI's items carry no currency (qoo10.md 0). */
export const CURRENCY = 'SGD';

/** qoo10.md 3: every ItemStatus there is. S1 is hidden from buyers, and is where delisting puts an item. */
export const itemStatuses: Readonly<Record<string, ListingStatus>> = {
  S0: 'delisted',
  S1: 'delisted',
  S2: 'normal',
  S3: 'delisted',
  S4: 'deleted',
  S5: 'delisted',
  S8: 'rejected',
};

/** qoo10.md 3: one list for each; on sale first. S4 is what is gone; S5 is Japan's. */
const walked = ['S2', 'S1', 'S0', 'S3', 'S8'] as const;

/** qoo10.md 2: the statuses in which Qoo10 describes an item; others are refused (-10009). */
const described: ReadonlySet<string> = new Set(['S1', 'S2']);

/** Few, so that a page takes seconds: each item needs a call or two. */
const pageSize = 10;
const callConcurrency = 2;
const group = 'items';

/**
 * qoo10.md 3: GetAllGoodsInfo for each status, then GetItemDetailInfo and GetGoodsInventoryInfo for each item.
 * Lists have no date of change: an item is left out where its own ChangedDate shows no change.
 */
export const listings: Connector['listings'] = {
  async page(access, cursor, changedSince) {
    const position = positionOf(cursor);
    const method = 'ItemsLookup.GetAllGoodsInfo';
    const status = walked[position.status] ?? '';
    const answer = await callSeller(access, {
      method,
      parameters: { ItemStatus: status, Page: String(position.page) },
      group,
    });
    const list = resultOf(itemPage.nullable(), answer, method);
    // Success without a list, or an empty one that counts nothing, does not say that there is none.
    if (list === null || (list.Items.length === 0 && list.TotalItems === null)) {
      throw unexpected(message('answers.incomplete', { channel }));
    }
    const { Items: entries, PresentPage: shown } = list;
    if (entries.length > 0 && shown !== 0 && shown !== position.page) {
      throw unexpected(message('answers.wrong_page', { channel }));
    }
    const here = readEach(
      entries.slice(position.offset, position.offset + pageSize),
      'listing',
      nameOf,
      (record) => listedItem.parse(record),
    );
    const described = await describeAll(access, here.read);
    return {
      listings: described.listings.filter((each) => isNewer(each, changedSince)),
      unreadable: [...here.unreadable, ...described.unreadable],
      interval: described.interval,
      next: nextOf(position, entries.length, list),
      waitSeconds: 0,
      total: null,
    };
  },

  async read(access, itemIds) {
    const asked = itemIds.map((ItemCode) => ({ ItemCode, SellerCode: null, ItemStatus: '' }));
    const { listings: read, unreadable, interval, missing } = await describeAll(access, asked);
    return { listings: read, unreadable, interval, missing, next: null, waitSeconds: 0, total: null };
  },
};

const nameOf = (record: unknown): string => nameFrom(record, 'ItemCode');

interface Position {
  /** Index of the status being listed. */
  readonly status: number;
  readonly page: number;
  readonly offset: number;
  /** Items on the pages before this one, of its status. */
  readonly seen: number;
}

function positionOf(cursor: Cursor | null): Position {
  const numberAt = (name: string, otherwise: number): number => {
    const value = cursor?.[name];
    return typeof value === 'number' ? value : otherwise;
  };
  return {
    status: numberAt('status', 0),
    page: numberAt('page', 1),
    offset: numberAt('offset', 0),
    seen: numberAt('seen', 0),
  };
}

/**
 * The next few items of this page, the next page of this status, or the next status. A list that counts more pages, or more items,
 * than it gave is read on; where it then gives nothing, it is refused.
 */
function nextOf(
  position: Position,
  onPage: number,
  list: { readonly TotalItems: number | null; readonly TotalPages: number },
): Cursor | null {
  const { TotalItems: counted, TotalPages: pages } = { ...list, TotalItems: list.TotalItems ?? 0 };
  const offset = position.offset + pageSize;
  if (offset < onPage) return { ...position, offset };
  const seen = position.seen + onPage;
  if (onPage > 0 && (position.page < pages || pages === 0 || seen < counted)) {
    return { ...position, page: position.page + 1, offset: 0, seen };
  }
  if (seen < counted || position.page < pages) throw unexpected(message('answers.list_empty', { channel }));
  const status = position.status + 1;
  return status < walked.length ? { status, page: 1, offset: 0, seen: 0 } : null;
}

function isNewer({ updatedAt }: ChannelListing, since: Date | null): boolean {
  return since === null || updatedAt === null || updatedAt >= since;
}

type Described = Pick<ListingPage, 'listings' | 'unreadable' | 'interval'> & { readonly missing: string[] };

async function describeAll(access: Access, items: readonly ListedItem[]): Promise<Described> {
  const replies: ChannelReply[] = [];
  const all = await mapConcurrent(items, callConcurrency, (item) => describe(access, item, replies));
  return {
    listings: all.flatMap((each) => (each !== null && 'listing' in each ? [each.listing] : [])),
    unreadable: all.flatMap((each) => (each !== null && 'reason' in each ? [each] : [])),
    missing: all.flatMap((each) => (each !== null && 'missing' in each ? [each.missing] : [])),
    interval: intervalOf(replies, access.http.now()),
  };
}

/** One item with its variants; null when Qoo10 does not have it. */
async function describe(
  access: Access,
  item: ListedItem,
  replies: ChannelReply[],
): Promise<{ listing: ChannelListing } | { missing: string } | Unreadable | null> {
  const reference = item.ItemCode;
  let record: unknown;
  try {
    [record] = await lookUp(access, 'ItemsLookup.GetItemDetailInfo', reference, replies);
  } catch (error) {
    // Asked by its code alone, Qoo10 says that it is not there; -10009 says only that it is not described in its state.
    if (item.ItemStatus === '' && isRejection(error, ...notThere)) return { missing: reference };
    if (!isRejection(error, ...notThere, -10009)) throw error;
  }
  if (record === undefined) return undescribed(item);
  const detail = itemDetail.safeParse(record);
  if (!detail.success) return { reference, reason: whyUnreadable('listing', detail.error) };
  try {
    const rows = await lookUp(access, 'ItemsLookup.GetGoodsInventoryInfo', reference, replies);
    return {
      listing: listingOf(
        reference,
        detail.data,
        rows.map((row) => inventoryRow.parse(row)),
      ),
    };
  } catch (error) {
    // Without its variants an item would seem to have none.
    return { reference, reason: reasonOf('listing', error) };
  }
}

/** An item that Qoo10 lists and does not describe, which some statuses allow. */
function undescribed(item: ListedItem): { listing: ChannelListing } | Unreadable | null {
  if (item.ItemStatus === '') return null;
  if (!described.has(item.ItemStatus)) return { listing: bareListing(item) };
  return {
    reference: item.ItemCode,
    reason: message('answers.listing_not_described', { channel }),
  };
}

/** qoo10.md 2: what asked for is malformed or not found. */
const notThere = [-10001, -10002, -10003] as const;

/** What an ItemsLookup method finds of one item. */
async function lookUp(
  access: Access,
  method: string,
  itemCode: string,
  replies: ChannelReply[],
): Promise<readonly unknown[]> {
  const answer = await callSeller(access, { method, parameters: { ItemCode: itemCode }, group });
  replies.push(answer.reply);
  return resultOf(found, answer, method);
}

/** The same; nothing where the item is deleted or in a state without description (qoo10.md 2). */
export async function lookUpIfThere(
  access: Access,
  method: string,
  itemCode: string,
  replies: ChannelReply[],
): Promise<readonly unknown[]> {
  try {
    return await lookUp(access, method, itemCode, replies);
  } catch (error) {
    if (isRejection(error, ...notThere, -10009)) return [];
    throw error;
  }
}

/** Qoo10 gives only the code of an item under review, suspended or rejected (qoo10.md 2: -10009). */
function bareListing({ ItemCode, SellerCode, ItemStatus }: ListedItem): ChannelListing {
  return {
    itemId: ItemCode,
    name: SellerCode ?? ItemCode,
    sku: SellerCode,
    imageUrl: null,
    editUrl: null,
    rawStatus: ItemStatus,
    status: statusOf(ItemStatus),
    isBundle: false,
    updatedAt: null,
    variants: [],
  };
}

/** Some answers write a status as its digit alone, or in small letters. */
const statusOf = (raw: string): ListingStatus =>
  itemStatuses[raw.toUpperCase().replace(/^(?=\d$)/, 'S')] ?? 'unknown';

function listingOf(itemId: string, item: ItemDetail, rows: readonly InventoryRow[]): ChannelListing {
  const whole = {
    itemId,
    imageUrl: null,
    specialPrice: null,
    currency: CURRENCY,
    rawStatus: item.itemstatus,
    status: statusOf(item.itemstatus),
    reserved: 0,
    keptBy: 'seller' as const,
    marketplaceSku: null,
    // An item has one code for all of its options together: it names none of them.
    barcodes: null,
    maximum: null,
  };
  const single: ChannelVariant = {
    ...whole,
    barcodes: barcodesOf(item),
    variantId: SINGLE,
    stockRef: {},
    sku: item.sellercode,
    name: '',
    price: item.price === null ? null : toMinor(item.price, CURRENCY),
    measure: item.itemqty,
  };
  return {
    itemId,
    name: item.itemtitle ?? item.sellercode ?? '',
    sku: item.sellercode,
    imageUrl: item.imageurl,
    editUrl: null,
    rawStatus: item.itemstatus,
    status: statusOf(item.itemstatus),
    isBundle: false,
    updatedAt: item.changeddate,
    variants:
      rows.length === 0
        ? [single]
        : keyed(rows).map(([variantId, row]) => ({
            ...whole,
            variantId,
            stockRef: refOf(row),
            sku: row.ItemTypeCode,
            name: row.options.map(({ value }) => value).join(' / '),
            // A variant's price is what it adds to the item's (qoo10.md 3.1).
            price: item.price === null ? null : toMinor(item.price + (row.Price ?? 0), CURRENCY),
            measure: quantityOf(row),
          })),
  };
}

/**
 * IndustrialCode is a barcode (JAN, KAN, ISBN, UPC, EAN) or, of the type H, a code of the customs (qoo10.md 3.2). Singapore's answers
 * lack the type: there, a number counts whose check digit is right.
 */
function barcodesOf({ barcode, industrialcodetype: type }: ItemDetail): readonly string[] | null {
  if (type?.toUpperCase() === 'H') return [];
  if (type !== null || barcode === null) return barcode;
  return barcode.filter((code) => barcodeKind(code) !== 'other' && !hasWrongCheckDigit(code));
}

/** An item without options is its own variant. */
export const SINGLE = '0';

/** Between the levels of an option, in the calls that change one variant (qoo10.md 3.3). */
const LEVELS = '||*';

/** There is no variant id (qoo10.md 3.1): the seller's option code names a variant, or its values where the code is none of its own. */
export function keyed(rows: readonly InventoryRow[]): [string, InventoryRow][] {
  const codes = rows.map((row) => row.ItemTypeCode?.trim() ?? null);
  return rows.map((row) => {
    const code = row.ItemTypeCode?.trim() ?? null;
    const isOwn = code !== null && codes.indexOf(code) === codes.lastIndexOf(code);
    return [isOwn ? code : valuesOf(row.options), row];
  });
}

/** A variant's name by its options' values, as `keyed` gives it. */
export function valuesOf(options: readonly { readonly value: string }[]): string {
  return options.map(({ value }) => value).join(LEVELS);
}

function refOf({ options, ItemTypeCode }: InventoryRow): Readonly<Record<string, string>> {
  return {
    optionName: options.map(({ name }) => name).join(LEVELS),
    optionValue: valuesOf(options),
    optionCode: ItemTypeCode ?? '',
  };
}

/** The number that can be bought: that of the central stock if the variant has one (qoo10.md 3.1). */
export function quantityOf(row: InventoryRow): number {
  return row.QinventoryCode === null ? row.Qty : (row.QinventoryQty ?? row.Qty);
}
