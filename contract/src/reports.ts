import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, idOrSlug, none, recordId } from './fields.ts';
import { productReports, reportNames, type ReportName } from './report-names.ts';
import { storePath } from './stores.ts';

export const reportSeries = ['days', 'weekdays', 'hours'] as const;
export type ReportSeries = (typeof reportSeries)[number];

/** Days of a report unless asked otherwise, today among them. */
export const reportDays = 14;
/** The longest range of a limited report, in days. */
export const longestReport = 366;
/**
 * Whether the range of a report is limited. A chart has a bar for each day, and a product's own reports read its order lines; a
 * store's weekdays and hours are sums.
 */
export const isLimitedReport = (name: ReportName, series: ReportSeries): boolean =>
  series === 'days' || productReports.some((known) => known === name);

export const report = z.object({
  name: z.enum(reportNames),
  series: z.enum(reportSeries),
  from: day,
  to: day,
  /** `money`: each line is a currency, its values in the major unit. */
  measure: z.enum(['count', 'money']),
  /** The lines: the report's name in English, or the currencies. */
  tick_labels: z.array(z.string()),
  /** One for each day, weekday from Monday on, or hour of the day; a value for each of `tick_labels`. */
  ticks: z.array(z.object({ label: z.string(), values: z.array(z.number()) })),
});
export type Report = z.infer<typeof report>;

const reportQuery = z.object({
  name: z.enum(reportNames).optional(),
  series: z.enum(reportSeries).optional(),
  from: day.optional(),
  to: day.optional(),
  /** The id of a product, for a report of one. */
  actor: z.union([z.literal(''), recordId]).optional(),
});

const reporting = { method: 'GET', query: reportQuery, body: none, reply: report, audit: null } as const;

export const showReport = endpoint({
  ...reporting,
  name: 'showReport',
  summary: 'A report of a store, or of one of its products; the last 14 days unless asked otherwise',
  path: '/api/stores/:storeId/reports.json',
  params: storePath,
  permission: 'store.view',
});

export const showProductReport = endpoint({
  ...reporting,
  name: 'showProductReport',
  summary: 'A report of a product; the last 14 days unless asked otherwise',
  path: '/api/stores/:storeId/products/:productId/reports.json',
  params: storePath.extend({ productId: idOrSlug }),
  permission: 'product.view',
});
