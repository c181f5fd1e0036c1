import { message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { announce } from '../../../api/live.ts';
import { defineOperation, type RowOutcome } from '../../operations/operation-definition.ts';
import { evaluateVariants } from '../../stock/ledger/evaluate-variants.ts';
import { mailMassForceZeroJob } from '../variants/catalog.jobs.ts';
import { heldBecause } from '../variants/describe-listing.rules.ts';
import { nextListingsOfItems } from './force-zero.queries.ts';
import { listingsByIds, type ListingRecord } from '../variants/variant-page.queries.ts';

const LISTINGS_AT_ONCE = 100;

export const forceZeroParams = z.object({
  force_zero_qty_from: z.iso.datetime().nullable(),
  force_zero_qty_to: z.iso.datetime().nullable(),
  /** The store's zone, for the mail. */
  zone: z.string(),
  item_ids: z.array(z.string()),
  /** Ids that match no listing. */
  unknown_ids: z.array(z.string()),
  /** The listings of an operation that retries them; left out: all of the items. */
  listing_ids: z.array(z.number().int()).optional(),
});

/** `after`: the last listing that was evaluated. */
const cursor = z.object({ after: z.number().int() });

/** Evaluates the targets of listings after windows were set for their items. */
export const massForceZeroOperation = defineOperation({
  kind: 'variant_listing.mass_force_zero',
  topics: [],
  params: forceZeroParams,
  cursor,
  async step(ctx, operation, { params, cursor: at }, commit) {
    if (at === null) {
      const rows = params.unknown_ids.map(unknownRow);
      await commit(() => Promise.resolve({ rows, cursor: { after: 0 } }));
      return 'more';
    }
    const { storeId } = operation;
    const next = await nextListingsOfItems(ctx.db, storeId, params.item_ids, at.after, LISTINGS_AT_ONCE);
    const last = next.at(-1);
    if (last === undefined) return 'done';
    const asked = params.listing_ids === undefined ? null : new Set(params.listing_ids);
    const wanted = next.filter(({ id }) => asked === null || asked.has(id));
    await commit(async (tx) => {
      const variantIds = wanted.map(({ variantId }) => variantId);
      await evaluateVariants(tx, ctx, variantIds);
      const listings = await listingsByIds(
        tx,
        wanted.map(({ id }) => id),
      );
      return { rows: listings.map(outcomeOf), cursor: { after: last.id } };
    });
    return next.length < LISTINGS_AT_ONCE ? 'done' : 'more';
  },
  async finish(tx, _ctx, { id, storeId }, end) {
    if (end === 'done') await enqueue(tx, mailMassForceZeroJob, { operationId: id });
    await announce(tx, storeId, 'variants', []);
  },
  retry: (params, failed) => ({ ...params, unknown_ids: [], listing_ids: failed.map(Number) }),
});

const unknownRow = (itemId: string): RowOutcome => ({
  key: `item:${itemId}`,
  label: itemId,
  subject: null,
  state: 'skipped',
  reason: message('catalog.unknown_item'),
});

/** A listing that takes no quantities keeps its window, which has no effect until it takes them again. */
function outcomeOf(listing: ListingRecord): RowOutcome {
  const held = heldBecause(listing);
  const isReadNow = held?.code === 'catalog.held_being_read';
  return {
    key: String(listing.id),
    label: `${listing.marketplace_name}: ${listing.name === '' ? listing.item_name : listing.name}`,
    subject: { type: 'VariantListing', id: listing.id },
    state: held === null || isReadNow ? 'done' : 'failed',
    reason: isReadNow ? null : held,
  };
}
