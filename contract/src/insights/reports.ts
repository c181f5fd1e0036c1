import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { day, idOrSlug, none, recordId } from '../api/fields.ts';
import { reportNames } from '../kinds/report-names.ts';
import { storePath } from '../stores/stores.ts';

export const reportSeries = ['days', 'weekdays', 'hours'] as const;
export type ReportSeries = (typeof reportSeries)[number];

/** Days of a report unless asked otherwise, today among them. */
export const reportDays = 14;
/** No marketplace has orders that are older, so reports begin on this day at the earliest. */
export const earliestReportDay = '2000-01-01';

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
