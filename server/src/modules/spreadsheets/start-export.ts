import type {
  downloadOrders,
  downloadSelectedVariants,
  downloadStockMovements,
  downloadVariants,
} from '@evenstock/contract/spreadsheets/spreadsheets';
import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import { invalid, type Actor, type Call, type StoreScope } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { requireFilterAllowed } from '../catalog/variants/read-variant-filter.ts';
import { recordActivity } from '../journal/record-activity.ts';
import type { DefinedOperation } from '../operations/operation-definition.ts';
import { startOperation } from '../operations/start-operation.ts';
import { orderItemsSource, ordersSource } from './export-orders.ts';
import { productsSource } from './export-products.ts';
import { movementsSource } from './export-stock-movements.ts';
import type { ExportSource } from './export-source.ts';
import {
  exportMovementsOperation,
  exportOrderItemsOperation,
  exportOrdersOperation,
  exportProductsOperation,
} from './export-sources.ts';

interface Caller {
  readonly ctx: Context;
  readonly store: StoreScope;
  readonly actor: Actor;
}

/**
 * Starts an export. @returns the address that its link is mailed to
 * @throws Refusal 422 where there is nothing to export
 */
async function start<Params>(
  { ctx, store, actor }: Caller,
  source: ExportSource<Params>,
  operation: DefinedOperation<z.ZodType<Params>>,
  params: Params,
): Promise<{ readonly email: string }> {
  const total = await source.count(ctx, { storeId: store.id, params });
  if (total === 0) throw invalid('export', message('spreadsheets.nothing_to_export'));
  await inTransaction(ctx.db, async (tx) => {
    const { id } = await startOperation(tx, ctx, operation, {
      storeId: store.id,
      params,
      userId: actor.userId,
      exclusiveKey: null,
      total,
    });
    await recordActivity(tx, {
      storeId: store.id,
      key: source.kind,
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Operation', id },
      extras: { records: total },
      at: ctx.clock.now(),
    });
  });
  return { email: actor.email };
}

/** Exports the SKUs of the list's filters. @throws Refusal as `requireFilterAllowed` */
export const startProducts = async (call: Call<typeof downloadVariants>) => {
  await requireFilterAllowed(call.ctx, call.store, call.actor, call.query.q ?? {});
  const asked = { q: call.query.q, asked_at: call.ctx.clock.now().toISOString() };
  return start(call, productsSource, exportProductsOperation, asked);
};

/** Exports SKUs by their codes, or by their ids. */
export const startSelectedProducts = (call: Call<typeof downloadSelectedVariants>) => {
  const { skus = [], ids, search_exact_skus: isExact = false } = call.body.variants;
  const chosen = ids === undefined ? { skus, is_exact: isExact } : { ids };
  return start(call, productsSource, exportProductsOperation, chosen);
};

/** Exports the stock movements of their list's filters. @throws Refusal 422 for days older than the caller may list */
export const startMovements = (call: Call<typeof downloadStockMovements>) =>
  start(call, movementsSource, exportMovementsOperation, {
    q: call.query.q,
    asked_at: call.ctx.clock.now().toISOString(),
    zone: call.store.timeZone,
    unlimited: call.actor.role !== 'member',
  });

type OrdersQuery = z.output<typeof downloadOrders.query>;

/** The part of a call that an export of orders stores. */
const ordersParams = ({ ctx, store, actor }: Caller, { scope, q, id_in: ids }: OrdersQuery) => ({
  query: ids === undefined ? { scope, q } : { scope: 'all' as const, q: { id_in: ids } },
  asked_at: ctx.clock.now().toISOString(),
  zone: store.timeZone,
  unlimited: actor.role !== 'member',
});

/** Exports orders by filter or by id. */
export const startOrders = (caller: Caller, query: OrdersQuery) =>
  start(caller, ordersSource, exportOrdersOperation, ordersParams(caller, query));

/** Exports the items of orders by filter or by id. */
export const startOrderItems = (caller: Caller, query: OrdersQuery) =>
  start(caller, orderItemsSource, exportOrderItemsOperation, ordersParams(caller, query));
