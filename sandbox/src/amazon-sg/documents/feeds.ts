import type { FeedWorker } from './feed-run.ts';
import { z } from 'zod';
import type { Shop } from '../../core/shop.ts';
import type { Core } from '../../core/simulator.ts';
import { makeDocument, presigned, textOf } from './documents.ts';
import { listingsFeed } from './listing-feed.ts';
import { orderFeeds } from './order-feeds.ts';
import { listProcessed, processingSeconds, processingView, statusOf } from './processing.ts';
import type { AmazonRecords, FeedRecord } from '../protocol/records.ts';
import { invalidInput, notFound } from '../protocol/reply.ts';
import { site } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';

export const feedTask = 'feed';

const workers: Readonly<Record<string, FeedWorker>> = { JSON_LISTINGS_FEED: listingsFeed, ...orderFeeds };

/** Gone since 31 July 2025: they are taken, and end FATAL (amazon-sg.md 3.2). */
const goneTypes: ReadonlySet<string> = new Set([
  'POST_PRODUCT_DATA', 'POST_INVENTORY_AVAILABILITY_DATA', 'POST_PRODUCT_OVERRIDES_DATA', 'POST_PRODUCT_PRICING_DATA', 'POST_PRODUCT_IMAGE_DATA',
  'POST_PRODUCT_RELATIONSHIP_DATA', 'POST_FLAT_FILE_INVLOADER_DATA', 'POST_FLAT_FILE_LISTINGS_DATA', 'POST_FLAT_FILE_BOOKLOADER_DATA',
  'POST_FLAT_FILE_CONVERGENCE_LISTINGS_DATA', 'POST_FLAT_FILE_PRICEANDQUANTITYONLY_UPDATE_DATA', 'POST_UIEE_BOOKLOADER_DATA',
]); // oxfmt-ignore

/** `POST /feeds/2021-06-30/documents`: 201 with an address to upload to (amazon-sg.md 3.5). */
export function createFeedDocument(call: SpCall): object {
  const { contentType } = call.body(z.object({ contentType: z.string().min(1) }));
  const wish = { kind: 'feed', contentType, text: null, isPacked: false } as const;
  const document = makeDocument(call.core, call.records, call.shop, wish);
  return { feedDocumentId: document.id, url: presigned(call.core, document, 'PUT') };
}

const specification = z.object({
  feedType: z.string().min(1),
  marketplaceIds: z.array(z.string()).min(1).max(25),
  inputFeedDocumentId: z.string().min(1),
  feedOptions: z.record(z.string(), z.string()).optional(),
});

/** `POST /feeds/2021-06-30/feeds`: 202, and worked on for a few seconds. */
export function createFeed(call: SpCall): object {
  const asked = call.body(specification);
  call.mustBeHere(asked.marketplaceIds);
  if (workers[asked.feedType] === undefined && !goneTypes.has(asked.feedType))
    throw invalidInput(`Feed type ${asked.feedType} is not supported.`);
  const document = call.records.documents.get(asked.inputFeedDocumentId);
  if (document?.shop !== call.shop.id || document.kind !== 'feed')
    throw invalidInput('The inputFeedDocumentId is invalid.');
  const id = String(70_000 + call.shop.nextNumber('feed'));
  call.records.feeds.put(`${call.shop.id}/${id}`, {
    shop: call.shop.id,
    id,
    type: asked.feedType,
    inputDocument: document.id,
    isHalf: call.halfBatch,
    createdAt: call.now,
    outcome: null,
    endedAt: null,
    resultDocument: null,
  });
  call.core.schedule(call.shop, call.now + processingSeconds * 1000, feedTask, id);
  return { feedId: id };
}

/** A feed has been worked on: DONE with its report, or FATAL when it could not be read. */
export function finishFeed(core: Core, records: AmazonRecords, shop: Shop, id: string): void {
  const feed = records.feeds.get(`${shop.id}/${id}`);
  if (feed === undefined || feed.outcome !== null) return;
  const document = records.documents.get(feed.inputDocument);
  const text = document === undefined ? null : textOf(document);
  const result = text === null ? null : (workers[feed.type]?.({ core, records, shop, feed, text }) ?? null);
  feed.endedAt = core.clock.now();
  feed.outcome = result === null ? 'FATAL' : 'DONE';
  if (result !== null)
    feed.resultDocument = makeDocument(core, records, shop, { kind: 'feed', ...result, isPacked: true }).id;
  records.feeds.put(`${shop.id}/${id}`, feed);
}

/** `GET /feeds/2021-06-30/feeds/{feedId}`. */
export function getFeed(call: SpCall): object {
  return feedView(named(call), call.now);
}

/** `GET /feeds/2021-06-30/feeds`: newest first. */
export function getFeeds(call: SpCall): object {
  const own = [...call.records.feeds.values()].filter(({ shop }) => shop === call.shop.id);
  const { page, ...rest } = listProcessed(call, 'feedTypes', own);
  return { feeds: page.map((feed) => feedView(feed, call.now)), ...rest };
}

/** `DELETE /feeds/2021-06-30/feeds/{feedId}`: only while it is in the queue. */
export function cancelFeed(call: SpCall): object {
  const feed = named(call);
  if (statusOf(feed, call.now) !== 'IN_QUEUE')
    throw invalidInput('Only feeds in the queue can be cancelled.');
  const ended = { ...feed, outcome: 'CANCELLED' as const, endedAt: call.now };
  call.records.feeds.put(`${call.shop.id}/${feed.id}`, ended);
  return {};
}

/** `GET /feeds/2021-06-30/documents/{feedDocumentId}`. */
export function getFeedDocument(call: SpCall): object {
  const document = call.records.documents.get(call.part('feedDocumentId'));
  if (document?.shop !== call.shop.id || document.kind !== 'feed')
    throw notFound('The feed document could not be found.');
  const isEncoded = call.text('enableContentEncodingUrlHeader') === 'true' && document.isPacked;
  return {
    feedDocumentId: document.id,
    url: presigned(call.core, document, 'GET', isEncoded),
    ...(document.isPacked ? { compressionAlgorithm: 'GZIP' } : {}),
  };
}

function named(call: SpCall): FeedRecord {
  const feed = call.records.feeds.get(`${call.shop.id}/${call.part('feedId')}`);
  if (feed === undefined) throw notFound(`Feed ${call.part('feedId')} could not be found.`);
  return feed;
}

function feedView(feed: FeedRecord, now: number): object {
  return {
    feedId: feed.id,
    feedType: feed.type,
    marketplaceIds: [site.marketplaceId],
    ...processingView(feed, now),
    ...(feed.resultDocument === null ? {} : { resultFeedDocumentId: feed.resultDocument }),
  };
}
