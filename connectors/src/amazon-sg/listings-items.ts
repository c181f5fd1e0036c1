import { message } from '@evenstock/contract/messages/message';
import { ChannelError, unexpected } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, parseReply } from '../kit/read-records.ts';
import { mapConcurrent, chunk } from '../kit/batches.ts';
import type { Access } from '../kit/access.ts';
import { callAmazon, marketplaceId, notFound, segment } from './client.ts';
import { itemPage } from './wire.ts';
import { channel } from './channel.ts';

/** Listings items by SKU (amazon-sg.md 3.1). A listing is known by the seller's SKU, and by nothing else. */

/** Maximum number of SKUs, and of results, in one search. */
export const searchSize = 20;
/** A search returns no more results than these. */
export const searchDepth = 1000;
/** The burst of the calls. */
const width = 5;

/** What we ask for of a listing. */
export const wholeItem = [
  'summaries',
  // The product's barcodes are among them.
  'attributes',
  'offers',
  'fulfillmentAvailability',
  'issues',
  'relationships',
] as const;

export function itemPath(access: Access, sku?: string): string {
  const seller = `/listings/2021-08-01/items/${segment(access.credentials.shopId)}`;
  return sku === undefined ? seller : `${seller}/${segment(sku)}`;
}

export const skuOf = (record: unknown): string => nameFrom(record, 'sku');

export interface FoundItems {
  /** As they came, each of another SKU. */
  readonly records: readonly unknown[];
  /** SKUs that Amazon does not know. */
  readonly missing: readonly string[];
  readonly replies: readonly ChannelReply[];
}

/**
 * The listings of these SKUs. SKUs with a comma are read one by one, as a list is joined by commas. So are those that the search
 * leaves out, as only a read by SKU shows that there is none.
 */
export async function itemsBySku(
  access: Access,
  skus: readonly string[],
  includedData: readonly string[],
): Promise<FoundItems> {
  const wanted = new Set(skus);
  const found = new Map<string, unknown>();
  const replies: ChannelReply[] = [];
  const listable = [...wanted].filter((sku) => !sku.includes(','));
  await mapConcurrent(chunk(listable, searchSize), width, async (identifiers) => {
    const page = await searchItems(access, {
      identifiers,
      identifiersType: 'SKU',
      includedData,
      pageSize: String(searchSize),
    });
    replies.push(page.reply);
    for (const record of page.items) if (wanted.has(skuOf(record))) found.set(skuOf(record), record);
  });
  const left = [...wanted].filter((sku) => !found.has(sku));
  await mapConcurrent(left, width, async (sku) => {
    const answer = await itemIfThere(access, sku, includedData);
    if (answer === null) return;
    replies.push(answer.reply);
    found.set(sku, answer.record);
  });
  return {
    records: [...found.values()],
    missing: [...wanted].filter((sku) => !found.has(sku)),
    replies,
  };
}

export interface SearchPage {
  readonly items: readonly unknown[];
  readonly total: number;
  readonly nextToken: string | null;
  readonly reply: ChannelReply;
}

/** One page of a search among the seller's listings on our marketplace. */
export async function searchItems(
  access: Access,
  query: Readonly<Record<string, string | readonly string[]>>,
): Promise<SearchPage> {
  const { body, reply } = await callAmazon(access, {
    operation: 'searchListingsItems',
    method: 'GET',
    path: itemPath(access),
    query: { marketplaceIds: marketplaceId, ...query },
  });
  const page = parseReply(itemPage, body, 'searchListingsItems');
  const nextToken = page.pagination?.nextToken ?? null;
  if (nextToken !== null && nextToken === query['pageToken']) {
    throw unexpected(message('answers.page_repeats', { channel }));
  }
  return { items: page.items, total: page.numberOfResults, nextToken, reply };
}

/** One listing as it came; null where Amazon does not know the SKU. */
export async function itemIfThere(
  access: Access,
  sku: string,
  includedData: readonly string[],
): Promise<{ record: unknown; reply: ChannelReply } | null> {
  try {
    const { body, reply } = await callAmazon(access, {
      operation: 'getListingsItem',
      method: 'GET',
      path: itemPath(access, sku),
      query: { marketplaceIds: marketplaceId, includedData },
    });
    return { record: body, reply };
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'rejected' && error.fault.code === notFound) {
      return null;
    }
    throw error;
  }
}
