import type { ActivityKey } from '@evenstock/contract/kinds/activities';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import type {
  ListingAction,
  ListingDetail,
  ListingWorkKind,
} from '@evenstock/contract/catalog/product-listings';
import type { Context } from '../../context.ts';
import { invalid, type StoreScope } from '../../api/routing.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { showAction } from '../actions/list-actions.ts';
import { performWhileWaitedFor } from '../actions/perform-while-waited-for.ts';
import { requestAction, type ActionRequest } from '../actions/request-action.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { stateAfter } from './listing-actions.rules.ts';
import { listingToActOn, requireOffered, type Caller, type ListingToActOn } from './listing-to-act-on.ts';
import { readListing } from './read-listing.ts';
import { showListing } from './show-listing.ts';

/** The longest that a caller waits, in milliseconds; after that the actions continue in the background. */
const ANSWER_WITHIN = 18_000;

/** One change of a listing at its marketplace. */
export type Change = Pick<ActionRequest, 'subjectType' | 'subjectId' | 'exclusiveKey' | 'asked'> & {
  readonly kind: ListingWorkKind;
};

/**
 * Requests changes of a listing in the caller's transaction: all, or none. An identical change that is under way is joined.
 * @returns the actions that begin
 * @throws Refusal 422 under 'product_listing' where another change is under way
 */
export async function requestChanges(
  tx: Tx,
  { ctx, store, actor }: Caller,
  listing: ListingToActOn,
  changes: readonly Change[],
): Promise<readonly number[]> {
  const begun: number[] = [];
  for (const change of changes) {
    const requested = await requestAction(tx, ctx, {
      ...change,
      storeId: store.id,
      marketplaceId: listing.marketplace_id,
      userId: actor.userId,
      performedBy: 'caller',
    });
    if (requested.outcome === 'begun') begun.push(requested.id);
    else if (requested.outcome === 'excluded' || !requested.isSame) {
      throw invalid('product_listing', message('listings.busy', { marketplace: listing.marketplace_name }));
    }
  }
  return begun;
}

/**
 * Performs actions one after the other while their requester waits; jobs perform those that are left when the time is over.
 * @returns the reason of each refusal
 */
export async function performInTime(
  ctx: Context,
  store: StoreScope,
  actionIds: readonly number[],
): Promise<readonly MessageOnWire[]> {
  const began = performance.now();
  const refusals: MessageOnWire[] = [];
  for (const id of actionIds) {
    const left = ANSWER_WITHIN - (performance.now() - began);
    if (left <= 0) break;
    await performWhileWaitedFor(ctx, id, left);
    const { state, outcome } = await showAction(ctx, store.id, id);
    if (state === 'refused') refusals.push(outcome?.message ?? message('listings.refused'));
  }
  return refusals;
}

interface SaleAct {
  readonly action: ListingAction;
  readonly kind: ListingWorkKind;
  readonly activity: Extract<ActivityKey, `product_listing.${keyof typeof stateAfter}`>;
}

const sales = {
  delist: { action: 'delist', kind: 'listing.delist', activity: 'product_listing.delist' },
  relist: { action: 'relist', kind: 'listing.relist', activity: 'product_listing.relist' },
  delete: { action: 'delete', kind: 'listing.remove', activity: 'product_listing.delete' },
} as const satisfies Readonly<Record<string, SaleAct>>;

/**
 * Takes a listing off sale at its marketplace, puts it back, or deletes it there, while the caller waits. A second request joins the
 * first.
 * @returns the listing; its works show what its marketplace has not confirmed in time
 * @throws Refusal 404; 422 under 'product_listing' with why it is not offered, or was refused
 */
export async function changeSale(
  caller: Caller,
  productListingId: number,
  verb: keyof typeof sales,
): Promise<ListingDetail> {
  const { ctx, store, actor } = caller;
  const { action, kind, activity } = sales[verb];
  const listing = await listingToActOn(caller, productListingId);
  const isUnderWay = listing.works.some((work) => work.kind === kind && work.finished_at === null);
  if (!isUnderWay) requireOffered(listing, action);
  const begun = await inTransaction(ctx.db, async (tx) => {
    const ids = await requestChanges(tx, caller, listing, [
      {
        kind,
        subjectType: 'ProductListing',
        subjectId: listing.id,
        exclusiveKey: `sale:${String(listing.id)}`,
        asked: {},
      },
    ]);
    if (ids.length > 0) {
      await recordActivity(tx, {
        storeId: store.id,
        key: activity,
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'ProductListing', id: listing.id },
        before: { state: listing.state },
        after: { state: stateAfter[verb] },
        extras: { action_ids: ids },
        at: ctx.clock.now(),
      });
    }
    return ids;
  });
  const [refusal] = await performInTime(ctx, store, begun);
  if (refusal !== undefined) throw invalid('product_listing', refusal);
  if (begun.length > 0 && verb !== 'delete') await readForReply(ctx, listing.id);
  return showListing(caller, listing.id);
}

/** Reads a listing so that the reply shows its new state. If the read fails, a job repeats it. */
async function readForReply(ctx: Context, productListingId: number): Promise<void> {
  try {
    await readListing(ctx, productListingId, 'normal');
  } catch (error) {
    ctx.log.info(
      { err: error, listing: productListingId },
      'A listing could not be read after it was changed.',
    );
  }
}
