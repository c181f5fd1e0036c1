import { listed, paged } from '../../core/left-out.ts';
import type { Item } from '../../core/records.ts';
import type { Offer } from '../../core/shop.ts';
import {
  itemView,
  issuesOf,
  listingDataSets,
  listingStatus,
  liveOffers,
  parentView,
} from './listing-views.ts';
import { pageToken, readPageToken } from '../protocol/page-token.ts';
import { invalidInput, notFound } from '../protocol/reply.ts';
import type { SpCall } from '../protocol/sp-call.ts';

/** Maximum number of results that can be paged through (amazon-sg.md 3.1). */
const reachable = 1_000;
const identifierTypes = ['ASIN', 'EAN', 'FNSKU', 'GTIN', 'ISBN', 'JAN', 'MINSAN', 'SKU', 'UPC'] as const;

function includedSets(call: SpCall): Set<string> {
  const asked = call.list('includedData', Infinity, listingDataSets);
  return new Set(asked.length === 0 ? ['summaries'] : asked);
}

/** The seller's live listing with that SKU. */
function offerWith(call: SpCall, sku: string): Offer | undefined {
  return call.shop.offersOf(sku)[0];
}

/** The item whose variants name that SKU as their parent. */
function parentWith(call: SpCall, sku: string): Item | undefined {
  return [...call.shop.items.values()].find(
    (item) => item.sku === sku && item.optionNames.length > 0 && item.status !== 'deleted',
  );
}

/** `GET /listings/2021-08-01/items/{sellerId}/{sku}` (amazon-sg.md 3.1). */
export function getListingsItem(call: SpCall): object {
  call.mustBeOwn(call.part('sellerId'));
  call.mustBeHere(call.list('marketplaceIds'));
  const included = includedSets(call);
  const offer = offerWith(call, call.part('sku'));
  const parent = offer === undefined ? parentWith(call, call.part('sku')) : undefined;
  if (parent !== undefined) return parentView(call, parent, included);
  if (offer === undefined) throw notFound(`SKU '${call.part('sku')}' not found in marketplace.`);
  return itemView(call, offer, included);
}

/** `GET /listings/2021-08-01/items/{sellerId}`: filtered, sorted, paged; no more than a thousand in all. */
export function searchListingsItems(call: SpCall): object {
  call.mustBeOwn(call.part('sellerId'));
  call.mustBeHere(call.list('marketplaceIds'));
  const included = includedSets(call);
  const pageSize = call.whole('pageSize', 10, 1, 20);
  const criteria = criteriaOf(call);
  const from = readPageToken(call.text('pageToken'), criteria.key);
  const meant = [...liveOffers(call.shop.offers())].filter(criteria.isMeant).sort(criteria.order);
  const found = listed(meant, call.leftOut('products'));
  const size = Math.max(0, Math.min(pageSize, reachable - from));
  const items = paged(found, from, size, call.pageFault('products'));
  const next = from + pageSize;
  const pagination = {
    ...(next < Math.min(found.length, reachable) ? { nextToken: pageToken(next, criteria.key) } : {}),
    ...(from > 0 ? { previousToken: pageToken(Math.max(0, from - pageSize), criteria.key) } : {}),
  };
  return {
    numberOfResults: found.length,
    ...(Object.keys(pagination).length === 0 ? {} : { pagination }),
    items: items.map((offer) => itemView(call, offer, included)),
  };
}

interface Criteria {
  /** The same for calls that ask for the same. */
  readonly key: string;
  readonly isMeant: (offer: Offer) => boolean;
  readonly order: (one: Offer, other: Offer) => number;
}

function criteriaOf(call: SpCall): Criteria {
  const identifiers = call.list('identifiers', 20);
  const type = call.choice('identifiersType', identifierTypes);
  const parent = call.text('variationParentSku');
  if (identifiers.length > 0 !== (type !== null))
    throw invalidInput("'identifiers' and 'identifiersType' must be given together.");
  if (identifiers.length > 0 && (parent ?? call.text('packageHierarchySku')) !== null)
    throw invalidInput("'identifiers' cannot be used with 'variationParentSku' or 'packageHierarchySku'.");
  const created = [call.time('createdAfter') ?? -Infinity, call.time('createdBefore') ?? Infinity] as const;
  const updated = [
    call.time('lastUpdatedAfter') ?? -Infinity,
    call.time('lastUpdatedBefore') ?? Infinity,
  ] as const;
  const withStatus = call.list('withStatus', Infinity, ['BUYABLE', 'DISCOVERABLE']);
  const withoutStatus = call.list('withoutStatus', Infinity, ['BUYABLE', 'DISCOVERABLE']);
  const severities = call.list('withIssueSeverity', Infinity, ['WARNING', 'ERROR']);
  const sortBy = call.choice('sortBy', ['sku', 'createdDate', 'lastUpdatedDate']) ?? 'lastUpdatedDate';
  const sign = call.choice('sortOrder', ['ASC', 'DESC']) === 'ASC' ? 1 : -1;
  const rank: Record<typeof sortBy, (one: Offer, other: Offer) => number> = {
    sku: (one, other) => compare(one.variant.sku, other.variant.sku),
    createdDate: (one, other) => one.item.createdAt - other.item.createdAt,
    lastUpdatedDate: (one, other) => one.item.updatedAt - other.item.updatedAt,
  };
  return {
    key: JSON.stringify([identifiers, type, parent, call.text('packageHierarchySku'), created.map(String), updated.map(String), withStatus, withoutStatus, severities, sortBy, sign]), // oxfmt-ignore
    isMeant(offer) {
      const { item, variant } = offer;
      const status = listingStatus(offer);
      const named = type === 'SKU' ? variant.sku : type === 'ASIN' ? variant.id : '';
      return (
        (type === null || identifiers.includes(named)) &&
        (parent === null || (item.sku === parent && item.optionNames.length > 0)) &&
        call.text('packageHierarchySku') === null &&
        isBetween(item.createdAt, created) &&
        isBetween(item.updatedAt, updated) &&
        withStatus.every((word) => status.includes(word)) &&
        !withoutStatus.some((word) => status.includes(word)) &&
        (severities.length === 0 || issuesOf(offer).some(({ severity }) => severities.includes(severity)))
      );
    },
    order: (one, other) => sign * rank[sortBy](one, other) || compare(one.variant.id, other.variant.id),
  };
}

/** Instants are shown in whole seconds, and compared as they are shown. */
function isBetween(instant: number, [from, to]: readonly [number, number]): boolean {
  return (
    Math.floor(instant / 1000) >= Math.floor(from / 1000) &&
    Math.floor(instant / 1000) <= Math.floor(to / 1000)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
