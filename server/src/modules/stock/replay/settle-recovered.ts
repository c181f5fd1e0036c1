import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { eachAlone } from '../../../platform/jobs/each-alone.ts';
import { followCounts } from './ask-counts.ts';
import { evaluateVariants } from '../ledger/evaluate-variants.ts';
import {
  changedBy,
  explaining,
  explainsNone,
  quantityOf,
  UNWRITTEN_MS,
  type Explaining,
  type QuantityEvent,
} from '../protocol/recovered-quantity.rules.ts';
import { listingsToSettle, shopsOf, witnessesOf } from '../ledger/recovering.rules.ts';
import { askCount } from '../ledger/recovery-counts.queries.ts';
import {
  changedSinceRecovery,
  eventsSince,
  isAnyRecovering,
  keepFirstReads,
  recoveringListings,
  type RecoveringListing,
} from '../ledger/recovering.queries.ts';
import { hasUndecidedPart } from '../ledger/sets.queries.ts';
import { takeQuantity } from '../changes/take-quantity.ts';
import { loadStock, lockVariants } from '../ledger/variant-stock.queries.ts';
import type { VariantStock, VariantStocks } from '../protocol/variant-stock.rules.ts';

/**
 * Decides the quantity of each SKU whose shops were read, and their orders polled past that, since the database went back; then its
 * shops are written again. A shop that cannot be reached does not stop the others: it stays held alone.
 */
export async function settleRecovered(ctx: Context): Promise<void> {
  if (!(await isAnyRecovering(ctx.db))) return;
  await keepFirstReads(ctx.db);
  const byVariant = new Map<number, RecoveringListing[]>();
  for (const listing of await recoveringListings(ctx.db, null)) {
    const known = byVariant.get(listing.variantId);
    if (known === undefined) byVariant.set(listing.variantId, [listing]);
    else known.push(listing);
  }
  const toSettle = [...byVariant].flatMap(([id, listings]) => (ripe(ctx, listings).length > 0 ? [id] : []));
  await eachAlone({ log: ctx.log, task: 'stock.settle_recovered' }, toSettle, (variantId) =>
    inTransaction(ctx.db, (tx) => settle(tx, ctx, variantId)),
  );
}

const ripe = (ctx: Context, listings: readonly RecoveringListing[]): readonly RecoveringListing[] =>
  listingsToSettle(
    listings,
    ctx.clock.now(),
    ({ channel }) => ctx.connectors[channel].facts.ordersVisibleWithin,
  );

const generationOf = (listings: readonly RecoveringListing[]): number =>
  Math.max(...listings.map(({ generation }) => generation));

interface Settling {
  /** The SKU, and the sets made of it. */
  readonly stocks: VariantStocks;
  readonly variant: VariantStock;
  /** Those that were read, and their orders polled past that. */
  readonly listings: readonly RecoveringListing[];
  readonly events: readonly QuantityEvent[];
  readonly witnesses: readonly Explaining[];
}

async function settle(tx: Tx, ctx: Context, variantId: number): Promise<void> {
  const stocks = await loadStock(tx, await lockVariants(tx, [variantId]));
  const variant = stocks.get(variantId);
  const listings = ripe(ctx, await recoveringListings(tx, [variantId]));
  const [one] = listings;
  if (variant === undefined || one === undefined) return;
  if (variant.madeOf !== null && (await hasUndecidedPart(tx, variantId))) return;
  const lostAt = new Date(Math.min(...listings.map((listing) => listing.lostAt.getTime())));
  const events = await eventsSince(tx, variantId, after(lostAt, -UNWRITTEN_MS));
  const changed = await changedSinceRecovery(tx, variantId, {
    generation: generationOf(listings),
    lostAt,
  });
  const stands = witnessesOf(variant, listings, ({ channel }) => ctx.connectors[channel].facts.hidesHolds);
  const settling = {
    stocks,
    variant,
    listings,
    events,
    witnesses: stands.map((witness) => changedBy(explaining(witness, events), changed)),
  };
  const { witnesses } = settling;
  const { quantity } = variant;
  if (one.isAsked) {
    if (!one.isTold) await ask(tx, ctx, settling, true);
  } else if (isDecided(variant) || variant.madeOf !== null) {
    await release(tx, ctx, settling, quantity);
  } else if (one.hasLog) {
    await release(tx, ctx, settling, quantity);
    if (explainsNone(quantity, witnesses)) await ask(tx, ctx, settling, false);
  } else {
    const found = quantityOf(quantity, witnesses);
    if (found === null) await ask(tx, ctx, settling, true);
    else await release(tx, ctx, settling, found);
  }
}

/** A shop that answers after the others were decided: its orders count as they come, and nothing is decided again. */
function isDecided({ listings }: VariantStock): boolean {
  return listings.some(
    ({ isDeleted, isRecovering, loaded }) => !isDeleted && !isRecovering && loaded?.counted_from != null,
  );
}

async function release(
  tx: Tx,
  ctx: Context,
  { stocks, variant, listings }: Settling,
  quantity: number,
): Promise<void> {
  const generation = generationOf(listings);
  const ids = listings.map((listing) => listing.listingId);
  await takeQuantity(tx, ctx, stocks, variant, { quantity, generation, userId: null, listingIds: ids });
}

/** Asks a member for the quantity. Until the answer the shops are only lowered: to the ledger's number, or to the lowest shop's. */
async function ask(tx: Tx, ctx: Context, settling: Settling, holds: boolean): Promise<void> {
  const { variant, listings, events, witnesses } = settling;
  const { variantId, storeId, quantity } = variant;
  const at = ctx.clock.now();
  const lowest = Math.min(quantity, ...witnesses.map(({ high }) => high));
  await askCount(tx, {
    variantId,
    storeId,
    generation: generationOf(listings),
    holds,
    lowersBy: holds ? lowest - quantity : 0,
    shops: shopsOf(listings, events),
    at,
  });
  await followCounts(tx, storeId, at);
  await announce(tx, storeId, 'variants', [variantId]);
  if (holds) await evaluateVariants(tx, ctx, [variantId]);
}
