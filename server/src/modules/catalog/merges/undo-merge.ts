import type { MergeToUndo } from '@evenstock/contract/catalog/merges';
import { said } from '@evenstock/contract/messages/english';
import type { Message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { notFound, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import type { Handle } from '../../../platform/database/database.ts';
import { inTransaction, RetryTransaction } from '../../../platform/database/transaction.ts';
import { describeMarketplaceBrief } from '../variants/describe-listing.rules.ts';
import type { Division } from '../variants/division.rules.ts';
import {
  findLeavingListing,
  findMerge,
  idsOfListings,
  namedListings,
  offeredQuantities,
  type MergeToUndo as MergeRecord,
} from '../variants/merges.queries.ts';
import { undoProblem } from './undo-merge.rules.ts';
import { leaveVariant, settleProduct } from './unmerge-listing.ts';

interface Undoable {
  readonly merge: MergeRecord;
  /** The listings that it brought, deleted ones left out, in the order in which they leave. */
  readonly leaving: readonly number[];
  readonly staying: readonly number[];
  readonly problem: Message | null;
}

async function readUndo(db: Handle, storeId: number, mergeId: number): Promise<Undoable> {
  const merge = await findMerge(db, storeId, mergeId);
  if (merge === null) throw notFound('merge');
  const leaving = merge.brought.filter(({ is_deleted: isDeleted }) => !isDeleted).map(({ id }) => id);
  const staying = (await idsOfListings(db, merge.variant_id)).filter((id) => !leaving.includes(id));
  const problem = undoProblem({
    isMergedAway: merge.is_merged_away,
    isSet: merge.is_set,
    brought: merge.brought.map(({ is_deleted: isDeleted, is_here: isHere }) => ({ isDeleted, isHere })),
    staying: staying.length,
  });
  return { merge, leaving, staying, problem };
}

/**
 * Previews undoing a merge: which listings leave, the units offered to each, and the reason where it is impossible.
 * @throws Refusal 404
 */
export async function showMerge(ctx: Context, storeId: number, mergeId: number): Promise<MergeToUndo> {
  const { merge, leaving, staying, problem } = await readUndo(ctx.db, storeId, mergeId);
  const [named, offered] = await Promise.all([
    namedListings(ctx.db, [...leaving, ...staying]),
    offeredQuantities(ctx.db, [merge.variant_id], merge.id),
  ]);
  const { id, slug, sku, full_product_name, quantity } = { ...merge, id: merge.variant_id };
  return {
    id: merge.id,
    merged_at: merge.created_at.toISOString(),
    variant: { id, slug, sku, full_product_name, quantity },
    listings: leaving.flatMap((listingId) => {
      const listing = named.get(listingId);
      if (listing === undefined) return [];
      return {
        id: listingId,
        name: listing.name,
        marketplace: describeMarketplaceBrief(listing.marketplace),
        unmerge_quantity: offered.get(listingId) ?? 0,
      };
    }),
    staying: staying.flatMap((listingId) => {
      const listing = named.get(listingId);
      return listing === undefined ? [] : describeMarketplaceBrief(listing.marketplace);
    }),
    problem: problem === null ? null : said(problem),
  };
}

/**
 * Undoes a merge in one transaction: each listing that it brought is unmerged with the requested or else the offered units. SKUs that
 * were merged away do not come back; the listings get new ones.
 * @throws Refusal 404; 409 where a later merge or unmerge makes it impossible, or where numbers do not add up to the quantity any
 * more; 422 for units that are not there
 */
export function undoMerge(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  mergeId: number,
  divisions: ReadonlyMap<number, Division> = new Map(),
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { leaving, problem } = await readUndo(tx, store.id, mergeId);
    if (problem !== null) throw new Refusal(409, problem);
    const left = [];
    for (const id of leaving) {
      const listing = await findLeavingListing(tx, store.id, id);
      if (listing === null) throw new RetryTransaction();
      const division = divisions.get(id) ?? {};
      await leaveVariant(tx, ctx, { storeId: store.id, userId: actor.userId, listing, division, mergeId });
      left.push(listing);
    }
    for (const listing of left) await settleProduct(tx, store.id, listing, ctx.clock.now());
  });
}
