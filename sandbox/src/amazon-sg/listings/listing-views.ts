import type { Item } from '../../core/records.ts';
import type { Offer, Shop } from '../../core/shop.ts';
import { attributesOf, isOffered, isOwnStock } from './attributes.ts';
import type { AmazonRecords } from '../protocol/records.ts';
import { isoTime, money, site } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';

export const listingDataSets = [
  'summaries', 'attributes', 'issues', 'offers', 'fulfillmentAvailability', 'procurement', 'relationships', 'productTypes',
] as const; // oxfmt-ignore
const pictureSide = 500;

/** Listings of the shop, without deleted ones. */
export function* liveOffers(offers: Iterable<Offer>): Generator<Offer> {
  for (const offer of offers)
    if (offer.item.status !== 'deleted' && offer.variant.status !== 'deleted') yield offer;
}

/** The title as buyers see it: the variant's own, or the item's with the options of this variant. */
export function titleOf(records: AmazonRecords, shop: Shop, { item, variant }: Offer): string {
  const { title } = records.listingNotes(shop, variant.id);
  if (title?.over === item.name) return title.text;
  return variant.options.length === 0 ? item.name : `${item.name} (${variant.options.join(', ')})`;
}

/** BUYABLE: can be bought. DISCOVERABLE: shown in search. None: inactive (amazon-sg.md 3.1). */
export function listingStatus(offer: Offer, sellable = offer.variant.stock.sellable): string[] {
  if (!isOffered(offer)) return [];
  return sellable > 0 ? ['BUYABLE', 'DISCOVERABLE'] : ['DISCOVERABLE'];
}

/** The same product type for all that the sandbox sells. */
export const productType = 'HOME';

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly severity: 'ERROR' | 'WARNING' | 'INFO';
  readonly categories: readonly string[];
  readonly attributeNames?: readonly string[];
  readonly enforcements?: object;
  readonly marketplaceIds?: readonly string[];
}

/** What Amazon finds wrong with a listing. */
export function issuesOf({ item }: Offer): Issue[] {
  const marketplaceIds = [site.marketplaceId];
  if (item.status === 'banned') {
    const enforcements = { actions: [{ action: 'LISTING_SUPPRESSED' }], exemption: { status: 'NOT_EXEMPT' } };
    return [
      { code: '99300', message: 'Product Detail Page Rules Violation (Inaccurate information on product detail page).', severity: 'ERROR', categories: [], enforcements, marketplaceIds },
    ]; // oxfmt-ignore
  }
  if (item.status === 'reviewing')
    return [
      { code: '18299', message: 'You need approval to list this product.', severity: 'ERROR', categories: ['QUALIFICATION_REQUIRED'], marketplaceIds },
    ]; // oxfmt-ignore
  return [];
}

/** One listing with the data sets that were asked for. */
export function itemView(call: SpCall, offer: Offer, included: ReadonlySet<string>): object {
  const { item, variant } = offer;
  const { sellable } = call.shop.stockShown(variant, call.staleSeconds);
  const marketplaceId = site.marketplaceId;
  const sets: Record<(typeof listingDataSets)[number], () => object> = {
    summaries: () => ({
      summaries: [
        {
          marketplaceId,
          asin: variant.id,
          productType,
          conditionType: 'new_new',
          status: listingStatus(offer, sellable),
          itemName: titleOf(call.records, call.shop, offer),
          createdDate: isoTime(item.createdAt),
          lastUpdatedDate: isoTime(item.updatedAt),
          mainImage: { link: call.core.pictureUrl(item.picture), height: pictureSide, width: pictureSide },
        },
      ],
    }),
    attributes: () => ({
      attributes: attributesOf(
        call.records,
        call.shop,
        offer,
        titleOf(call.records, call.shop, offer),
        call.now,
      ),
    }),
    issues: () => ({ issues: issuesOf(offer) }),
    offers: () => ({
      offers: isOffered(offer)
        ? [
            {
              marketplaceId,
              offerType: 'B2C',
              price: money(variant.specialPrice ?? variant.price),
              audience: { value: 'ALL', displayName: 'Sell on Amazon' },
            },
          ]
        : [],
    }),
    fulfillmentAvailability: () => ({
      fulfillmentAvailability: isOwnStock(offer)
        ? [{ fulfillmentChannelCode: 'DEFAULT', quantity: sellable }]
        : [{ fulfillmentChannelCode: site.amazonChannel }],
    }),
    procurement: () => ({}),
    relationships: () => ({ relationships: relationshipsOf(offer) }),
    productTypes: () => ({ productTypes: [{ marketplaceId, productType }] }),
  };
  return Object.assign(
    { sku: variant.sku },
    ...listingDataSets.map((name) => (included.has(name) ? sets[name]() : {})),
  ) as object;
}

/** The family of an item's variants, which cannot be bought itself. */
export function parentView(call: SpCall, item: Item, included: ReadonlySet<string>): object {
  const { marketplaceId } = site;
  const summary = {
    marketplaceId,
    asin: item.id,
    productType,
    conditionType: 'new_new',
    status: item.status === 'normal' ? ['DISCOVERABLE'] : [],
    itemName: item.name,
    createdDate: isoTime(item.createdAt),
    lastUpdatedDate: isoTime(item.updatedAt),
    mainImage: { link: call.core.pictureUrl(item.picture), height: pictureSide, width: pictureSide },
  };
  const childSkus = item.variants.filter(({ status }) => status !== 'deleted').map(({ sku }) => sku);
  const relationship = { type: 'VARIATION', childSkus, variationTheme: themeOf(item) };
  return {
    sku: item.sku,
    ...(included.has('summaries') ? { summaries: [summary] } : {}),
    ...(included.has('issues') ? { issues: [] } : {}),
    ...(included.has('offers') ? { offers: [] } : {}),
    ...(included.has('fulfillmentAvailability') ? { fulfillmentAvailability: [] } : {}),
    ...(included.has('relationships')
      ? { relationships: [{ marketplaceId, relationships: [relationship] }] }
      : {}),
    ...(included.has('productTypes') ? { productTypes: [{ marketplaceId, productType }] } : {}),
  };
}

function themeOf(item: Item): { attributes: string[]; theme: string } {
  const attributes = item.optionNames.map((name) => name.toLowerCase().replaceAll(' ', '_'));
  return { attributes, theme: attributes.map((name) => name.toUpperCase()).join('/') };
}

function relationshipsOf({ item }: Offer): object[] {
  if (item.optionNames.length === 0 || item.sku === '') return [];
  const relationship = { type: 'VARIATION', parentSkus: [item.sku], variationTheme: themeOf(item) };
  return [{ marketplaceId: site.marketplaceId, relationships: [relationship] }];
}
