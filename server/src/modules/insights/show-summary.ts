import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { showSummary as showSummaryEndpoint } from '@evenstock/contract/insights/insights';
import { formatMoney, toMajor } from '@evenstock/contract/values/money';
import type { Context } from '../../context.ts';
import { dayOf, daysAfter, startOfDay } from '../../platform/time/days.ts';
import type { StoreScope } from '../../api/routing.ts';
import { currencyOf } from './store-currency.rules.ts';
import { summariseDay } from './summary.queries.ts';

/** Summarises today in the store's zone; sales are in the currency of its country, with every currency beside it. */
export async function showSummary(
  ctx: Context,
  store: StoreScope,
): Promise<CallReply<typeof showSummaryEndpoint>> {
  const today = dayOf(ctx.clock.now(), store.timeZone);
  const summary = await summariseDay(ctx.db, store.id, {
    from: startOfDay(today, store.timeZone),
    before: startOfDay(daysAfter(today, 1), store.timeZone),
  });
  const currency = currencyOf(store);
  const own = summary.sales.find((sales) => sales.currency === currency)?.amount ?? 0;
  return {
    new_orders: summary.new_orders,
    new_buyers: summary.new_buyers,
    orders_to_ship: summary.orders_to_ship,
    currency,
    sales_today: toMajor(own, currency),
    formatted_sales_today: formatMoney(own, currency),
    sales_today_by_currency: summary.sales.map((sales) => ({
      currency: sales.currency,
      amount: toMajor(sales.amount, sales.currency),
      formatted: formatMoney(sales.amount, sales.currency),
    })),
  };
}
