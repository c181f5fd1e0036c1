import type { Access } from '../kit/access.ts';
import { parseReply } from '../kit/read-records.ts';
import { callAmazon, marketplaceId, segment } from './client.ts';
import { download, upload } from './documents.ts';
import { createdFeed, createdFeedDocument, document, feed, feedPage } from './wire.ts';
import type { Feed } from './wire.ts';

/** Feeds are accepted at once and processed later (amazon-sg.md 3.5). */

const root = '/feeds/2021-06-30';

/** Sends a feed for our marketplace: its document first, which alone does nothing. */
export async function sendFeed(
  access: Access,
  feedType: string,
  contentType: string,
  content: string,
): Promise<string> {
  const made = await callAmazon(access, {
    operation: 'createFeedDocument',
    method: 'POST',
    path: `${root}/documents`,
    body: { contentType },
  });
  const created = parseReply(createdFeedDocument, made.body, 'createFeedDocument');
  await upload(access, created.url, contentType, content);
  const { body } = await callAmazon(access, {
    operation: 'createFeed',
    method: 'POST',
    path: `${root}/feeds`,
    body: { feedType, marketplaceIds: [marketplaceId], inputFeedDocumentId: created.feedDocumentId },
  });
  return parseReply(createdFeed, body, 'createFeed').feedId;
}

/** The state of a feed. */
export async function lookAtFeed(access: Access, feedId: string): Promise<Feed> {
  const { body } = await callAmazon(access, {
    operation: 'getFeed',
    method: 'GET',
    path: `${root}/feeds/${segment(feedId)}`,
  });
  return parseReply(feed, body, 'getFeed');
}

/** Feeds of a type that were sent since an instant. */
export async function feedsSince(access: Access, feedType: string, since: Date): Promise<readonly Feed[]> {
  const { body } = await callAmazon(access, {
    operation: 'getFeeds',
    method: 'GET',
    path: `${root}/feeds`,
    query: { feedTypes: feedType, createdSince: since.toISOString(), pageSize: '100' },
  });
  return parseReply(feedPage, body, 'getFeeds').feeds;
}

/** The result of a processed feed. */
export async function readFeedResult(access: Access, documentId: string): Promise<string> {
  const { body } = await callAmazon(access, {
    operation: 'getFeedDocument',
    method: 'GET',
    path: `${root}/documents/${segment(documentId)}`,
  });
  const { text } = await download(access, parseReply(document, body, 'getFeedDocument'));
  return text;
}
