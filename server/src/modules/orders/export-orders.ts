import type { listOrders } from '@evenstock/contract/orders';
import type { z } from 'zod';
import type { Handle } from '../../platform/database.ts';
import { countOrders, ordersBefore, type ExportedItem, type ExportedOrder } from './export-orders.queries.ts';
import { orderFilter } from './list-orders.ts';

export type { ExportedItem, ExportedOrder };

/** The orders of an export: those of a list's tab and filters, as they were when it was asked for. */
export interface AskedOrders {
  readonly query: Pick<z.output<typeof listOrders.query>, 'scope' | 'q'>;
  readonly now: Date;
  readonly zone: string;
  /** The caller may list orders however old they are. */
  readonly unlimited: boolean;
}

/**
 * The number of orders that an export chooses.
 * @throws Refusal 422 for days older than the caller may list
 */
export async function countOrdersToExport(
  db: Handle,
  storeId: number,
  { query, ...at }: AskedOrders,
): Promise<number> {
  return countOrders(db, orderFilter(storeId, query, at));
}

/**
 * The next orders of an export with their items and without their buyers, those that came last first.
 * @param slice `before`: the id of the last one; null at the beginning
 */
export async function ordersToExport(
  db: Handle,
  storeId: number,
  { query, ...at }: AskedOrders,
  slice: { readonly before: number | null; readonly limit: number },
): Promise<readonly ExportedOrder[]> {
  return ordersBefore(db, orderFilter(storeId, query, at), slice);
}
