import type { ChannelOrder, ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { announce } from '../../api/live.ts';
import { inTransaction, RetryTransaction } from '../../platform/transaction.ts';
import { shelvesFor } from '../stock/evaluate-listings.ts';
import { applyOrderLines } from '../stock/order-effects.ts';
import {
  linesOf,
  lockOrder,
  surroundings,
  writeOrder,
  type OrderItemRow,
  type RecordedOrder,
} from './import-order.queries.ts';
import { orderRow } from './order-row.ts';
import { countedLines, type LineInput } from './count-lines.rules.ts';
import { isOlder, knownUntil } from './order-lines.rules.ts';

/** The same order, or one of the same number at another marketplace of the store, is being imported at this moment. */
const IMPORTED_MEANWHILE = ['orders_marketplace_id_number_key', 'orders_store_id_reference_number_key'];

export interface ImportScope {
  readonly storeId: number;
  readonly marketplaceId: number;
}

/**
 * Takes one order in as its marketplace tells it: order, lines, their effect on the quantities, what every listing should show
 * now, and the pushes that follow. One transaction, safe to repeat, in any order of arrival: a state older than the recorded one
 * changes nothing.
 * @param readBegan when the read began that told it, on the channel's clock
 */
export function importOrder(
  ctx: Context,
  scope: ImportScope,
  told: ChannelOrder,
  readBegan: Date,
): Promise<void> {
  return inTransaction(ctx.db, (tx) => take(tx, ctx, scope, told, readBegan), {
    hotPath: true,
    retryOn: IMPORTED_MEANWHILE,
  });
}

async function take(
  tx: Tx,
  ctx: Context,
  scope: ImportScope,
  told: ChannelOrder,
  readBegan: Date,
): Promise<void> {
  const recorded = await lockOrder(tx, scope.marketplaceId, told.number);
  if (recorded !== null && isOlder(stampOf(told, readBegan), stampOfRecorded(recorded))) return;
  const around = await surroundings(
    tx,
    scope.marketplaceId,
    told.number,
    keysOf(told.lines),
    told.lines.length + 1,
  );
  const [newOrderId = 0, ...newLineIds] = around.ids;
  const orderId = recorded?.id ?? newOrderId;
  const known = recorded === null ? [] : await linesOf(tx, orderId);
  const { facts } = ctx.connectors[around.channel];
  const inputs = told.lines.map((line, place) => inputOf(line, place, known, around.listings, newLineIds));
  const shelves = await shelvesFor(tx, variantsOf(inputs));
  if (inputs.some((input) => hasMoved(input, shelves))) throw new RetryTransaction();
  const times = {
    createdAt: told.createdAt,
    updatedAt: told.updatedAt,
    knownAt: recorded === null ? null : knownUntil(stampOfRecorded(recorded), facts.readLag),
  };
  const { rows, effects } = countedLines(inputs, shelves, { orderId, times, facts });
  const at = ctx.clock.now();
  await writeOrder(
    tx,
    orderRow(ctx.vault, {
      id: orderId,
      scope,
      around,
      reference: around.reference,
      recorded,
      told,
      readBegan,
      at,
    }),
    rows.map((row) => ({ ...row, store_id: scope.storeId, order_id: orderId })),
    recorded === null,
  );
  await announce(tx, scope.storeId, 'orders', [orderId]);
  if (shelves.size > 0) await applyOrderLines(tx, ctx, shelves, effects);
}

function stampOf(told: ChannelOrder, readBegan: Date) {
  return { updatedAt: told.updatedAt, readBegan, rank: told.stateRank };
}

function stampOfRecorded(recorded: RecordedOrder) {
  return {
    updatedAt: recorded.source_updated_at,
    readBegan: recorded.read_began_at,
    rank: recorded.state_rank,
  };
}

/** Channels without variations name the item alone. */
function keysOf(lines: readonly ChannelOrderLine[]): { item: string; variant: string }[] {
  return lines.flatMap(({ itemId, variantId }) =>
    itemId === null || variantId === null ? [] : [{ item: itemId, variant: variantId }],
  );
}

function inputOf(
  told: ChannelOrderLine,
  place: number,
  known: readonly OrderItemRow[],
  listings: Awaited<ReturnType<typeof surroundings>>['listings'],
  newIds: readonly number[],
): LineInput {
  const before = known.find((line) => line.channel_line_id === told.lineId) ?? null;
  const listing =
    listings.find(({ item, variant }) => item === told.itemId && variant === told.variantId) ?? null;
  return { told, place, id: before?.id ?? newIds[place] ?? 0, before, listing };
}

/** The SKUs that the lines lowered already, and those that their listings belong to now. */
function variantsOf(inputs: readonly LineInput[]): number[] {
  return inputs.flatMap(({ before, listing }) =>
    [before?.variant_id, listing?.variantId].filter((id) => id != null),
  );
}

/** The listing was merged or unmerged between the look and the lock. */
function hasMoved({ listing }: LineInput, shelves: Awaited<ReturnType<typeof shelvesFor>>): boolean {
  if (listing === null) return false;
  return !(shelves.get(listing.variantId)?.listings.some(({ id }) => id === listing.listingId) ?? false);
}
