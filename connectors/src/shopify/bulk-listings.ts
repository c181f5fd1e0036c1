import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Access } from '../kit/access.ts';
import type { Cursor, Interval } from '../kit/paging.ts';
import { unavailable } from '../kit/errors.ts';
import { parseReply } from '../kit/read-records.ts';
import { readJson } from '../kit/json.ts';
import { graphql } from './client.ts';
import { bulkDocument, bulkProductsDocument, startBulkDocument } from './documents.ts';
import { bulkLine, bulkOperation, bulkStarted } from './wire-actions.ts';
import type { BulkOperation } from './wire-actions.ts';
import { channel } from './channel.ts';

/*
 * A shop's whole list of products, as a file that Shopify makes (shopify.md 3.3). It is started, polled until it is ready, and
 * read in pieces.
 */

/** The operation runs against the document's text, which takes no variables. */
const placeholder = 'gid://shopify/Location/0';
/** How long to wait before asking again. */
export const bulkSeconds = 5;
const pieceSize = 500;

/** Starts a bulk operation and returns its id; null where Shopify runs none now, so that the list is paged. */
export async function startBulk(access: Access, location: string): Promise<string | null> {
  if (!/^gid:\/\/shopify\/Location\/\d+$/.test(location)) return null;
  const query = bulkProductsDocument.text.replace(placeholder, location);
  const { data } = await graphql(access, startBulkDocument, { query });
  const started = parseReply(bulkStarted, data['bulkOperationRunQuery'], 'bulkOperationRunQuery');
  return started.userErrors.length === 0 ? (started.bulkOperation?.id ?? null) : null;
}

/** The outcome of a bulk operation. `nodes` are products as the paged list has them, with all their variants. */
export type BulkPiece =
  | { readonly is: 'running' }
  /** It ended without a whole file. */
  | { readonly is: 'failed' }
  | {
      readonly is: 'ready';
      readonly nodes: readonly unknown[];
      /** The file shows each product as it was at some time within. */
      readonly interval: Interval;
      readonly next: Cursor | null;
      readonly total: number | null;
    };

/** The chunk of an operation's products at a cursor, `{ operation, offset }`. `counted`: the shop's products before it began. */
export async function bulkPiece(
  access: Access,
  operation: string,
  offset: number,
  counted: number | null,
): Promise<BulkPiece> {
  const { data } = await graphql(access, bulkDocument, { id: operation });
  // An operation that Shopify no longer knows cannot be waited for.
  if (data['bulkOperation'] === null || data['bulkOperation'] === undefined) return { is: 'failed' };
  const state = parseReply(bulkOperation, data['bulkOperation'], 'bulkOperation');
  if (state.status === 'CREATED' || state.status === 'RUNNING') {
    return { is: 'running' };
  }
  if (state.status !== 'COMPLETED') return { is: 'failed' };
  // A file is lacking only where nothing was found (shopify.md 3.3); the shop has more products than a page, as was counted.
  if (state.url === null) return { is: 'failed' };
  const products = productsIn(await download(access, state.url));
  // A file with fewer products than it counts, or than were counted before it, is no whole one.
  const least = Math.max(1, state.rootObjectCount ?? 0, counted ?? 0);
  if (products === null || products.length < least) return { is: 'failed' };
  const end = offset + pieceSize;
  return {
    is: 'ready',
    nodes: products.slice(offset, end),
    interval: intervalOf(state, access.http.now()),
    next: end < products.length ? { operation, offset: end, total: counted } : null,
    total: state.rootObjectCount ?? products.length,
  };
}

function intervalOf(state: BulkOperation, now: Date): Interval {
  return { began: state.createdAt, ended: state.completedAt ?? now };
}

/** The file's address is signed, so our token is not sent to it (shopify.md 3.3). */
async function download(access: Access, url: string): Promise<string> {
  const reply = await access.http.send({ method: 'GET', url, group: 'files' });
  if (reply.status === 200) return reply.text;
  throw unavailable(message('answers.file_unavailable', { channel, status: reply.status }));
}

/** Lines of JSON; null where the file is broken. A variant names its product, which may be anywhere before it (shopify.md 3.3). */
function productsIn(file: string): unknown[] | null {
  const products: z.output<typeof bulkLine>[] = [];
  const variants = new Map<string, unknown[]>();
  for (const line of file.split('\n')) {
    if (line.trim() === '') continue;
    const read = readLine(line);
    if (read === undefined) return null;
    const record = read.data;
    if (record === undefined) continue;
    if (record.__parentId === null) {
      products.push(record);
    } else {
      const siblings = variants.get(record.__parentId);
      if (siblings === undefined) variants.set(record.__parentId, [record]);
      else siblings.push(record);
    }
  }
  return products.map((product) => ({
    ...product,
    variants: { nodes: variants.get(product.id) ?? [], pageInfo: { hasNextPage: false, endCursor: null } },
  }));
}

/** A line that cannot be read costs itself: its product is then fewer than counted, or a variant short. */
function readLine(line: string): ReturnType<typeof bulkLine.safeParse> | undefined {
  try {
    return bulkLine.safeParse(readJson(line));
  } catch {
    // No JSON: the file was broken off.
    return undefined;
  }
}
