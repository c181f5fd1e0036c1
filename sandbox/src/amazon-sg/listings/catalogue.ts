import type { Offer } from '../../core/shop.ts';
import { liveOffers, productType, titleOf } from './listing-views.ts';
import { pageToken, readPageToken } from '../protocol/page-token.ts';
import { invalidInput, notFound } from '../protocol/reply.ts';
import { site } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';

const dataSets = [
  'attributes', 'classifications', 'dimensions', 'identifiers', 'images', 'productTypes', 'relationships', 'salesRanks', 'summaries', 'vendorDetails',
] as const; // oxfmt-ignore
const identifierTypes = ['ASIN', 'EAN', 'GTIN', 'ISBN', 'JAN', 'MINSAN', 'SKU', 'UPC'] as const;
const pictureSide = 500;

function includedSets(call: SpCall): Set<string> {
  const asked = call.list('includedData', Infinity, dataSets);
  return new Set(asked.length === 0 ? ['summaries'] : asked);
}

/** `GET /catalog/2022-04-01/items`: by identifiers or keywords. The catalogue is what this seller lists (amazon-sg.md 3.3). */
export function searchCatalogItems(call: SpCall): object {
  call.mustBeHere(call.list('marketplaceIds', 1));
  const identifiers = call.list('identifiers', 20);
  const keywords = call.list('keywords', 20);
  const type = call.choice('identifiersType', identifierTypes);
  if ((identifiers.length === 0) === (keywords.length === 0))
    throw invalidInput("Exactly one of 'identifiers' and 'keywords' must be provided.");
  if (identifiers.length > 0 && type === null)
    throw invalidInput("'identifiersType' is required with 'identifiers'.");
  if (type === 'SKU') call.mustBeOwn(call.text('sellerId') ?? '');
  const included = includedSets(call);
  const pageSize = call.whole('pageSize', 10, 1, 20);
  const question = JSON.stringify([identifiers, type, keywords]);
  const from = readPageToken(call.text('pageToken'), question);
  const found = [...liveOffers(call.shop.offers())].filter((offer) => {
    const title = titleOf(call.records, call.shop, offer).toLowerCase();
    const named = type === 'ASIN' ? offer.variant.id : type === 'SKU' ? offer.variant.sku : '';
    return identifiers.length > 0
      ? identifiers.includes(named)
      : keywords.every((word) => title.includes(word.toLowerCase()));
  });
  const next = from + pageSize;
  return {
    numberOfResults: found.length,
    ...(next < found.length ? { pagination: { nextToken: pageToken(next, question) } } : {}),
    items: found.slice(from, next).map((offer) => itemView(call, offer, included)),
  };
}

/** `GET /catalog/2022-04-01/items/{asin}`. */
export function getCatalogItem(call: SpCall): object {
  call.mustBeHere(call.list('marketplaceIds'));
  const included = includedSets(call);
  const offer = [...liveOffers(call.shop.offers())].find(({ variant }) => variant.id === call.part('asin'));
  if (offer === undefined) throw notFound(`ASIN ${call.part('asin')} could not be found.`);
  return itemView(call, offer, included);
}

function itemView(call: SpCall, offer: Offer, included: ReadonlySet<string>): object {
  const { marketplaceId } = site;
  const { item, variant } = offer;
  const link = call.core.pictureUrl(item.picture);
  const image = { variant: 'MAIN', link, height: pictureSide, width: pictureSide };
  const itemName = titleOf(call.records, call.shop, offer);
  return {
    asin: variant.id,
    ...(included.has('summaries')
      ? { summaries: [{ marketplaceId, brand: call.shop.record.name, itemName }] }
      : {}),
    ...(included.has('images') ? { images: [{ marketplaceId, images: [image] }] } : {}),
    ...(included.has('identifiers')
      ? {
          identifiers: [{ marketplaceId, identifiers: [{ identifierType: 'SKU', identifier: variant.sku }] }],
        }
      : {}),
    ...(included.has('productTypes') ? { productTypes: [{ marketplaceId, productType }] } : {}),
    ...(included.has('dimensions') ? { dimensions: [{ marketplaceId }] } : {}),
  };
}
