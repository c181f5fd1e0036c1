import type { CallReply } from '@evenstock/contract/api/endpoint';
import { monthsListed } from '@evenstock/contract/api/fields';
import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { message } from '@evenstock/contract/messages/message';
import type {
  listStockMovements as listEndpoint,
  listVariantStockMovements as listOfVariantEndpoint,
} from '@evenstock/contract/stock/stock';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { identityOf } from '../../../api/identity.ts';
import { listWindow, type ListMoment } from '../../../api/list-window.rules.ts';
import { countOf, pageOf, sortOf } from '../../../api/page-request.ts';
import { invalid, notFound, type Call } from '../../../api/routing.ts';
import { readUndoable } from '../ledger/undoable.queries.ts';
import { undoableSince } from '../changes/undo-adjustment.rules.ts';
import { describeMovement } from './describe-movement.rules.ts';
import {
  findVariantId,
  readMovementsPage,
  type MovementFilter,
  type MovementRecord,
} from '../ledger/stock.queries.ts';

type ListCall = Pick<Call<typeof listEndpoint>, 'ctx' | 'store' | 'actor' | 'query'>;

type Filters = NonNullable<z.output<typeof listEndpoint.query>['q']>;

/**
 * Which movements of a store a list's filters choose: those of the last month unless asked otherwise. One SKU's have no limit.
 * @throws Refusal 422 for days older than the caller may list
 */
export function movementFilter(storeId: number, q: Filters, at: ListMoment): MovementFilter {
  const variantId = q.variant_id_eq ?? null;
  const window = listWindow(
    { from: q.created_at_dategteq, to: q.created_at_datelteq },
    { ...at, unlimited: at.unlimited || variantId !== null },
  );
  if (window === null) {
    throw invalid('created_at_dategteq', message('stock.too_far_back', { months: monthsListed }));
  }
  const name = q.variant_product_name?.trim() ?? '';
  return {
    storeId,
    variantId,
    ...window,
    name: name === '' ? null : name,
    state: q.listing_stock_movements_state_eq ?? null,
  };
}

/** Movements of a store, newest first. @throws Refusal as `movementFilter` */
export function listMovements(call: ListCall): Promise<CallReply<typeof listEndpoint>> {
  return list(call, call.query.q ?? {});
}

/**
 * Movements of one SKU, or of the SKU that it was merged into.
 * @throws Refusal 404; as `movementFilter`
 */
export async function listVariantMovements(
  call: Call<typeof listOfVariantEndpoint>,
): Promise<CallReply<typeof listOfVariantEndpoint>> {
  const identity = identityOf(call.params.variantId, 'variant');
  const variantId = await findVariantId(call.ctx.db, call.store.id, identity);
  if (variantId === null) throw notFound('variant');
  return list(call, { ...call.query.q, variant_id_eq: variantId });
}

async function list(
  { ctx, store, actor, query }: ListCall,
  q: Filters,
): Promise<CallReply<typeof listEndpoint>> {
  const page = pageOf(query);
  const at = { now: ctx.clock.now(), zone: store.timeZone, unlimited: actor.role !== 'member' };
  const { direction } = sortOf(q.s ?? query.s, ['created_at'], { field: 'created_at', direction: 'desc' });
  const filter = movementFilter(store.id, q, at);
  const { movements, totalCount } = await readMovementsPage(ctx.db, filter, direction, page);
  const undoable = await undoableAmong(ctx, store.id, movements);
  const isSearch = filter.name !== null;
  return {
    stock_movements: movements.map((movement) => describeMovement(movement, undoable)),
    ...countOf(totalCount, isSearch),
    page: page.page,
    per_page: page.perPage,
  };
}

/** The ids of the movements that can be undone now. */
async function undoableAmong(
  ctx: Context,
  storeId: number,
  movements: readonly MovementRecord[],
): Promise<ReadonlySet<number>> {
  const since = undoableSince(ctx.clock.now());
  const ids = movements
    .filter(({ action, created_at: at }) => action === movementMessages.adjustment && at >= since)
    .map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const entries = await readUndoable(ctx.db, storeId, ids);
  return new Set(
    entries.filter((each) => each.isAdjustment && each.isUntouched && !each.isUndone).map(({ id }) => id),
  );
}
