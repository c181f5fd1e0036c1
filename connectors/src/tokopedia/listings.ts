import { message } from '@evenstock/contract/messages/message';
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
import { nameFrom, readEach, reasonOf } from '../kit/read-records.ts';
import { mapConcurrent, chunk, intervalOf } from '../kit/batches.ts';
import { callFs, dataOf, fsIdOf } from './client.ts';
import { product, products, variantChild, variantTree } from './wire.ts';
import type { Product, VariantChild } from './wire.ts';
import { channel } from './channel.ts';

/** Tokopedia's only one (tokopedia.md 0); amounts come in whole rupiah. */
export const CURRENCY = 'IDR';

/** tokopedia.md 3.1: every status of a product there is. */
export const productStatuses: Readonly<Record<string, ListingStatus>> = {
  '-2': 'rejected',
  '-1': 'delisted',
  '0': 'deleted',
  '1': 'normal',
  '2': 'normal',
  '3': 'delisted',
};

/** tokopedia.md 3.1: the most there are on a page, and asked for by id. */
const pageSize = 50;
const treeConcurrency = 5;
const infoCall = 'product/info';

/**
 * tokopedia.md 3.1: the shop's products page by page, and the tree of each that is a parent. Children are products too and are in the list: they are
 * read with their parent. The list has no filter by change, so all are read each time.
 */
export const listings: Connector['listings'] = {
  async page(access, cursor) {
    const page = typeof cursor?.['page'] === 'number' ? cursor['page'] : 1;
    const { shopId } = access.credentials;
    const { records, isNull, reply } = await productInfo(access, {
      shop_id: shopId,
      page: String(page),
      per_page: String(pageSize),
      sort: '1',
    });
    const first = nameOf(records[0]);
    if (records.length > 0 && first === cursor?.['first']) {
      throw unexpected(message('answers.page_repeats', { channel }));
    }
    // Null is no empty list; after a page that was not full there is nothing to come.
    if (isNull && cursor?.['isFull'] !== false) throw unexpected(message('answers.incomplete', { channel }));
    const described = await describeAll(access, records, [reply]);
    const isFull = records.length >= pageSize;
    return {
      ...described,
      next: isLastPage(records.length) ? null : { page: page + 1, first, isFull },
      waitSeconds: 0,
      total: null,
    };
  },

  async read(access, itemIds) {
    const replies: ChannelReply[] = [];
    const asked = await readProducts(access, itemIds, replies, true);
    // One that is a variant is read with its parent.
    const parents = asked.records.flatMap((record) => parentOf(record) ?? []);
    const there = new Set(asked.records.map(nameOf));
    const missingParents = [...new Set(parents)].filter((id) => !there.has(id));
    const more = await readProducts(access, missingParents, replies);
    const described = await describeAll(access, [...asked.records, ...more.records], replies);
    const told = new Set([...there, ...asked.missing, ...asked.refused.map(({ reference }) => reference)]);
    const lacking = itemIds
      .filter((id) => !told.has(id))
      .map((reference) => ({ reference, reason: message('answers.listing_not_described', { channel }) }));
    return {
      ...described,
      // What an answer merely lacks is not gone.
      unreadable: [...described.unreadable, ...asked.refused, ...lacking],
      missing: asked.missing,
      next: null,
      waitSeconds: 0,
      total: null,
    };
  },
};

const nameOf = (record: unknown): string => {
  const found = product.shape.basic.pick({ productID: true }).safeParse(basicOf(record));
  return found.success ? found.data.productID : nameFrom(basicOf(record), 'productID');
};

function basicOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'basic' in record ? record.basic : undefined;
}

/** The parent of a product that is a variant; null for any other. */
export function parentOf(record: unknown): string | null {
  const parsed = product.safeParse(record);
  return parsed.success && isChild(parsed.data) ? (parsed.data.variant?.parentID ?? null) : null;
}

const isChild = ({ variant }: Product): boolean => variant?.isVariant === true && !variant.isParent;
const isParent = ({ variant }: Product): boolean =>
  variant?.isParent === true || (variant?.childrenID.length ?? 0) > 0;

/** tokopedia.md 3.1: product/info, by whatever is asked. */
async function productInfo(
  access: Access,
  query: Readonly<Record<string, string>>,
): Promise<{ records: readonly unknown[]; isNull: boolean; reply: ChannelReply }> {
  const path = `/inventory/v1/fs/${fsIdOf(access.app)}/product/info`;
  const answer = await callFs(access, { method: 'GET', path, query, group: 'products' });
  const told = dataOf(products, answer, infoCall);
  return { records: told ?? [], isNull: told === null, reply: answer.reply };
}

export interface FoundProducts {
  readonly records: readonly unknown[];
  /** Those of which Tokopedia says that it has no such product. */
  readonly missing: readonly string[];
  readonly refused: readonly Unreadable[];
}

/**
 * Products by their ids; an answer may lack some, and one that is refused costs itself alone. `asksAlone`: one that a call with others
 * lacks is asked for alone, which answers for it.
 */
export async function readProducts(
  access: Access,
  ids: readonly string[],
  replies: ChannelReply[],
  asksAlone = false,
): Promise<FoundProducts> {
  const found: FoundProducts[] = [];
  for (const piece of chunk([...new Set(ids)], pageSize)) {
    found.push(await productsIfThere(access, piece, replies));
  }
  const whole = joined(found);
  const told = new Set([
    ...whole.records.map(nameOf),
    ...whole.missing,
    ...whole.refused.map(({ reference }) => reference),
  ]);
  const lacking = ids.length === 1 || !asksAlone ? [] : [...new Set(ids)].filter((id) => !told.has(id));
  for (const id of lacking) found.push(await productsIfThere(access, [id], replies));
  return joined(found);
}

const joined = (found: readonly FoundProducts[]): FoundProducts => ({
  records: found.flatMap(({ records }) => records),
  missing: found.flatMap(({ missing }) => missing),
  refused: found.flatMap(({ refused }) => refused),
});

/** A page ends the list where it has fewer rows than asked for (tokopedia.md 3.1). One that lacks a few is read on from. */
export const isLastPage = (rows: number): boolean => rows < pageSize * 0.8;

/** One product may fail the whole call, so they are then read one by one. */
async function productsIfThere(
  access: Access,
  ids: readonly string[],
  replies: ChannelReply[],
): Promise<FoundProducts> {
  try {
    const { records, reply } = await productInfo(access, { product_id: ids.join(',') });
    replies.push(reply);
    return { records, missing: [], refused: [] };
  } catch (error) {
    const isAboutProducts =
      error instanceof ChannelError && ['rejected', 'unexpected'].includes(error.fault.kind);
    if (!isAboutProducts) throw error;
    const [first, ...others] = ids;
    if (first !== undefined && others.length === 0) {
      const isGone =
        (error.fault.kind === 'rejected' && error.fault.code === 'OPENAPI_DB_003') ||
        /product.*not found|not found.*product|invalid product/i.test(error.message);
      return isGone
        ? { records: [], missing: [first], refused: [] }
        : { records: [], missing: [], refused: [{ reference: first, reason: error.fault.reason }] };
    }
  }
  const one: FoundProducts[] = [];
  for (const id of ids) one.push(await productsIfThere(access, [id], replies));
  return joined(one);
}

type Described = Pick<ListingPage, 'listings' | 'unreadable' | 'interval'>;

async function describeAll(
  access: Access,
  records: readonly unknown[],
  replies: ChannelReply[],
): Promise<Described> {
  const parsed = readEach(records, 'listing', nameOf, (record) => product.parse(record));
  const items = parsed.read.filter((each) => !isChild(each));
  const all = await mapConcurrent(
    items,
    treeConcurrency,
    async (item): Promise<{ listing: ChannelListing } | Unreadable> => {
      try {
        return { listing: await listingOf(access, item, replies) };
      } catch (error) {
        return { reference: item.basic.productID, reason: reasonOf('listing', error) };
      }
    },
  );
  return {
    listings: all.flatMap((each) => ('listing' in each ? [each.listing] : [])),
    unreadable: [...parsed.unreadable, ...all.flatMap((each) => ('reason' in each ? [each] : []))],
    interval: intervalOf(replies, access.http.now()),
  };
}

async function listingOf(access: Access, item: Product, replies: ChannelReply[]): Promise<ChannelListing> {
  const { productID: itemId, name } = item.basic;
  const rawStatus = String(item.basic.status ?? 'unknown');
  return {
    itemId,
    name: name ?? item.other?.sku ?? itemId,
    sku: item.other?.sku ?? null,
    imageUrl: item.pictures[0]?.OriginalURL ?? null,
    editUrl: null,
    rawStatus,
    status: productStatuses[rawStatus] ?? 'unknown',
    isBundle: false,
    updatedAt: null,
    variants: isParent(item)
      ? (await readChildren(access, itemId, replies)).map((child) => childVariant(item, child))
      : [singleVariant(access, item)],
  };
}

/** tokopedia.md 3.1: the tree of a parent. */
async function readChildren(
  access: Access,
  parentId: string,
  replies: ChannelReply[],
): Promise<VariantChild[]> {
  const path = `/inventory/v1/fs/${fsIdOf(access.app)}/product/variant/${parentId}`;
  const answer = await callFs(access, { method: 'GET', path, group: 'products' });
  replies.push(answer.reply);
  return dataOf(variantTree, answer, 'product/variant').children.map((child) => variantChild.parse(child));
}

/** tokopedia.md 3.1: a product without variants has its own id in writes, as a child has. */
function singleVariant(access: Access, item: Product): ChannelVariant {
  const rawStatus = String(item.basic.status ?? 'unknown');
  return {
    itemId: item.basic.productID,
    variantId: item.basic.productID,
    sku: item.other?.sku ?? null,
    name: '',
    imageUrl: null,
    price: rupiah(item.price ?? null),
    specialPrice: null,
    currency: CURRENCY,
    rawStatus,
    status: productStatuses[rawStatus] ?? 'unknown',
    ...levelOf(access, item),
    marketplaceSku: null,
    // Its document has none (tokopedia.md 3.1).
    barcodes: null,
    maximum: null,
  };
}

function childVariant(parent: Product, child: VariantChild): ChannelVariant {
  const whole = productStatuses[String(parent.basic.status)] ?? 'unknown';
  // A child of a product that is not on sale is not on sale, whatever it says of itself.
  const isOff = whole === 'normal' && !child.enabled;
  return {
    itemId: parent.basic.productID,
    variantId: child.product_id,
    stockRef: { product: child.product_id },
    sku: child.sku,
    name: ownName(parent.basic.name ?? '', child.name ?? ''),
    imageUrl: child.picture?.original ?? null,
    price: rupiah(child.price),
    specialPrice: null,
    currency: CURRENCY,
    rawStatus: isOff ? 'disabled' : String(parent.basic.status ?? 'unknown'),
    status: isOff ? 'delisted' : whole,
    measure: child.always_available ? null : child.stock,
    reserved: child.reserve_stock,
    keptBy: 'seller',
    marketplaceSku: null,
    // Its document has none (tokopedia.md 3.1).
    barcodes: null,
    maximum: null,
  };
}

/** 'Tee - Green, XL' of the product 'Tee' is 'Green, XL'. */
function ownName(parent: string, child: string): string {
  return child.startsWith(`${parent} - `) ? child.slice(parent.length + 3) : child;
}

function rupiah(amount: number | null): number | null {
  return amount === null ? null : toMinor(amount, CURRENCY);
}

/**
 * tokopedia.md 3.1: `stock.value` is what can be bought (`main_stock`) and what a campaign keeps (`reserve_stock`) together. A
 * product that does not count its stock has no number. Of several warehouses the chosen one, or the first, is the one that we read and
 * write.
 */
export function levelOf(
  access: Access,
  item: Product,
): Pick<ChannelVariant, 'measure' | 'reserved' | 'stockRef' | 'keptBy'> {
  const { locations } = access;
  const isMany = item.warehouses.length > 1;
  const chosen = item.warehouses.find(({ warehouseID: id }) => locations?.includes(id));
  const warehouse = locations === undefined ? item.warehouses[0] : chosen;
  if (isMany && warehouse === undefined) {
    return { measure: null, keptBy: null, reserved: 0, stockRef: { product: item.basic.productID } };
  }
  const level = isMany ? warehouse?.stock : item.stock;
  // What is false or 0 is left out (3.1): a number that is there is one, whether or not it is said to count.
  const counted =
    level?.useStock === true && level.value === undefined
      ? 0
      : level?.useStock === false
        ? null
        : level?.value;
  return {
    measure: counted ?? null,
    keptBy: 'seller',
    reserved: item.reserve_stock,
    stockRef: {
      product: item.basic.productID,
      ...(isMany && warehouse !== undefined ? { warehouse: warehouse.warehouseID } : {}),
    },
  };
}
