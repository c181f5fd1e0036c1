import type { CallReply } from '@evenstock/contract/api/endpoint';
import { english } from '@evenstock/contract/messages/english';
import { message } from '@evenstock/contract/messages/message';
import { toMajor } from '@evenstock/contract/values/money';
import type { ReportName } from '@evenstock/contract/kinds/report-names';
import type {
  showProductReport as ofProductEndpoint,
  showReport as ofStoreEndpoint,
} from '@evenstock/contract/insights/reports';
import type { z } from 'zod';
import { identityOf, type Identity } from '../../api/identity.ts';
import { invalid, notFound, type Actor, type Call, type StoreScope } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import { dayOf, daysAfter, startOfDay } from '../../platform/time/days.ts';
import {
  earliestReported,
  reportRange,
  stockByDay,
  ticksOf,
  valuesOf,
  type DayRange,
  type Part,
  type Tick,
} from './report.rules.ts';
import {
  findReportedProduct,
  productPurchased,
  readProductStock,
  storeReport,
  type ReportQuestion,
} from './reports.queries.ts';
import { currencyOf, ownFirst } from './store-currency.rules.ts';

type Reply = CallReply<typeof ofStoreEndpoint>;
type Query = z.output<(typeof ofStoreEndpoint)['query']>;

/**
 * A report of a store, or of the product that `actor` names. Days are those of the store's zone.
 * @throws Refusal 404 for an unknown product; 422 for a combination of report, series, product or days that does not exist
 */
export async function showReport(call: Call<typeof ofStoreEndpoint>): Promise<Reply> {
  const { ctx, store, query } = call;
  const { actor: product } = query;
  if (product !== undefined && product !== '') return reportOfProduct(call, { id: product });
  const name = query.name ?? 'new_orders';
  if (name === 'product_stocks' || name === 'product_purchased')
    throw invalid('name', message('reports.of_product'));
  const { question, range, ticks } = ask(call);
  const { rows } = await storeReport[name](question).execute(ctx.db);
  return answer(name, store, question, range, ticks, rows);
}

/**
 * A report of a product.
 * @throws Refusal as `showReport`
 */
export function showProductReport(call: Call<typeof ofProductEndpoint>): Promise<Reply> {
  return reportOfProduct(call, identityOf(call.params.productId, 'product'));
}

/** A call for any report. */
interface ReportCall {
  readonly ctx: Context;
  readonly store: StoreScope;
  readonly actor: Pick<Actor, 'role'>;
  readonly query: Query;
}

async function reportOfProduct(call: ReportCall, product: Identity): Promise<Reply> {
  const { ctx, store, query } = call;
  const name = query.name ?? 'product_stocks';
  if (name !== 'product_stocks' && name !== 'product_purchased')
    throw invalid('name', message('reports.of_store'));
  const productId = await findReportedProduct(ctx.db, store.id, product);
  if (productId === null) throw notFound('product');
  const { question, range, ticks } = ask(call);
  if (name === 'product_purchased') {
    const { rows } = await productPurchased(question, productId).execute(ctx.db);
    return answer(name, store, question, range, ticks, rows);
  }
  if (question.series !== 'days') throw invalid('series', message('reports.days_only'));
  const { quantity, changes } = await readProductStock(ctx.db, question, productId);
  return answer(name, store, question, range, ticks, stockByDay(range, quantity, changes));
}

/** The inputs of a report, and the ticks that it shows. */
function ask({ ctx, store, actor, query }: ReportCall): {
  question: ReportQuestion;
  range: DayRange;
  ticks: Tick[];
} {
  const series = query.series ?? 'days';
  const today = dayOf(ctx.clock.now(), store.timeZone);
  const earliest = earliestReported(today, actor.role === 'member');
  const range = reportRange({ from: query.from, to: query.to }, today, earliest);
  if (range === 'backwards') throw invalid('from', message('reports.backwards'));
  if (range === 'too_early') throw invalid('from', message('reports.too_early', { day: earliest }));
  const question = {
    storeId: store.id,
    series,
    from: startOfDay(range.from, store.timeZone),
    before: startOfDay(daysAfter(range.to, 1), store.timeZone),
    zone: store.timeZone,
  };
  return { question, range, ticks: ticksOf(series, range) };
}

const titles = {
  new_products: 'reports.new_products',
  products_purchased: 'reports.products_purchased',
  new_orders: 'reports.new_orders',
  orders_total: 'reports.orders_total',
  product_stocks: 'reports.product_stocks',
  product_purchased: 'reports.product_purchased',
} as const satisfies Readonly<Record<ReportName, string>>;

function answer(
  name: ReportName,
  store: StoreScope,
  { series }: ReportQuestion,
  range: DayRange,
  ticks: readonly Tick[],
  parts: readonly Part[],
): Reply {
  const isMoney = name === 'orders_total';
  const currencies = ownFirst(
    parts.flatMap(({ currency }) => currency ?? []),
    currencyOf(store),
  );
  const lines = isMoney
    ? currencies.map((currency) => valuesOf(ticks, parts, currency).map((value) => toMajor(value, currency)))
    : [valuesOf(ticks, parts, null)];
  return {
    name,
    series,
    ...range,
    measure: isMoney ? 'money' : 'count',
    tick_labels: isMoney ? currencies : [english(message(titles[name]))],
    ticks: ticks.map(({ label }, index) => ({ label, values: lines.map((line) => line[index] ?? 0) })),
  };
}
