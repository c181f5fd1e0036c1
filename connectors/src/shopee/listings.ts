import { message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import { toMinor } from '@evenstock/contract/values/money';
import { ChannelError, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Unreadable } from '../kit/paging.ts';
import type {
  ChannelListing,
  ChannelVariant,
  Connector,
  ListingPage,
  ListingStatus,
} from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { withNext } from '../kit/incomplete-page.ts';
import { nameFrom, readEach, reasonOf } from '../kit/read-records.ts';
import { mapConcurrent, chunk, intervalOf } from '../kit/batches.ts';
import { idText } from '../kit/wire-fields.ts';
import { callShop, responseOf } from './client.ts';
import { baseInfo, item, itemList, modelList } from './wire.ts';
import type { Item, ModelList, StockInfo } from './wire.ts';
import { channel } from './channel.ts';

/** shopee.md 3: every item_status there is, deleted ones too, so that a change to "deleted" is seen. */
export const itemStatuses: Readonly<Record<string, ListingStatus>> = {
  NORMAL: 'normal',
  UNLIST: 'delisted',
  REVIEWING: 'delisted',
  BANNED: 'rejected',
  SELLER_DELETE: 'deleted',
  SHOPEE_DELETE: 'deleted',
};

/** shopee.md 3: every model_status there is. */
export const modelStatuses: Readonly<Record<string, ListingStatus>> = {
  MODEL_NORMAL: 'normal',
  MODEL_UNAVAILABLE: 'delisted',
};

/** Small, so that a page's quantities are read within seconds: each item may need a call. */
const pageSize = 25;
const baseInfoSize = 50;
const modelConcurrency = 5;

/** shopee.md 3: get_item_list → get_item_base_info → get_model_list for each item that has models. */
export const listings: Connector['listings'] = {
  async page(access, cursor, changedSince) {
    const path = '/api/v2/product/get_item_list';
    const offset = typeof cursor?.['offset'] === 'number' ? cursor['offset'] : 0;
    const answer = await callShop(access, {
      method: 'GET',
      path,
      query: {
        offset,
        page_size: pageSize,
        item_status: Object.keys(itemStatuses),
        ...(changedSince === null ? {} : changedWindow(access, changedSince)),
      },
    });
    const list = responseOf(itemList, answer, path);
    const entries = list.item ?? [];
    // A list that is left out, or is empty before its own total, is no end (shopee.md 3).
    const isShort = entries.length === 0 && offset < (list.total_count ?? 0);
    if (isShort || (list.item === undefined && list.total_count !== 0)) {
      throw unexpected(message('answers.incomplete', { channel }));
    }
    const listed = readEach(entries, 'listing', nameOf, (entry) => listEntry.parse(entry).item_id);
    const found = await readItems(access, listed.read);
    const unlisted = found.missing.map((id) => ({ reference: id, reason: notDescribed }));
    const end = offset + entries.length;
    const isMore = list.has_next_page ?? (list.total_count === null && entries.length >= pageSize);
    const next = isMore
      ? (list.next_offset ?? offset + pageSize)
      : end < (list.total_count ?? 0)
        ? end
        : null;
    const records = {
      listings: found.listings,
      unreadable: [...listed.unreadable, ...found.unreadable, ...unlisted],
      interval: found.interval,
      waitSeconds: 0,
      total: list.total_count,
    };
    return withNext(records, () => {
      if (next !== null && next <= offset) throw unexpected(message('answers.page_repeats', { channel }));
      return next === null ? null : { offset: next };
    });
  },

  async read(access, itemIds) {
    const found = await readItems(access, itemIds);
    return { ...found, next: null, waitSeconds: 0, total: null };
  },
};

function changedWindow(access: Access, changedSince: Date): Record<string, number> {
  return {
    update_time_from: Math.floor(changedSince.getTime() / 1000),
    update_time_to: Math.ceil(access.http.now().getTime() / 1000),
  };
}

type Found = Omit<ListingPage, 'next' | 'waitSeconds' | 'total'> & { missing: readonly string[] };

const nameOf = (record: unknown): string => nameFrom(record, 'item_id');
const listEntry = z.object({ item_id: idText });
const notDescribed = message('answers.listing_not_described', { channel });

export interface BaseInfo {
  readonly replies: readonly ChannelReply[];
  readonly records: readonly unknown[];
  /** Those of which Shopee says that it has no such item. */
  readonly missing: readonly string[];
  readonly refused: readonly Unreadable[];
}

/** get_item_base_info (shopee.md 3). One item may fail the whole call, so they are then asked for one by one. */
export async function baseInfoOf(access: Access, itemIds: readonly string[]): Promise<BaseInfo> {
  const path = '/api/v2/product/get_item_base_info';
  try {
    const answer = await callShop(access, {
      method: 'GET',
      path,
      query: { item_id_list: itemIds.join(',') },
    });
    const records = responseOf(baseInfo, answer, path).item_list;
    return { replies: [answer.reply], records, missing: [], refused: [] };
  } catch (error) {
    if (!isAboutItem(error)) throw error;
    const [first, ...others] = itemIds;
    if (first !== undefined && others.length === 0) {
      const refused = [{ reference: first, reason: reasonOf('listing', error) }];
      return isItemGone(error)
        ? { replies: [], records: [], missing: [first], refused: [] }
        : { replies: [], records: [], missing: [], refused };
    }
  }
  const each = await mapConcurrent(itemIds, modelConcurrency, (itemId) => baseInfoOf(access, [itemId]));
  return {
    replies: each.flatMap(({ replies }) => replies),
    records: each.flatMap(({ records }) => records),
    missing: each.flatMap(({ missing }) => missing),
    refused: each.flatMap(({ refused }) => refused),
  };
}

const isAboutItem = (error: unknown): boolean =>
  error instanceof ChannelError &&
  error.fault.kind === 'rejected' &&
  /item|not_?(found|exist)|error_param/i.test(error.fault.code);

/** The codes by which Shopee says that it has no such item (shopee.md 2.2). */
export const isItemGone = (error: unknown): boolean =>
  error instanceof ChannelError &&
  error.fault.kind === 'rejected' &&
  /^error_(item_)?not_(found|exist)$/.test(error.fault.code);

/** As `baseInfoOf`, any number of items; one that a call with others lacks is asked for alone, which answers for it. */
export async function baseInfosOf(access: Access, itemIds: readonly string[]): Promise<BaseInfo[]> {
  const infos: BaseInfo[] = [];
  for (const ids of chunk(itemIds, baseInfoSize)) infos.push(await baseInfoOf(access, ids));
  const told = new Set([
    ...infos.flatMap(({ records }) => records.map(nameOf)),
    ...infos.flatMap(({ missing }) => missing),
    ...infos.flatMap(({ refused }) => refused.map(({ reference }) => reference)),
  ]);
  const lacking = itemIds.length === 1 ? [] : itemIds.filter((id) => !told.has(id));
  return [...infos, ...(await mapConcurrent(lacking, modelConcurrency, (id) => baseInfoOf(access, [id])))];
}

async function readItems(access: Access, itemIds: readonly string[]): Promise<Found> {
  const infos = await baseInfosOf(access, itemIds);
  const replies = infos.flatMap((info) => info.replies);
  const records = infos.flatMap((info) => info.records);
  const missing = infos.flatMap((info) => info.missing);
  const refused = infos.flatMap((info) => info.refused);
  const parsed = readEach(records, 'listing', nameOf, (record) => item.parse(record));
  const modelReplies: ChannelReply[] = [];
  const described = await mapConcurrent(parsed.read, modelConcurrency, (each) =>
    describe(access, each, modelReplies),
  );
  const told = new Set([...records.map(nameOf), ...missing, ...refused.map(({ reference }) => reference)]);
  const lacking = itemIds
    .filter((id) => !told.has(id))
    .map((reference) => ({ reference, reason: notDescribed }));
  return {
    listings: described.flatMap((each) => ('listing' in each ? [each.listing] : [])),
    unreadable: [
      ...parsed.unreadable,
      ...described.flatMap((each) => ('reason' in each ? [each] : [])),
      ...refused,
      // What an answer merely lacks is not gone.
      ...lacking,
    ],
    interval: intervalOf([...replies, ...modelReplies], access.http.now()),
    missing,
  };
}

/** One item with its models; without them it is quarantined. */
async function describe(
  access: Access,
  each: Item,
  replies: ChannelReply[],
): Promise<{ listing: ChannelListing } | Unreadable> {
  try {
    if (!each.has_model) return { listing: listingOf(access, each, [singleVariant(access, each)]) };
    const { models, reply } = await readModels(access, each.item_id);
    replies.push(reply);
    return { listing: listingOf(access, each, modelVariants(access, each, models)) };
  } catch (error) {
    return { reference: each.item_id, reason: reasonOf('listing', error) };
  }
}

export interface Models {
  readonly models: ModelList;
  readonly reply: ChannelReply;
}

/** shopee.md 3.2: the models of one item. */
export async function readModels(access: Access, itemId: string): Promise<Models> {
  const path = '/api/v2/product/get_model_list';
  const answer = await callShop(access, { method: 'GET', path, query: { item_id: itemId } });
  return { models: responseOf(modelList, answer, path), reply: answer.reply };
}

function listingOf(access: Access, each: Item, variants: readonly ChannelVariant[]): ChannelListing {
  const seller = access.app.hosts['seller'];
  return {
    itemId: each.item_id,
    name: each.item_name ?? each.item_sku ?? each.item_id,
    sku: each.item_sku,
    imageUrl: each.image?.image_url_list[0] ?? null,
    editUrl: seller === undefined ? null : `${seller}/portal/product/${each.item_id}`,
    rawStatus: each.item_status ?? '',
    status: itemStatuses[each.item_status ?? ''] ?? 'unknown',
    isBundle: each.tag?.kit ?? false,
    updatedAt: each.update_time,
    variants,
  };
}

/** An item without models is its own variant: Shopee calls it model 0 in writes (shopee.md 3). */
function singleVariant(access: Access, each: Item): ChannelVariant {
  return {
    itemId: each.item_id,
    variantId: '0',
    sku: each.item_sku,
    name: '',
    imageUrl: null,
    ...pricesOf(each.price_info),
    rawStatus: each.item_status ?? '',
    status: itemStatuses[each.item_status ?? ''] ?? 'unknown',
    ...measureOf(each.stock_info_v2, access),
    marketplaceSku: null,
    barcodes: each.gtin_code,
    maximum: null,
  };
}

function modelVariants(access: Access, each: Item, models: ModelList): ChannelVariant[] {
  const whole = itemStatuses[each.item_status ?? ''] ?? 'unknown';
  return models.model.map((model) => {
    const options = model.tier_index.map((choice, tier) => models.tier_variation[tier]?.option_list[choice]);
    // A model of an item that is not on sale is not on sale, whatever its own status says.
    const raw = whole === 'normal' ? (model.model_status ?? 'MODEL_NORMAL') : (each.item_status ?? '');
    return {
      itemId: each.item_id,
      variantId: model.model_id,
      sku: model.model_sku,
      name: options.flatMap((option) => (option === undefined ? [] : [option.option ?? ''])).join(' / '),
      imageUrl: options[0]?.image?.image_url ?? null,
      ...pricesOf(model.price_info),
      rawStatus: raw,
      status: whole === 'normal' ? (modelStatuses[raw] ?? 'unknown') : whole,
      ...measureOf(model.stock_info_v2, access),
      marketplaceSku: null,
      barcodes: model.gtin_code,
      maximum: null,
    };
  });
}

/** `current_price` is lower than `original_price` while a promotion runs (shopee.md 3.2). */
function pricesOf(info: Item['price_info']): Pick<ChannelVariant, 'price' | 'specialPrice' | 'currency'> {
  const first = info[0];
  if (first === undefined) return { price: null, specialPrice: null, currency: null };
  const { currency, current_price: current } = first;
  const original = first.original_price ?? current;
  return {
    price: original === null ? null : toMinor(original, currency),
    specialPrice: current === null || current === original ? null : toMinor(current, currency),
    currency,
  };
}

/**
 * The measure is what the seller's location has on sale plus what promotions have reserved: joining a promotion moves
 * units from the one to the other, and a write counts both (it must not be below the reserved ones) (shopee.md 3.3).
 * Where a seller has several locations the chosen one, or the first saleable, is the one that we read and write. What lies in Shopee's
 * warehouses (`shopee_stock`) is not counted.
 */
export function measureOf(
  info: StockInfo | null | undefined,
  access: Access,
): Pick<ChannelVariant, 'measure' | 'reserved' | 'stockRef' | 'keptBy'> {
  const reserved = info?.summary_info?.total_reserved_stock ?? 0;
  const places = info?.seller_stock ?? [];
  const { locations } = access;
  const isNamed = places.some((each) => each.location_id !== null);
  const chosen = places.filter((each) => each.location_id !== null && locations?.includes(each.location_id));
  const candidates = locations === undefined || !isNamed ? places : chosen;
  const ours = candidates.find((each) => each.if_saleable !== false) ?? candidates[0];
  if (ours === undefined || ours.stock === null) {
    const isShopees = places.length === 0 && (info?.shopee_stock.length ?? 0) > 0;
    return { measure: null, keptBy: isShopees ? 'marketplace' : null, reserved, stockRef: {} };
  }
  return {
    measure: ours.stock + reserved,
    keptBy: 'seller',
    reserved,
    stockRef: ours.location_id === null ? {} : { location: ours.location_id },
  };
}
