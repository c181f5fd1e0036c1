import type { ChannelOrder, ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import type { Interval } from '@evenstock/connectors/kit/paging';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { announceOrders } from '../order/announce-orders.queries.ts';
import { wordFingerprints } from '../order/buyer.ts';
import { inTransaction, RetryTransaction } from '../../../platform/database/transaction.ts';
import { addSales } from '../../catalog/sales/add-sales.ts';
import { lockStock } from '../../stock/ledger/lock-stock.ts';
import { applyOrderLines } from '../../stock/changes/order-effects.ts';
import {
  linesOf,
  lockOrder,
  importContext,
  touchOrder,
  writeOrder,
  type RecordedOrder,
} from './import-order.queries.ts';
import { isUnchanged } from './order-content.ts';
import { orderRow } from './order-row.ts';
import { deleteWords } from '../order/buyer-words.queries.ts';
import { countedLines, soldUnits, type LineInput } from './count-lines.rules.ts';
import { compareLines, lacksListing, lineInputs, linesToMatch, sentBy } from './line-inputs.rules.ts';
import { linkedLines, matchBundles, matchListings } from './match-listings.ts';
import { onOurClock, readAgain, untoldReadAt } from './read-again.ts';
import { isOlder, knownUntil } from './order-lines.rules.ts';
import { orderTexts } from './order-texts.rules.ts';

/** Violated where a concurrent transaction imports the same order, or one of the same number. */
const IMPORTED_MEANWHILE = [
  'orders_marketplace_id_channel_order_id_key',
  'orders_store_id_reference_number_key',
];

export interface ImportScope {
  readonly storeId: number;
  readonly marketplaceId: number;
}

/**
 * Imports one order as its marketplace reports it: the order, its lines, their effect on the quantities, and the pushes that
 * follow. It is one idempotent transaction. A state that is older than the recorded one changes nothing, so orders may arrive in any
 * sequence.
 * @param read when the read that reported it began and ended, on the channel's clock
 */
export function importOrder(
  ctx: Context,
  scope: ImportScope,
  reported: ChannelOrder,
  read: Interval,
): Promise<void> {
  return inTransaction(ctx.db, (tx) => importIn(tx, ctx, scope, reported, read), {
    hotPath: true,
    retryOn: IMPORTED_MEANWHILE,
  });
}

async function importIn(
  tx: Tx,
  ctx: Context,
  scope: ImportScope,
  order: ChannelOrder,
  read: Interval,
): Promise<void> {
  const recorded = await lockOrder(tx, scope.marketplaceId, order.channelId);
  const reported = (recorded?.buyer_deleted_at ?? null) === null ? order : withoutBuyer(order);
  const stamp = stampOf(reported, read.began);
  if (recorded !== null && isOlder(stamp, stampOfRecorded(recorded))) return;
  const known = recorded === null ? [] : await linesOf(tx, recorded.id);
  const lines = compareLines(reported.lines, known);
  const toMatch = linesToMatch(lines);
  const context = await importContext(
    tx,
    scope.marketplaceId,
    { ...reported, id: recorded?.id ?? null },
    keysOf(toMatch),
    reported.lines.length + 1,
  );
  const [newOrderId = 0, ...newIds] = context.ids;
  const orderId = recorded?.id ?? newOrderId;
  const { facts } = ctx.connectors[context.channel];
  const knownAt = recorded === null ? null : knownUntil(stampOfRecorded(recorded), facts.readLag);
  const listings = await matchListings(tx, scope.marketplaceId, toMatch, context.listings);
  const linked = await linkedLines(tx, scope.marketplaceId, toMatch, listings);
  const bundles = await matchBundles(tx, scope.marketplaceId, toMatch);
  const { inputs, readAgainAt } = lineInputs(lines, listings, linked, bundles, {
    order: reported,
    knownAt,
    read,
    newIds,
  });
  const stocks = await lockStock(tx, variantsOf(inputs));
  if (inputs.some((input) => hasMoved(input, stocks))) throw new RetryTransaction();
  const times = { createdAt: reported.createdAt, updatedAt: reported.updatedAt, knownAt, read };
  const { rows, effects } = countedLines(inputs, stocks, { orderId, times, facts });
  const at = ctx.clock.now();
  const row = orderRow(ctx.encryption, {
    id: orderId,
    scope,
    context,
    reference: recorded?.reference_number ?? context.reference,
    recorded,
    reported,
    readBegan: read.began,
    lacksListing: context.isSinceConnected && inputs.some(lacksListing),
    sentBy: sentBy(inputs),
    at,
  });
  const written = rows.map((line) => ({ ...line, store_id: scope.storeId, order_id: orderId }));
  if (recorded !== null && isUnchanged({ order: row, lines: written }, recorded, known)) {
    await touchOrder(tx, orderId, stamp);
  } else {
    await writeOrder(tx, {
      order: row,
      lines: written,
      texts: orderTexts(
        inputs.map(({ reported: { name, sku, trackingCode: tracking } }) => ({ name, sku, tracking })),
      ),
      newWords: await changeWords(tx, orderId, {
        before: recorded?.buyer_words ?? [],
        after: wordFingerprints(ctx.encryption, scope.storeId, reported.buyer.name),
      }),
      recorded,
    });
    await announceOrders(tx, scope.storeId, [orderId], at);
  }
  const isUnknownReturn = reported.state === 'TO_RETURN' && context.returns !== 'open';
  if (context.isAwaited || isUnknownReturn) {
    await ctx.emit(tx, { type: 'order.returning', ...scope, orderId });
  }
  await readAgain(tx, { ...scope, channelId: reported.channelId, orderId }, [
    onOurClock(readAgainAt, read, at),
    untoldReadAt(inputs, recorded?.imported_at ?? at, at),
  ]);
  await addSales(tx, ctx, { placedAt: reported.createdAt, sold: soldUnits(inputs) });
  if (stocks.size > 0) await applyOrderLines(tx, ctx, stocks, effects);
}

/** Deletes the words that the buyer's name no longer has. @returns those that it has now and had not before */
async function changeWords(
  tx: Tx,
  orderId: number,
  { before, after }: { readonly before: readonly Buffer[]; readonly after: readonly Buffer[] },
): Promise<Buffer[]> {
  const isIn = (words: readonly Buffer[], word: Buffer): boolean => words.some((each) => each.equals(word));
  const gone = before.filter((word) => !isIn(after, word));
  if (gone.length > 0) await deleteWords(tx, orderId, gone);
  return after.filter((word) => !isIn(before, word));
}

/** The part of a reported order that is stored once its buyer's data were deleted. */
function withoutBuyer(reported: ChannelOrder): ChannelOrder {
  const buyer = { id: null, name: null, fullAddress: null, postalCode: null, phone: null, email: null };
  return { ...reported, buyer, remarks: null };
}

function stampOf(reported: ChannelOrder, readBegan: Date) {
  return { updatedAt: reported.updatedAt, readBegan, rank: reported.stateRank };
}

function stampOfRecorded(recorded: RecordedOrder) {
  return {
    updatedAt: recorded.source_updated_at,
    readBegan: recorded.read_began_at,
    rank: recorded.state_rank,
  };
}

/** Item and variant of each line; a line without both matches no listing. */
function keysOf(lines: readonly ChannelOrderLine[]): { item: string; variant: string }[] {
  return lines.flatMap(({ itemId, variantId }) =>
    itemId === null || variantId === null ? [] : [{ item: itemId, variant: variantId }],
  );
}

/** The SKUs whose quantity the lines have changed, with the parts that they sold, and those that their listings belong to now. */
function variantsOf(inputs: readonly LineInput[]): number[] {
  return inputs.flatMap(({ before, listing, linked, bundle }) =>
    [
      before?.variant_id,
      listing?.variantId,
      linked,
      ...(before?.parts ?? []).flatMap((part) => [part.variantId, part.soldBy]),
      ...(bundle ?? []).map((part) => part.variantId),
    ].filter((id) => id != null),
  );
}

/** Whether the listing was merged or unmerged after it was read and before its SKU was locked. */
function hasMoved({ listing, bundle }: LineInput, stocks: Awaited<ReturnType<typeof lockStock>>): boolean {
  return [...(listing === null ? [] : [listing]), ...(bundle ?? [])].some(
    ({ variantId, listingId }) =>
      !(stocks.get(variantId)?.listings.some(({ id }) => id === listingId) ?? false),
  );
}
