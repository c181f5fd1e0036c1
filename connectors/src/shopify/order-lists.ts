import { onceEach } from '../kit/batches.ts';
import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Access } from '../kit/access.ts';
import { unexpected } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { parseReply } from '../kit/read-records.ts';
import { channel } from './channel.ts';
import { graphql } from './client.ts';
import {
  linesDocument,
  moreOfOrderDocument,
  parcelLinesDocument,
  placeLinesDocument,
  placesDocument,
  refundLinesDocument,
} from './order-documents.ts';
import type { GraphqlDocument } from './graphql-document.ts';
import { listed, mostListed } from './graphql-document.ts';
import { fieldOf, nextOf } from './listings.ts';
import { linePage, moreOfOrder, parcelLinePage, placeLinePage, placePage, refundLinePage } from './wire.ts';
import type { Line, Order } from './wire.ts';

/** An order with all its lists read to their ends; a list that is not is an order that is not read. */
export interface WholeOrder {
  readonly raw: Order;
  readonly lines: readonly Line[];
  readonly parcels: readonly Parcel[];
  readonly refunds: readonly Refund[];
  readonly payments: Order['transactions'];
  /** Null where the answer has none: the order's places are not told. */
  readonly places: readonly Place[] | null;
}

export interface Parcel {
  readonly id: string | null;
  readonly status: string;
  readonly tracking: Order['fulfillments'][number]['trackingInfo'];
  readonly lines: z.output<typeof parcelLinePage>['nodes'];
}
export interface Refund {
  readonly id: string | null;
  readonly at: Date | null;
  readonly lines: z.output<typeof refundLinePage>['nodes'];
}
export interface Place {
  readonly status: string | null;
  /** Null where the location is deleted, or not told. */
  readonly location: string | null;
  readonly lines: z.output<typeof placeLinePage>['nodes'];
}

interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined };
}

export async function wholeOrder(access: Access, raw: Order, replies: ChannelReply[]): Promise<WholeOrder> {
  const read = { access, replies };
  const lists = await listsOf(read, raw);
  const parcels: Parcel[] = [];
  for (const { id, status, trackingInfo, fulfillmentLineItems } of lists.fulfillments) {
    const lines = await rest(
      read,
      fulfillmentLineItems,
      parcelLinesDocument,
      id,
      ['fulfillment', 'fulfillmentLineItems'],
      parcelLinePage,
    );
    parcels.push({ id, status, tracking: trackingInfo, lines });
  }
  const refunds: Refund[] = [];
  for (const { id, createdAt, refundLineItems } of lists.refunds) {
    const lines = await rest(
      read,
      refundLineItems,
      refundLinesDocument,
      id,
      ['refund', 'refundLineItems'],
      refundLinePage,
    );
    refunds.push({ id, at: createdAt, lines });
  }
  const lines = await rest(read, raw.lineItems, linesDocument, raw.id, ['order', 'lineItems'], linePage);
  return {
    raw,
    lines: onceEach(lines, ({ id }) => id),
    parcels: onceEach(parcels, ({ id }) => id),
    refunds: onceEach(refunds, ({ id }) => id),
    payments: lists.transactions,
    places: await placesOf(read, raw),
  };
}

interface Reading {
  readonly access: Access;
  readonly replies: ChannelReply[];
}

/** Parcels, refunds and payments have no cursor (shopify.md 4): a full list is read again, as long as one call gives it. */
async function listsOf(
  { access, replies }: Reading,
  raw: Order,
): Promise<Pick<Order, 'fulfillments' | 'refunds' | 'transactions'>> {
  const isFull = [raw.fulfillments, raw.refunds, raw.transactions].some((list) => list.length >= listed);
  if (!isFull) return raw;
  const { data, reply } = await graphql(access, moreOfOrderDocument, { id: raw.id });
  replies.push(reply);
  const more = parseReply(moreOfOrder, data['order'], 'MoreOfOrder');
  for (const [longer, shorter] of [
    [more.fulfillments, raw.fulfillments],
    [more.refunds, raw.refunds],
    [more.transactions, raw.transactions],
  ] as const) {
    if (longer.length >= mostListed || longer.length < shorter.length) throw tooLong();
  }
  const parcelsRead = new Map(raw.fulfillments.map((parcel) => [parcel.id, parcel]));
  const refundsRead = new Map(raw.refunds.map((refund) => [refund.id, refund]));
  return {
    fulfillments: more.fulfillments.map((parcel) => parcelsRead.get(parcel.id) ?? parcel),
    refunds: more.refunds.map((refund) => refundsRead.get(refund.id) ?? refund),
    transactions: more.transactions,
  };
}

const tooLong = () => unexpected(message('answers.page_repeats', { channel }));

/** The nodes of a connection whose first page is there, with those of its other pages. */
async function rest<P extends z.ZodType<Page<unknown>>>(
  { access, replies }: Reading,
  first: z.output<P>,
  document: GraphqlDocument,
  id: string | null,
  [owner, list]: readonly [string, string],
  schema: P,
): Promise<z.output<P>['nodes'][number][]> {
  const nodes = [...first.nodes];
  let { pageInfo } = first;
  let after: string | null = null;
  while (pageInfo.hasNextPage) {
    if (id === null) throw tooLong();
    // What was read without its units has no cursor yet.
    const isUnread: boolean = nodes.length === 0 && after === null;
    const next: { after: string | null } | null = isUnread
      ? { after: pageInfo.endCursor ?? null }
      : nextOf(pageInfo, after, null);
    if (next === null) break;
    ({ after } = next);
    const { data, reply } = await graphql(access, document, { id, after });
    replies.push(reply);
    const more: z.output<P> = parseReply(schema, fieldOf(data[owner], list), list);
    nodes.push(...more.nodes);
    ({ pageInfo } = more);
  }
  return nodes;
}

async function placesOf(read: Reading, raw: Order): Promise<Place[] | null> {
  if (raw.fulfillmentOrders === null || raw.fulfillmentOrders === undefined) return null;
  const all = await rest(
    read,
    raw.fulfillmentOrders,
    placesDocument,
    raw.id,
    ['order', 'fulfillmentOrders'],
    placePage,
  );
  const places: Place[] = [];
  for (const { id, status, assignedLocation, lineItems } of all) {
    const lines = await rest(
      read,
      lineItems,
      placeLinesDocument,
      id,
      ['fulfillmentOrder', 'lineItems'],
      placeLinePage,
    );
    places.push({ status, location: assignedLocation?.location?.id ?? null, lines });
  }
  return places;
}
