import type { MergeToUndo } from '@evenstock/contract/catalog/merges';
import { said } from '@evenstock/contract/messages/english';
import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import { notFound, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { inTransaction, RetryTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { evaluateVariants } from '../../stock/ledger/evaluate-variants.ts';
import { lockStock } from '../../stock/ledger/lock-stock.ts';
import { recordMovements } from '../../stock/ledger/record-movement.ts';
import { previewSeparateStock } from '../../stock/lists/preview-joined-stock.ts';
import { describeMarketplaceBrief } from '../variants/describe-listing.rules.ts';
import { namedListings, namedVariants, type Joined } from '../variants/merges.queries.ts';
import { refreshVariants } from '../variants/refresh-variants.ts';
import {
  findMerge,
  separate,
  sinceMerge,
  writeSoldParts,
  type MergeToUndo as MergeRecord,
} from './undo-merge.queries.ts';
import { divideLine, undoProblem, type SoldPart } from './undo-merge.rules.ts';

/** What a SKU of a merge had before it, and what its listings and orders did since, in units. */
interface SkuNumbers {
  readonly before: number;
  readonly since: number;
}

interface Undoable {
  readonly merge: MergeRecord;
  readonly problem: Message | null;
  /** The SKUs that it would become, by id, the surviving one first. */
  readonly skus: ReadonlyMap<number, SkuNumbers>;
  readonly isTouched: boolean;
  readonly lines: readonly { readonly lineId: number; readonly parts: readonly SoldPart[] }[];
}

const nothingJoined: Joined = { sources: [], items: [], parts: [] };

async function readUndo(db: Handle, storeId: number, mergeId: number): Promise<Undoable> {
  const merge = await findMerge(db, storeId, mergeId);
  if (merge === null) throw notFound('merge');
  const problem = undoProblem({
    isUndone: merge.is_undone,
    isMergedAway: merge.is_merged_away,
    isSet: merge.is_set,
    isChanged: merge.is_changed,
    isKept: merge.joined !== null,
  });
  if (problem !== null) return { merge, problem, skus: new Map(), isTouched: false, lines: [] };
  const { taken, own, since, isTouched, setLines } = await sinceMerge(db, mergeId);
  const joined = merge.joined ?? nothingJoined;
  const broughtFrom = broughtBy(merge);
  const did = new Map(since);
  const lines = setLines.map((line) => {
    const divided = divideLine(line, {
      survivorId: merge.variant_id,
      broughtFrom,
      parts: joined.parts,
    });
    for (const [id, units] of divided.units) did.set(id, (did.get(id) ?? 0) + units);
    return { lineId: line.lineId, parts: divided.parts };
  });
  const away = joined.sources.map(
    ({ id }) => [id, { before: taken.get(id) ?? 0, since: did.get(id) ?? 0 }] as const,
  );
  const sinceAway = away.reduce((sum, [, numbers]) => sum + numbers.since, 0);
  const survivor = { before: own, since: merge.quantity - merge.quantity_after - sinceAway };
  return { merge, problem, skus: new Map([[merge.variant_id, survivor], ...away]), isTouched, lines };
}

/** The SKU that each listing came from, of those that were merged away. */
function broughtBy({ variant_id: survivorId, listings }: MergeRecord): ReadonlyMap<number, number> {
  return new Map(
    listings
      .filter((listing) => listing.from_variant_id !== survivorId)
      .map((listing) => [listing.variant_listing_id, listing.from_variant_id]),
  );
}

const quantityOf = ({ before, since }: SkuNumbers): number => before + since;

/**
 * Previews undoing a merge: the SKUs that come back with their quantities, what each marketplace would show, and the reason where it is
 * impossible.
 * @throws Refusal 404
 */
export async function showMerge(ctx: Context, storeId: number, mergeId: number): Promise<MergeToUndo> {
  const { merge, problem, skus, isTouched } = await readUndo(ctx.db, storeId, mergeId);
  const quantities = new Map([...skus].map(([id, numbers]) => [id, quantityOf(numbers)]));
  const [names, listings] = await Promise.all([
    namedVariants(ctx.db, [merge.variant_id, ...skus.keys()]),
    previewSeparateStock(ctx.db, merge.variant_id, quantities, broughtBy(merge), ctx.clock.now()),
  ]);
  const named = await namedListings(
    ctx.db,
    listings.map(({ id }) => id),
  );
  const { slug, sku, full_product_name, quantity } = merge;
  return {
    id: merge.id,
    merged_at: merge.created_at.toISOString(),
    variant: { id: merge.variant_id, slug, sku, full_product_name, quantity },
    skus: [...skus].flatMap(([id, numbers]) => {
      const name = names.find((each) => each.id === id);
      if (name === undefined) return [];
      return {
        ...name,
        ...numbers,
        quantity: quantityOf(numbers),
        listings: listings
          .filter(({ variantId }) => variantId === id)
          .flatMap((listing) => {
            const found = named.get(listing.id);
            if (found === undefined) return [];
            const { before, after } = listing;
            const marketplace = describeMarketplaceBrief(found.marketplace);
            return { id: listing.id, name: found.name, marketplace, before, after };
          }),
      };
    }),
    is_touched: isTouched,
    separate_quantity: [...quantities.values()].reduce((sum, units) => sum + units, 0),
    problem: problem === null ? null : said(problem),
  };
}

/**
 * Undoes a merge in one transaction: the SKUs that were merged away are there again under their own names and addresses. Each has what
 * the merge took from it, and what its own listings' orders, restocks and bookings did since; the surviving one keeps what members did.
 * @param shown the quantities that the member saw, by SKU
 * @throws Refusal 404; 409 where it was undone, a later merge or unmerge makes it impossible, or quantities differ from those shown
 */
export function undoMerge(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  mergeId: number,
  shown?: readonly { readonly variant_id: number; readonly quantity: number }[],
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const found = await findMerge(tx, store.id, mergeId);
    if (found === null) throw notFound('merge');
    if (!found.is_merged_away) await lockStock(tx, [found.variant_id]);
    // What was read before the lock may have changed.
    const undoable = await readUndo(tx, store.id, mergeId);
    if (undoable.problem !== null) throw new Refusal(409, undoable.problem);
    requireShown(undoable, shown);
    await undo(tx, ctx, { storeId: store.id, userId: actor.userId, undoable });
  });
}

function requireShown(
  { skus }: Undoable,
  shown: readonly { readonly variant_id: number; readonly quantity: number }[] | undefined,
): void {
  if (shown === undefined) return;
  const seen = new Map(shown.map(({ variant_id: id, quantity }) => [id, quantity]));
  const isAsSeen = [...skus].every(([id, numbers]) => seen.get(id) === quantityOf(numbers));
  if (!isAsSeen) throw new Refusal(409, message('catalog.undo_differs'));
}

async function undo(
  tx: Tx,
  ctx: Context,
  {
    storeId,
    userId,
    undoable: { merge, skus, lines },
  }: { readonly storeId: number; readonly userId: number; readonly undoable: Undoable },
): Promise<void> {
  if (merge.joined === null) throw new RetryTransaction();
  const at = ctx.clock.now();
  const ids = [...skus.keys()];
  await separate(tx, merge, merge.joined, at);
  if (lines.length > 0) await writeSoldParts(tx, lines);
  const recorded = await recordMovements(
    tx,
    ctx,
    [...skus].map(([variantId, numbers]) => ({
      storeId,
      variantId,
      adjustment: quantityOf(numbers) - (variantId === merge.variant_id ? merge.quantity : 0),
      source: { type: 'User', userId },
      action: movementMessages.undo_merge,
      cause: `undo:${String(merge.id)}`,
    })),
    at,
  );
  await refreshVariants(tx, ids);
  await recordActivity(tx, {
    storeId,
    key: 'variant.undo_merge',
    actor: { type: 'User', id: userId },
    recipient: { type: 'Variant', id: merge.variant_id },
    before: { quantity: merge.quantity, variant_ids: [merge.variant_id] },
    after: {
      quantity: recorded.find(({ variantId }) => variantId === merge.variant_id)?.finalQuantity,
      variant_ids: ids,
    },
    extras: { merge_id: merge.id },
    at,
  });
  await announce(tx, storeId, 'variants', ids);
  await announce(tx, storeId, 'merges', []);
  const movementOf = new Map(recorded.map((movement) => [movement.variantId, movement.id]));
  await evaluateVariants(tx, ctx, ids, movementOf);
}
