import type { CallReply } from '@evenstock/contract/endpoint';
import type {
  listStockMovements as listEndpoint,
  listVariantStockMovements as listOfVariantEndpoint,
} from '@evenstock/contract/stock';
import type { z } from 'zod';
import { identityOf } from '../../api/identity.ts';
import { countOf, pageOf, sortOf } from '../../api/page-request.ts';
import { dayOf, daysAfter, monthsBefore, startOfDay } from '../../platform/days.ts';
import { notFound, type Call } from '../../api/routing.ts';
import { describeMovement } from './describe-movement.rules.ts';
import { findVariantId, readMovementsPage, type MovementFilter } from './stock.queries.ts';

type ListCall = Pick<Call<typeof listEndpoint>, 'ctx' | 'store' | 'query'>;

type Filters = NonNullable<z.output<typeof listEndpoint.query>['q']>;

/** Which movements of a store a list's filters choose: those of the last month unless asked otherwise. Days are of the zone. */
export function movementFilter(
  storeId: number,
  q: Filters,
  { now, zone }: { readonly now: Date; readonly zone: string },
): MovementFilter {
  const today = dayOf(now, zone);
  const last = q.created_at_datelteq;
  const first = q.created_at_dategteq ?? monthsBefore(last !== undefined && last < today ? last : today, 1);
  const name = q.variant_product_name?.trim() ?? '';
  return {
    storeId,
    variantId: q.variant_id_eq ?? null,
    from: startOfDay(first, zone),
    before: last === undefined ? null : startOfDay(daysAfter(last, 1), zone),
    name: name === '' ? null : name,
    state: q.listing_stock_movements_state_eq ?? null,
  };
}

/** Movements of a store, newest first; the last month unless asked otherwise. Days are the store's. */
export function listMovements(call: ListCall): Promise<CallReply<typeof listEndpoint>> {
  return list(call, call.query.q?.variant_id_eq ?? null);
}

/**
 * Movements of one SKU, or of the SKU that it was merged into.
 * @throws Refusal 404
 */
export async function listVariantMovements(
  call: Call<typeof listOfVariantEndpoint>,
): Promise<CallReply<typeof listOfVariantEndpoint>> {
  const identity = identityOf(call.params.variantId, 'variant');
  const variantId = await findVariantId(call.ctx.db, call.store.id, identity);
  if (variantId === null) throw notFound('variant');
  return list(call, variantId);
}

async function list(
  { ctx, store, query }: ListCall,
  variantId: number | null,
): Promise<CallReply<typeof listEndpoint>> {
  const q = query.q ?? {};
  const page = pageOf(query);
  const at = { now: ctx.clock.now(), zone: store.timeZone };
  const { direction } = sortOf(q.s ?? query.s, ['created_at'], { field: 'created_at', direction: 'desc' });
  const filter = { ...movementFilter(store.id, q, at), variantId };
  const { movements, totalCount } = await readMovementsPage(ctx.db, filter, direction, page);
  const isSearch = filter.name !== null;
  return {
    stock_movements: movements.map(describeMovement),
    ...countOf(totalCount, isSearch),
    page: page.page,
    per_page: page.perPage,
  };
}
