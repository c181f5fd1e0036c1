import { message } from '@evenstock/contract/messages/message';
import { toMajor, toMinor } from '@evenstock/contract/values/money';
import type {
  Action,
  ActionResult,
  Delisting,
  Effect,
  ListedItem,
  ListingRemoval,
  Pricing,
  Renaming,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError, rejected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { callShop, dataOf, throwItemError } from './client.ts';
import type { TiktokCall } from './client.ts';
import { productStatuses, readProduct, statusWordOf } from './listings.ts';
import { sellsOnTokopedia, shortestTitleOf } from './regions.ts';
import { product, productPage } from './wire.ts';
import type { Product, Sku } from './wire.ts';
import { channel } from './channel.ts';

/** tiktok.md 3.3: prices/update, of one SKU. A price is not reviewed. */
export const pricing: Pricing = {
  setPrice: {
    perform: (access, { listing, price, currency }) =>
      catchRejection(knownRejections, () =>
        edit(access, {
          method: 'POST',
          path: `/product/202309/products/${encodeURIComponent(listing.itemId)}/prices/update`,
          body: { skus: [{ id: listing.variantId, price: { amount: amountOf(price, currency), currency } }] },
          group: 'products',
        }),
      ),
    check: (access, { listing, price, currency }) =>
      checking(async () => {
        const { skus } = await mustRead(access, listing.itemId);
        const sku = skus.find(({ id }) => id === listing.variantId);
        return { effect: sku !== undefined && costs(sku, price, currency) ? 'done' : 'not_done' };
      }),
  },
};

/** '18.50'; in currencies whose minor unit nobody writes, '5000' (tiktok.md 9). */
function amountOf(price: number, currency: string): string {
  return toMajor(price, currency).toFixed(withoutDecimals.has(currency) ? 0 : 2);
}
const withoutDecimals = new Set(['IDR', 'VND', 'JPY', 'KRW']);

function costs({ price }: Sku, asked: number, currency: string): boolean {
  return [price?.sale_price, price?.tax_exclusive_price].some(
    (amount) => amount != null && toMinor(amount, currency) === asked,
  );
}

const examiningSeconds = 300;

/** tiktok.md 3.3: partial_edit. TikTok reviews the new title and shows the old one until then. */
export const renaming: Renaming = {
  longest: 255,
  rename: {
    perform: (access, { item, name }) =>
      catchRejection(knownRejections, async () => {
        if (Array.from(name).length < shortestTitleOf(access))
          throw rejected('title_too_short', tooShortWords);
        const live = await mustRead(access, item.itemId);
        const before = await renamed(access, live, name);
        if (before.effect === 'done') return done;
        if (before.effect !== 'not_yet_known') {
          await edit(access, {
            method: 'POST',
            path: `/product/202309/products/${encodeURIComponent(item.itemId)}/partial_edit`,
            body: { title: name, save_mode: 'LISTING', ...platforms(access, live, isKept) },
            group: 'products',
          });
        }
        return { outcome: 'pending', reference: {}, afterSeconds: 5 };
      }),
    check: (access, { item, name }) =>
      checking(async () => renamed(access, await mustRead(access, item.itemId), name)),
  },
};

async function renamed(access: Access, live: Product, name: string): Promise<Effect> {
  if (live.title === name) return { effect: 'done' };
  const examined = await readProduct(access, live.id, 'under_review');
  if (examined?.title !== name) return { effect: 'not_done' };
  if (examined.audit?.status === 'FAILED') {
    return { effect: 'refused', code: 'title_refused', reason: titleRefusedWords };
  }
  return { effect: 'not_yet_known', afterSeconds: examiningSeconds };
}

/** tiktok.md 3.3: deactivate and activate. An activated product may be reviewed first. */
export const delisting: Delisting = {
  delist: turning('deactivate', goesOnSale, (word) => ({ effect: goesOnSale(word) ? 'not_done' : 'done' })),
  relist: turning('activate', isOffSale, (word) => {
    if (isOnSale(word)) return { effect: 'done' };
    if (word === 'PENDING') return { effect: 'not_yet_known', afterSeconds: examiningSeconds };
    if (word !== 'FAILED') return { effect: 'not_done' };
    return { effect: 'refused', code: 'product_refused', reason: productRefusedWords };
  }),
};

/** Turns the sale of an item on or off, on the storefronts that `concerned` picks. */
function turning(
  verb: 'activate' | 'deactivate',
  concerned: (word: string) => boolean,
  effectOf: (word: string) => Effect,
): Action<ListedItem> {
  return {
    perform: (access, { itemId }) =>
      catchRejection(knownRejections, async () => {
        const found = await mustRead(access, itemId);
        const before = effectOf(statusWordOf(found));
        if (before.effect === 'done') return done;
        if (before.effect !== 'not_yet_known') {
          await edit(access, {
            method: 'POST',
            path: `/product/202309/products/${verb}`,
            body: { product_ids: [itemId], ...platforms(access, found, concerned) },
            group: 'products',
          });
        }
        return verb === 'deactivate' ? done : { outcome: 'pending', reference: {}, afterSeconds: 5 };
      }),
    check: (access, { itemId }) =>
      checking(async () => effectOf(statusWordOf(await mustRead(access, itemId)))),
  };
}

/** tiktok.md 3.3: the product goes into the seller's recycle bin, and can be restored in Seller Center. */
export const listingRemoval: ListingRemoval = {
  remove: {
    perform: (access, item) => catchRejection(knownRejections, () => remove(access, item)),
    check: (access, item) =>
      checking(async () => ({ effect: (await isGone(access, item)) ? 'done' : 'not_done' })),
  },
};

async function remove(access: Access, item: ListedItem): Promise<ActionResult> {
  if (await isGone(access, item)) return done;
  const body = { product_ids: [item.itemId] };
  try {
    return await edit(access, {
      method: 'DELETE',
      path: '/product/202309/products',
      body,
      group: 'products',
    });
  } catch (error) {
    // It may be refused because an earlier try took effect.
    if (error instanceof ChannelError && error.fault.kind === 'rejected' && (await isGone(access, item))) {
      return done;
    }
    throw error;
  }
}

/** A deleted product has no detail (tiktok.md 3.2), so it is searched for by its SKUs. */
async function isGone(access: Access, item: ListedItem): Promise<boolean> {
  try {
    const found = await readProduct(access, item.itemId);
    return found === null || statusWordOf(found) === 'DELETED';
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    const skuIds = item.variants.slice(0, mostSkusOfSearch).map(({ variantId }) => variantId);
    const found = (await findProducts(access, skuIds)).find(({ id }) => id === item.itemId);
    return found === undefined || statusWordOf(found) === 'DELETED';
  }
}

/** tiktok.md 3.1. */
const mostSkusOfSearch = 10;

async function findProducts(access: Access, skuIds: readonly string[]): Promise<Product[]> {
  const path = '/product/202502/products/search';
  const answer = await callShop(access, {
    method: 'POST',
    path,
    query: { page_size: mostSkusOfSearch },
    body: { sku_ids: skuIds },
    group: 'products',
  });
  return (dataOf(productPage, answer, path).products ?? []).flatMap((record) => {
    const parsed = product.safeParse(record);
    return parsed.success ? [parsed.data] : [];
  });
}

function isOnSale(word: string): boolean {
  return productStatuses[word] === 'normal';
}
/** Whether it is on sale, or will be after its review. */
function goesOnSale(word: string): boolean {
  return isOnSale(word) || word === 'PENDING';
}
function isOffSale(word: string): boolean {
  return word === 'SELLER_DEACTIVATED' || word === 'PLATFORM_DEACTIVATED';
}
/** An edit keeps the product's storefronts. One that is left out is switched off. */
function isKept(word: string): boolean {
  return word !== 'SELLER_DEACTIVATED' && word !== 'DELETED';
}

/**
 * The storefronts that an edit means, where there are two (tiktok.md 9): those of the product that `concerned` picks by their
 * status. The top-level status is TikTok Shop's own, and is left out where the product is not there.
 */
function platforms(
  access: Access,
  listed: Product,
  concerned: (word: string) => boolean,
): { listing_platforms?: string[] } {
  if (!sellsOnTokopedia(access)) return {};
  const own = listed.status === null ? [] : [{ platform: 'TIKTOK_SHOP', status: listed.status }];
  const named = [...own, ...listed.integrated_platform_statuses]
    .filter(({ status }) => concerned(status))
    .flatMap(({ platform }) => platform ?? []);
  return { listing_platforms: [...new Set(named)] };
}

async function mustRead(access: Access, itemId: string): Promise<Product> {
  const found = await readProduct(access, itemId);
  if (found !== null) return found;
  throw rejected('12052048', goneWords);
}

/** Sends an edit. What its list of errors names was not done (tiktok.md 2). */
async function edit(access: Access, call: TiktokCall): Promise<ActionResult> {
  throwItemError(await callShop(access, call));
  return done;
}

const goneWords = message('refusals.item_gone', { channel });
const tooShortWords = message('refusals.name_too_short', { channel, least: 25 });
const titleRefusedWords = message('refusals.name_refused', { channel });
const productRefusedWords = message('refusals.product_refused', { channel });

/** What refuses an edit (tiktok.md 2, 3.3). */
const knownRejections: readonly KnownRejection[] = [
  { when: /^12052048\b/, reason: goneWords, mayPass: false },
  {
    when: /promotion|campaign|flash ?sale|activity/i,
    reason: message('refusals.in_promotion', { channel }),
    mayPass: true,
  },
  {
    when: /fr(ee|o)ze/i,
    reason: message('refusals.frozen', { channel }),
    mayPass: true,
  },
];
