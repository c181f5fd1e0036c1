import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { massForceZero as massForceZeroEndpoint } from '@evenstock/contract/catalog/force-zero';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import { notFound, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import { momentIn } from '../../../platform/time/days.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity, recordChange } from '../../journal/record-activity.ts';
import { startOperation } from '../../operations/start-operation.ts';
import { evaluateVariants } from '../../stock/ledger/evaluate-variants.ts';
import { lockWindow, setWindow, setWindowOfItems } from './force-zero.queries.ts';
import { massForceZeroOperation } from './run-mass-force-zero.ts';

type MassWindow = z.output<(typeof massForceZeroEndpoint)['body']>['variant_listing'];
type Window = Pick<MassWindow, 'force_zero_qty_from' | 'force_zero_qty_to'>;

const written = ({ force_zero_qty_from: from, force_zero_qty_to: to }: Window) => ({
  force_zero_qty_from: from?.toISOString() ?? null,
  force_zero_qty_to: to?.toISOString() ?? null,
});

/**
 * Schedules or removes the window in which a listing shows 0. The quantity of its SKU stays; its other listings show it. An open
 * window takes effect with the change; the stock sweep notices when one begins or ends.
 * @throws Refusal 404; 409 where the listing was changed after an instant
 */
export async function scheduleForceZero(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  variantListingId: number,
  window: Window,
  unchangedSince?: string,
): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const listing = await lockWindow(tx, store.id, variantListingId);
    if (listing === null) throw notFound('listing');
    if (unchangedSince !== undefined && listing.updated_at > new Date(unchangedSince)) {
      throw new Refusal(409, whatIsSet(listing, store.timeZone));
    }
    const isChanged = await recordChange(tx, {
      storeId: store.id,
      key: 'variant_listing.force_zero',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'VariantListing', id: variantListingId },
      before: written(listing),
      after: written(window),
      at,
    });
    if (!isChanged) return;
    const { force_zero_qty_from: from, force_zero_qty_to: to } = window;
    await setWindow(tx, variantListingId, { from, to }, at);
    await evaluateVariants(tx, ctx, [listing.variantId]);
    await announce(tx, store.id, 'variants', [listing.variantId]);
  });
}

function whatIsSet(window: Window, zone: string): Message {
  const { force_zero_qty_from: from, force_zero_qty_to: to } = window;
  if (from === null || to === null) return message('catalog.force_zero_unset');
  return message('catalog.force_zero_set', { from: momentIn(zone, from), to: momentIn(zone, to) });
}

/**
 * Schedules or removes the window in which every listing of these items shows 0. The targets are evaluated in the background, and a
 * mail reports the results.
 * @param expected how many listings were confirmed
 * @returns how many listings were updated, and the ids that no listing has
 * @throws Refusal 409 where another number of listings takes part than was confirmed
 */
export async function massForceZero(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  change: MassWindow,
  expected?: number,
): Promise<CallReply<typeof massForceZeroEndpoint>> {
  const at = ctx.clock.now();
  const { force_zero_qty_from: from, force_zero_qty_to: to, marketplace_item_ids: itemIds } = change;
  return inTransaction(ctx.db, async (tx) => {
    const updated = await setWindowOfItems(tx, store.id, itemIds, { from, to }, at);
    const count = updated.length;
    if (expected !== undefined && expected !== count)
      throw new Refusal(409, message('listings.choice_changed', { count }));
    const found = new Set(updated);
    const unknownIds = itemIds.filter((id) => !found.has(id));
    await startOperation(tx, ctx, massForceZeroOperation, {
      storeId: store.id,
      params: {
        ...written(change),
        zone: store.timeZone,
        item_ids: [...found],
        unknown_ids: unknownIds,
      },
      userId: actor.userId,
      exclusiveKey: null,
      total: count + unknownIds.length,
    });
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant_listing.mass_force_zero',
      actor: { type: 'User', id: actor.userId },
      recipient: null,
      extras: { ...written(change), listings: count },
      at,
    });
    await announce(tx, store.id, 'variants', []);
    return { count, unknown_ids: unknownIds };
  });
}
