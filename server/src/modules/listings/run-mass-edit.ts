import { channels } from '@evenstock/contract/channels/channels';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import { formatMoney, toMajor } from '@evenstock/contract/values/money';
import type { OperationRowState } from '@evenstock/contract/operations/operations';
import { z } from 'zod';
import { Refusal } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
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
import { adjustQuantity } from '../stock/changes/adjust-quantity.ts';
import { findPricedListing, variantName, type PricedListing } from './edit-grid.queries.ts';
import { whyNoPrice } from './listing-actions.rules.ts';
import { factsOf, listingToActOn, type ListingToActOn } from './listing-to-act-on.ts';
import { readPrice } from './price.rules.ts';

const params = z.object({
  /** The idempotency key of a quantity's change, together with the SKU. */
  key: z.string(),
  quantities: z.array(z.object({ variant_id: z.number(), from: z.number(), to: z.number() })),
  prices: z.array(
    z.object({
      variant_listing_id: z.number(),
      price: z.number(),
      /** The value that was shown; absent: the current value is overwritten, whatever it is. */
      from: z.number().nullish(),
    }),
  ),
});
type Params = z.infer<typeof params>;
type QuantityEdit = Params['quantities'][number];
type PriceEdit = Params['prices'][number];

const cursor = z.object({ next: z.number().int() });

const keyOf = (edit: QuantityEdit | PriceEdit): string =>
  'variant_id' in edit ? `quantity:${String(edit.variant_id)}` : `price:${String(edit.variant_listing_id)}`;

/**
 * Changes quantities and prices of SKUs, one after the other. It is idempotent: a quantity has its key in the ledger, a price has the
 * one action of this operation for the listing.
 */
export const massEditOperation = defineOperation({
  kind: 'variant.mass_edit',
  topics: ['variants'],
  params,
  cursor,
  async step(ctx, operation, { params: { key, quantities, prices }, cursor: kept }, commit) {
    const edits = [...quantities, ...prices];
    const next = kept?.next ?? 0;
    const edit = edits[next];
    if (edit === undefined) return 'done';
    const row =
      'variant_id' in edit
        ? await quantityRow(ctx, operation, key, edit)
        : await priceRow(ctx, operation, edit);
    await commit(() => Promise.resolve({ rows: [row], cursor: { next: next + 1 } }));
    return next + 1 < edits.length ? 'more' : 'done';
  },
  finish: () => Promise.resolve(),
  retry: ({ key, quantities, prices }, failed) => ({
    key,
    quantities: quantities.filter((edit) => failed.includes(keyOf(edit))),
    prices: prices.filter((edit) => failed.includes(keyOf(edit))),
  }),
  late: { code: 'listings.not_confirmed_yet', outcomes: lateOutcomes },
});

type Outcome = { readonly state: OperationRowState; readonly reason: MessageOnWire | null };

async function quantityRow(
  ctx: Context,
  { id: operationId, storeId, userId }: OperationRecord,
  key: string,
  edit: QuantityEdit,
): Promise<RowOutcome> {
  const { variant_id: variantId, from, to } = edit;
  const name = await variantName(ctx.db, storeId, variantId);
  const row = {
    key: keyOf(edit),
    label: name ?? String(variantId),
    subject: { type: 'Variant', id: variantId },
  };
  if (name === null) {
    return { ...row, subject: null, state: 'failed', reason: message('api.variant_not_found') };
  }
  try {
    await adjustQuantity(ctx, {
      storeId,
      variantId,
      userId,
      units: to - from,
      operationId,
      key: `grid:${key}:${String(variantId)}`,
      refuseBelowZero: true,
      refuseWithoutSync: true,
    });
    return { ...row, state: 'done', reason: null };
  } catch (error) {
    if (error instanceof Refusal) return { ...row, state: 'failed', reason: error.reason };
    throw error;
  }
}

async function priceRow(ctx: Context, operation: OperationRecord, edit: PriceEdit): Promise<RowOutcome> {
  const key = keyOf(edit);
  const sku = await findPricedListing(ctx.db, operation.storeId, edit.variant_listing_id);
  if (sku === null) {
    const reason = message('api.listing_not_found');
    return { key, label: String(edit.variant_listing_id), subject: null, state: 'failed', reason };
  }
  // No role is needed: only deleting depends on it.
  const caller = { ctx, store: { id: operation.storeId, role: null }, actor: { role: 'member' } } as const;
  const listing = await listingToActOn(caller, sku.productListingId);
  return {
    key,
    label: `${listing.marketplace_name}: ${sku.sku ?? listing.name}`,
    subject: { type: 'VariantListing', id: sku.id },
    ...(await priceOutcome(ctx, operation, listing, sku, edit)),
  };
}

const failed = (reason: MessageOnWire): Outcome => ({ state: 'failed', reason });

async function priceOutcome(
  ctx: Context,
  operation: OperationRecord,
  listing: ListingToActOn,
  sku: PricedListing,
  { price: major, from }: PriceEdit,
): Promise<Outcome> {
  const { marketplace_name: marketplace } = listing;
  const known = await findActionOf(ctx, operation.id, 'VariantListing', sku.id);
  let id = known;
  if (id === null) {
    const skipped = whyNoPrice(factsOf(ctx, listing, listing.works, false));
    if (skipped !== null) return { state: 'skipped', reason: skipped };
    if (sku.currency === null) return failed(message('listings.no_price', { marketplace }));
    const price = readPrice(major, sku.currency);
    if ('fault' in price) return failed(price.fault);
    if (price.minor === sku.price) return { state: 'done', reason: null };
    const shown = sku.price === null ? null : toMajor(sku.price, sku.currency);
    if (from !== undefined && from !== shown) {
      return failed(
        sku.price === null
          ? message('listings.price_gone', { marketplace })
          : message('listings.price_now', { price: formatMoney(sku.price, sku.currency) }),
      );
    }
    id = await request(ctx, operation, listing, sku, { price: price.minor, currency: sku.currency });
    if (id === null) return failed(message('listings.busy', { marketplace }));
  }
  await performWhileWaitedFor(ctx, id);
  const { state, outcome } = await showAction(ctx, operation.storeId, id);
  if (state === 'done') return { state: 'done', reason: null };
  if (state === 'refused') return failed(outcome?.message ?? message('listings.refused'));
  return failed(message('listings.not_confirmed_yet', { channel: channels[listing.channel].label }));
}

/** @returns the id of the action; null where another price of the listing is under way */
function request(
  ctx: Context,
  { id: operationId, storeId, userId }: OperationRecord,
  listing: ListingToActOn,
  sku: PricedListing,
  asked: { readonly price: number; readonly currency: string },
): Promise<number | null> {
  return inTransaction(ctx.db, async (tx) => {
    const requested = await requestAction(tx, ctx, {
      storeId,
      marketplaceId: listing.marketplace_id,
      kind: 'listing.price',
      subjectType: 'VariantListing',
      subjectId: sku.id,
      exclusiveKey: `price:${String(sku.id)}`,
      asked,
      userId,
      performedBy: 'caller',
      operationId,
    });
    if (requested.outcome === 'excluded') return null;
    if (requested.outcome === 'begun') {
      await recordActivity(tx, {
        storeId,
        key: 'variant_listing.update',
        actor: { type: 'User', id: userId },
        recipient: { type: 'VariantListing', id: sku.id },
        before: { price: sku.price === null ? null : toMajor(sku.price, asked.currency) },
        after: { price: toMajor(asked.price, asked.currency) },
        extras: { action_ids: [requested.id] },
        at: ctx.clock.now(),
      });
    }
    return requested.id;
  });
}
