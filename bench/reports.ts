import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportSeries, showReport as showReportEndpoint } from '@evenstock/contract/insights/reports';
import { countOrderQuarters } from '@evenstock/server/modules/insights/count-order-quarters';
import { showReport } from '@evenstock/server/modules/insights/show-report';
import { dayOf, daysAfter, startOfDay } from '@evenstock/server/platform/time/days';
import { generateData } from '@evenstock/server/testing/generate-data';
import type pg from 'pg';
import { compare, type Comparison } from './compare.ts';
import { actor, benchContext } from './one-connection.ts';

/** How many times the bare statement a report may take. */
const AT_MOST = 1.5;
const ZONE = 'Asia/Singapore';
const formats = { days: 'YYYY-MM-DD', weekdays: 'ID', hours: 'HH24' } as const;
const names = ['new_orders', 'orders_total', 'products_purchased'] as const;

interface Sizes {
  readonly orders: number;
  readonly variants: number;
  readonly rounds: number;
}

interface MeasuredReports {
  readonly comparisons: readonly Comparison[];
  /** How long its orders took to be counted. */
  readonly countedMs: number;
}

/** Reports of a year of generated orders, each beside a bare statement over the same quarters of an hour. */
export async function measureReports(
  connection: pg.PoolConfig,
  { orders, variants, rounds }: Sizes,
): Promise<MeasuredReports> {
  const bench = benchContext(connection, 1);
  try {
    const until = new Date();
    const { storeId } = await generateData(bench.pool, 'reported', { orders, variants, until, days: 364 });
    return await measureYear(bench, storeId, until, rounds);
  } finally {
    await bench.close();
  }
}

/** Counts the quarters of a store, and measures its reports of the year until an instant. */
export async function measureYear(
  { ctx, pool }: ReturnType<typeof benchContext>,
  storeId: number,
  until: Date,
  rounds: number,
): Promise<MeasuredReports> {
  const began = performance.now();
  await countOrderQuarters(ctx);
  const countedMs = performance.now() - began;
  await pool.query('vacuum (analyze) order_quarters, uncounted_quarters');
  const to = dayOf(until, ZONE);
  const from = daysAfter(to, -364);
  const control = readFileSync(join(import.meta.dirname, 'controls', 'report-quarters.sql'), 'utf8');
  const range = [startOfDay(from, ZONE), startOfDay(daysAfter(to, 1), ZONE)];
  const call = {
    ctx,
    actor,
    store: { id: storeId, slug: 'reported', country: 'sg', timeZone: ZONE, role: 'owner' },
    params: { storeId: 'reported' },
    body: undefined,
    address: '',
    agent: null,
    file: null,
    respondsAsync: false,
  } as const;
  const comparisons: Comparison[] = [];
  for (const name of names) {
    for (const series of reportSeries) {
      const query = showReportEndpoint.query.parse({ name, series, from, to });
      comparisons.push(
        await compare(
          `a year of ${name}, by ${series}`,
          AT_MOST,
          rounds,
          () => pool.query(control, [storeId, ...range, formats[series]]),
          () => showReport({ ...call, query }),
        ),
      );
    }
  }
  return { comparisons, countedMs };
}
