import { channels } from '@evenstock/contract/channels/channels';
import type { SaleVerb } from '@evenstock/contract/listings/mass-sales';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import type { OperationRowState } from '@evenstock/contract/operations/operations';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { Refusal } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { findActionOf } from '../actions/find-action-of.ts';
import { lateOutcomes } from '../actions/late-outcomes.ts';
import { showAction } from '../actions/list-actions.ts';
import { performWhileWaitedFor } from '../actions/perform-while-waited-for.ts';
import { requestAction } from '../actions/request-action.ts';
import { recordActivity } from '../journal/record-activity.ts';
import {
  defineOperation,
  type OperationRecord,
  type RowOutcome,
} from '../operations/operation-definition.ts';
import { stateAfter, whyNoSale } from './listing-actions.rules.ts';
import { factsOf, listingToActOn, type ListingToActOn } from './listing-to-act-on.ts';

const params = z.object({ listing_ids: z.array(z.number().int()) });
const cursor = z.object({ next: z.number().int() });

/**
 * Takes listings off sale, or puts them back, one after the other. It is idempotent: a repeated step finds the action of the earlier
 * one.
 */
const massSale = (verb: SaleVerb) =>
  defineOperation({
    kind: `product_listing.mass_${verb}`,
    topics: ['variants'],
    params,
    cursor,
    async step(ctx, operation, { params: { listing_ids: ids }, cursor: kept }, commit) {
      const next = kept?.next ?? 0;
      const id = ids[next];
      if (id === undefined) return 'done';
      const row = await rowOf(ctx, operation, verb, id);
      await commit(() => Promise.resolve({ rows: [row], cursor: { next: next + 1 } }));
      return next + 1 < ids.length ? 'more' : 'done';
    },
    finish: () => Promise.resolve(),
    retry: ({ listing_ids: ids }, failed) => ({
      listing_ids: ids.filter((id) => failed.includes(String(id))),
    }),
    late: { code: 'listings.not_confirmed_yet', outcomes: lateOutcomes },
  });

export const massDelistOperation = massSale('delist');
export const massRelistOperation = massSale('relist');
export const massSaleOperations = { delist: massDelistOperation, relist: massRelistOperation };

async function rowOf(
  ctx: Context,
  operation: OperationRecord,
  verb: SaleVerb,
  id: number,
): Promise<RowOutcome> {
  const listing = await findOrNull(ctx, operation.storeId, id);
  if (listing === null) {
    const reason = message('api.product_listing_not_found');
    return { key: String(id), label: String(id), subject: null, state: 'failed', reason };
  }
  return {
    key: String(id),
    label: `${listing.marketplace_name}: ${listing.name}`,
    subject: { type: 'ProductListing', id },
    ...(await outcomeOf(ctx, operation, verb, listing)),
  };
}

async function findOrNull(ctx: Context, storeId: number, id: number): Promise<ListingToActOn | null> {
  // No role is needed: only deleting depends on it.
  const caller = { ctx, store: { id: storeId, role: null }, actor: { role: 'member' } } as const;
  try {
    return await listingToActOn(caller, id);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

type Outcome = { readonly state: OperationRowState; readonly reason: MessageOnWire | null };

async function outcomeOf(
  ctx: Context,
  operation: OperationRecord,
  verb: SaleVerb,
  listing: ListingToActOn,
): Promise<Outcome> {
  const known = await findActionOf(ctx, operation.id, 'ProductListing', listing.id);
  if (known === null) {
    const skipped = whyNoSale(verb, factsOf(ctx, listing, listing.works, false));
    if (skipped !== null) return { state: 'skipped', reason: skipped };
  }
  const id = known ?? (await request(ctx, operation, verb, listing));
  if (id === null) {
    const reason = message('listings.busy', { marketplace: listing.marketplace_name });
    return { state: 'failed', reason };
  }
  await performWhileWaitedFor(ctx, id);
  const { state, outcome } = await showAction(ctx, operation.storeId, id);
  if (state === 'done') return { state: 'done', reason: null };
  const reason =
    state === 'refused'
      ? (outcome?.message ?? message('listings.refused'))
      : message('listings.not_confirmed_yet', { channel: channels[listing.channel].label });
  return { state: 'failed', reason };
}

/** @returns the id of the action; null where another one of the listing is under way */
function request(
  ctx: Context,
  { id: operationId, storeId, userId }: OperationRecord,
  verb: SaleVerb,
  listing: ListingToActOn,
): Promise<number | null> {
  return inTransaction(ctx.db, async (tx) => {
    const requested = await requestAction(tx, ctx, {
      storeId,
      marketplaceId: listing.marketplace_id,
      kind: `listing.${verb}`,
      subjectType: 'ProductListing',
      subjectId: listing.id,
      exclusiveKey: `sale:${String(listing.id)}`,
      asked: {},
      userId,
      performedBy: 'caller',
      operationId,
    });
    if (requested.outcome === 'excluded') return null;
    if (requested.outcome === 'begun') {
      await recordActivity(tx, {
        storeId,
        key: `product_listing.${verb}`,
        actor: { type: 'User', id: userId },
        recipient: { type: 'ProductListing', id: listing.id },
        before: { state: listing.state },
        after: { state: stateAfter[verb] },
        extras: { action_ids: [requested.id] },
        at: ctx.clock.now(),
      });
    }
    return requested.id;
  });
}
