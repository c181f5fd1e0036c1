import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import { ChannelError, rejected, unexpected } from '../kit/errors.ts';
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
import { nameFrom, reasonOf } from '../kit/read-records.ts';
import { mapConcurrent, intervalOf } from '../kit/batches.ts';
import { callShop, dataOf } from './client.ts';
import { isKeptHere, keeperOf } from './keeper.ts';
import { nextPage } from './paging.ts';
import { product, productPage } from './wire.ts';
import type { Product, Sku } from './wire.ts';
import { channel } from './channel.ts';

/** tiktok.md 3.1: every product status there is. One under review is not on sale yet. */
export const productStatuses: Readonly<Record<string, ListingStatus>> = {
  ACTIVATE: 'normal',
  DRAFT: 'delisted',
  PENDING: 'delisted',
  SELLER_DEACTIVATED: 'delisted',
  FAILED: 'rejected',
  PLATFORM_DEACTIVATED: 'rejected',
  FREEZE: 'rejected',
  DELETED: 'deleted',
};

/** tiktok.md 3.2: every status of a SKU there is. */
export const skuStatuses: Readonly<Record<string, ListingStatus>> = {
  NORMAL: 'normal',
  DEACTIVATED: 'delisted',
};

/** tiktok.md 3.3: a quantity cannot be set higher. */
const highestQuantity = 99_999;
/** tiktok.md 2: also for a product that does not exist. */
export const notThisSellers = '12052048';
/** tiktok.md 3.2: these have no detail. */
const withoutDetail = new Set(['FREEZE', 'DELETED']);

/** Small, so that a page's quantities are read within seconds: each product needs a call. */
const pageSize = 25;
const detailConcurrency = 5;

/** tiktok.md 3.1, 3.2: products/search, then the detail of each: only there are pictures and the names of variants. */
export const listings: Connector['listings'] = {
  async page(access, cursor, changedSince) {
    const path = '/product/202502/products/search';
    const token = typeof cursor?.['token'] === 'string' ? cursor['token'] : null;
    const answer = await callShop(access, {
      method: 'POST',
      path,
      query: { page_size: pageSize, ...(token === null ? {} : { page_token: token }) },
      body: changedSince === null ? {} : { update_time_ge: Math.floor(changedSince.getTime() / 1000) },
      group: 'products',
    });
    const list = dataOf(productPage, answer, path);
    const rows = list.products ?? [];
    const described = await mapConcurrent(rows, detailConcurrency, (record) => describe(access, record));
    const records = {
      ...pageOf(access, described, [answer.reply]),
      waitSeconds: 0,
      total: list.total_count,
    };
    return withNext(records, () => nextPage(cursor, list.products, list));
  },

  async read(access, itemIds) {
    const described = await mapConcurrent(itemIds, detailConcurrency, (id) => describeDetail(access, id));
    return {
      ...pageOf(access, described, []),
      missing: itemIds.filter((_, position) => described[position] === null),
      next: null,
      waitSeconds: 0,
      total: null,
    };
  },
};

interface Described {
  readonly listing: ChannelListing;
  readonly replies: readonly ChannelReply[];
}

function pageOf(
  access: Access,
  described: readonly (Described | Unreadable | null)[],
  replies: readonly ChannelReply[],
): Pick<ListingPage, 'listings' | 'unreadable' | 'interval'> {
  const found = described.flatMap((each) => (each !== null && 'listing' in each ? [each] : []));
  return {
    listings: found.map(({ listing }) => listing),
    unreadable: described.flatMap((each) => (each !== null && 'reason' in each ? [each] : [])),
    interval: intervalOf([...replies, ...found.flatMap((each) => each.replies)], access.http.now()),
  };
}

const nameOf = (record: unknown): string => nameFrom(record, 'id');

/** One product of a search, with its detail where there is one; quarantined with its reason where it cannot be read. */
async function describe(access: Access, record: unknown): Promise<Described | Unreadable> {
  try {
    const found = product.parse(record);
    if (found.status !== null && withoutDetail.has(found.status)) {
      return { listing: listingOf(access, found), replies: [] };
    }
    return (
      (await describeDetail(access, found.id)) ?? {
        reference: found.id,
        reason: message('answers.listing_not_described', { channel }),
      }
    );
  } catch (error) {
    return { reference: nameOf(record), reason: reasonOf('listing', error) };
  }
}

/** The detail of one product; null where the shop has no such product. */
async function describeDetail(access: Access, itemId: string): Promise<Described | Unreadable | null> {
  try {
    const detail = await readDetail(access, itemId, {});
    if (detail === null) return null;
    const found = product.parse(detail.record);
    if (found.id !== itemId)
      throw rejected('other_item', message('answers.listing_not_described', { channel }));
    return { listing: listingOf(access, found), replies: [detail.reply] };
  } catch (error) {
    return { reference: itemId, reason: reasonOf('listing', error) };
  }
}

/** tiktok.md 3.2: the current state of one product, or the one after its review; null if the shop has none such. */
export async function readProduct(
  access: Access,
  itemId: string,
  version: 'live' | 'under_review' = 'live',
): Promise<Product | null> {
  const query = version === 'live' ? {} : { return_under_review_version: 'true' };
  const detail = await readDetail(access, itemId, query);
  if (detail === null) return null;
  const parsed = product.safeParse(detail.record);
  if (parsed.success) return parsed.data;
  throw unexpected(message('answers.listing_undocumented', { channel }));
}

async function readDetail(
  access: Access,
  itemId: string,
  query: Readonly<Record<string, string>>,
): Promise<{ record: unknown; reply: ChannelReply } | null> {
  const path = `/product/202309/products/${encodeURIComponent(itemId)}`;
  try {
    const { envelope, reply } = await callShop(access, { method: 'GET', path, query, group: 'products' });
    return { record: envelope.data, reply };
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    if (error.fault.code === notThisSellers) return null;
    throw error;
  }
}

/**
 * The status that decides a product's state. In Indonesia a product may be on TikTok Shop and on Tokopedia, with one stock: it
 * is on sale where either sells it (tiktok.md 9).
 */
export function statusWordOf(each: Product): string {
  const words = [each.status, ...each.integrated_platform_statuses.map(({ status }) => status)].filter(
    (word) => word !== null,
  );
  return words.find((word) => productStatuses[word] === 'normal') ?? words[0] ?? 'unknown';
}

function listingOf(access: Access, each: Product): ChannelListing {
  const sellerCentre = access.app.hosts['seller'];
  const rawStatus = statusWordOf(each);
  const status = productStatuses[rawStatus] ?? 'unknown';
  const picture = each.main_images[0];
  return {
    itemId: each.id,
    name: each.title ?? each.skus[0]?.seller_sku ?? each.id,
    // TikTok keeps seller's codes on SKUs only.
    sku: null,
    imageUrl: picture?.urls[0] ?? picture?.thumb_urls[0] ?? null,
    editUrl: sellerCentre === undefined ? null : `${sellerCentre}/product/edit/${each.id}`,
    rawStatus,
    status,
    isBundle: each.skus.some((sku) => sku.combined_skus.length > 0),
    updatedAt: each.update_time,
    variants: each.skus.map((sku) => variantOf(access, each, sku, { rawStatus, status })),
  };
}

/** The units of several warehouses; null where none is named, or one has no number. */
function sumOf(numbers: readonly (number | null)[]): number | null {
  const told = numbers.filter((each) => each !== null);
  return told.length === 0 || told.length < numbers.length ? null : told.reduce((sum, each) => sum + each, 0);
}

/** A product without variants has one SKU without attributes (tiktok.md 3.2): its name is then empty. */
function variantOf(
  access: Access,
  item: Product,
  sku: Sku,
  whole: { readonly rawStatus: string; readonly status: ListingStatus },
): ChannelVariant {
  const own = sku.status_info?.status ?? 'NORMAL';
  const { currency, sale_price: sale, tax_exclusive_price: bare } = sku.price ?? {};
  const price = sale ?? bare ?? null;
  const isKept = keeperOf(sku.fulfillment_type ?? item.fulfillment_type) === 'marketplace';
  const here = sku.inventory.filter((each) => isKeptHere(access, each.warehouse_id));
  const picture = sku.sales_attributes.find(({ sku_img: image }) => image != null)?.sku_img;
  return {
    itemId: item.id,
    variantId: sku.id,
    sku: sku.seller_sku,
    name: sku.sales_attributes.flatMap(({ value_name: value }) => value ?? []).join(', '),
    imageUrl: picture?.urls[0] ?? picture?.thumb_urls[0] ?? null,
    price: price === null || currency == null ? null : toMinor(price, currency),
    // The product does not report promotions.
    specialPrice: null,
    currency: currency ?? null,
    // A SKU of a product that is not on sale is not on sale, whatever its own status says.
    rawStatus: whole.status === 'normal' ? own : whole.rawStatus,
    status: whole.status === 'normal' ? (skuStatuses[own] ?? 'unknown') : whole.status,
    measure: isKept ? null : sumOf(here.map(({ quantity }) => quantity)),
    // Units that a campaign reserves are not reported (tiktok.md 3).
    reserved: 0,
    stockRef: warehousesRef(sku.inventory.map(({ warehouse_id: id }) => id)),
    keptBy: isKept ? 'marketplace' : here.length === 0 ? null : 'seller',
    marketplaceSku: null,
    barcodes: sku.identifier_code?.code ?? null,
    maximum: highestQuantity,
  };
}

/** The warehouses that a write must name, every one of them (tiktok.md 3.3). */
export function warehousesRef(ids: readonly (string | null)[]): Readonly<Record<string, string>> {
  const known = ids.filter((id) => id !== null);
  return known.length === 0 ? {} : { warehouses: known.join(',') };
}
