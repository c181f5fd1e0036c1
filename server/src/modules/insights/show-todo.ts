import { endsSoonMs } from '@evenstock/contract/marketplaces/marketplaces';
import { mostCounted, type Todo } from '@evenstock/contract/insights/needs-you';
import { monthsListed } from '@evenstock/contract/api/fields';
import type { StoreScope } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import { dayOf, daysAfter, monthsBefore, startOfDay } from '../../platform/time/days.ts';
import { after } from '../../platform/time/time-spans.ts';
import { countUndone } from '../actions/list-actions.ts';
import { countFailed } from '../operations/list-failed-rows.ts';
import { readTodoCounts } from './todo.queries.ts';

/** Counts what waits for a person in a store, by kind; each count equals the list of its kind. */
export async function showTodo(ctx: Context, { id: storeId, timeZone }: StoreScope): Promise<Todo> {
  const now = ctx.clock.now();
  const today = dayOf(now, timeZone);
  const soldFrom = monthsBefore(today, monthsListed);
  const from = {
    soldFrom: startOfDay(soldFrom, timeZone),
    now,
    tomorrow: startOfDay(daysAfter(today, 1), timeZone),
    expiring: after(now, endsSoonMs),
  };
  const [counts, actions, rows, labels] = await Promise.all([
    readTodoCounts(ctx.db, storeId, from, mostCounted),
    countUndone(ctx, storeId, mostCounted),
    countFailed(ctx, { storeId, kind: null }, mostCounted),
    countFailed(ctx, { storeId, kind: 'order.print_labels' }, mostCounted),
  ]);
  const needsYou = Math.min(actions + rows, mostCounted);
  const { orders_to_ship: toShip, refused_quantities: refused } = counts;
  const skus = refused + counts.oversold_skus + counts.running_out_skus;
  const requests = counts.cancellations_to_answer + counts.returns_to_answer;
  const shops = counts.ending_authorisations + counts.places_to_choose;
  const total = needsYou + counts.orders_to_link + toShip + requests + skus + shops;
  return {
    ...counts,
    orders_to_ship_from: soldFrom,
    needs_you: needsYou,
    failed_labels: labels,
    total: Math.min(total, mostCounted),
  };
}
