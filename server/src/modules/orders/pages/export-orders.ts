import type { listOrders } from '@evenstock/contract/orders/orders';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { reportedTotal } from '../order/describe-order.rules.ts';
import { unexplainedAmount } from '../order/order-amounts.rules.ts';
import { countOrders, ordersBefore, type OrderWithItems } from './export-orders.queries.ts';
import { narrowedList } from './list-orders.ts';

/** An order without its buyer. Amounts are in minor units of its currency. */
export interface ExportedOrder extends OrderWithItems {
  /** It is null until the marketplace reports it. */
  readonly total: number | null;
  /** What the reported amounts do not explain of the total; null: they add up to it. */
  readonly other: number | null;
}

/** The orders of an export: those of a list's tab and filters at the time of the request. */
export interface AskedOrders {
  readonly query: Pick<z.output<typeof listOrders.query>, 'scope' | 'q'>;
  readonly now: Date;
  readonly zone: string;
  /** The caller may list orders of any age. */
  readonly unlimited: boolean;
}

/**
 * The number of orders that an export chooses.
 * @throws Refusal 422 for days older than the caller may list
 */
export async function countOrdersToExport(
  ctx: Pick<Context, 'db' | 'encryption'>,
  storeId: number,
  { query, ...at }: AskedOrders,
): Promise<number> {
  const { filter } = await narrowedList(ctx, storeId, query, at);
  return countOrders(ctx.db, filter);
}

/**
 * The next orders of an export with their items and without their buyers, newest first.
 * @param slice `before`: the id of the last one; null at the beginning
 */
export async function ordersToExport(
  ctx: Pick<Context, 'db' | 'encryption'>,
  storeId: number,
  { query, ...at }: AskedOrders,
  slice: { readonly before: number | null; readonly limit: number },
): Promise<readonly ExportedOrder[]> {
  const { filter } = await narrowedList(ctx, storeId, query, at);
  const orders = await ordersBefore(ctx.db, filter, slice);
  return orders.map((order) => {
    const total = reportedTotal(order);
    return { ...order, total, other: unexplainedAmount(order, total) };
  });
}
