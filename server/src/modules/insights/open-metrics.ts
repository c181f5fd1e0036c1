import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { after } from '../../platform/time/time-spans.ts';
import type { AnsweredRequest } from '../../api/http-requests.ts';
import { countDeadLetters } from '../operations/list-dead-letters.ts';
import { readWatching, type WatchingFigures } from './read-watching.ts';
import { addRequestMetrics } from './request-metrics.ts';
import { HEALTH_MS } from './show-sync-health.ts';
import { readSyncFigures, type SyncFigures } from './sync-health.queries.ts';
import { describeStages } from './sync-health.rules.ts';
import { addWatchingGauges, type PoolState } from './watching-gauges.ts';
import { secondsSince } from './watching.rules.ts';

/** How long figures of the database are cached, so that scrapers cannot load it further. */
const FRESH_MS = 15_000;

interface Figures {
  readonly watching: WatchingFigures;
  readonly marketplaces: readonly SyncFigures[];
  readonly deadLetters: number;
}

/** The metrics of a process: read for Prometheus, and counted into. */
export interface Metrics {
  readonly read: () => Promise<{ readonly type: string; readonly text: string }>;
  readonly count: (request: AnsweredRequest) => void;
}

/**
 * Metrics in the text format of Prometheus: those of the process, of the installation, and what the sync health page shows of every
 * connected marketplace. Labels hold numbers, channels and patterns of addresses, never a name.
 * @param pool the process's own connections
 */
export function openMetrics(ctx: Context, pool: PoolState): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const show = addGauges(registry);
  const watch = addWatchingGauges(registry, pool);
  const count = addRequestMetrics(registry);
  const read = freshFor(ctx, FRESH_MS, async () => readFigures(ctx));
  return {
    count,
    async read() {
      const figures = await read();
      show(figures, ctx.clock.now());
      watch(figures.watching, ctx.clock.now());
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

async function readFigures(ctx: Context): Promise<Figures> {
  const [marketplaces, deadLetters, watching] = await Promise.all([
    readSyncFigures(ctx.db, null, after(ctx.clock.now(), -HEALTH_MS)),
    countDeadLetters(ctx),
    readWatching(ctx),
  ]);
  return { marketplaces, deadLetters, watching };
}

/** Calls within the time share one reading, also while it is under way; a failed one is not kept. */
function freshFor<Value>(
  ctx: Context,
  milliseconds: number,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly until: number } | null = null;
  return async () => {
    const now = ctx.clock.now().getTime();
    if (kept !== null && now < kept.until) return kept.value;
    const mine = { value: read(), until: now + milliseconds };
    kept = mine;
    try {
      return await mine.value;
    } catch (error) {
      if (kept === mine) kept = null;
      throw error;
    }
  };
}

/**
 * Registers the gauges of the sync.
 * @returns a function that sets them to figures
 */
function addGauges(registry: Registry): (figures: Figures, now: Date) => void {
  const registers = [registry];
  const ofShop = ['marketplace', 'channel'] as const;
  const seconds = new Gauge({
    name: 'evenstock_sync_seconds',
    help: 'how long a stage took over the last day – an order from its sale until it was seen, a quantity until it was pushed, a push until it was confirmed',
    labelNames: [...ofShop, 'stage', 'quantile'] as const,
    registers,
  });
  const samples = new Gauge({
    name: 'evenstock_sync_samples',
    help: 'how many orders or quantities went through a stage over the last day',
    labelNames: [...ofShop, 'stage'] as const,
    registers,
  });
  const waiting = new Gauge({
    name: 'evenstock_quantities_waiting',
    help: 'quantities that a marketplace has not confirmed yet, without those that it refuses',
    labelNames: ofShop,
    registers,
  });
  const oldest = new Gauge({
    name: 'evenstock_oldest_quantity_waiting_seconds',
    help: 'how long the oldest of them has been due; 0 where none waits',
    labelNames: ofShop,
    registers,
  });
  const refused = new Gauge({
    name: 'evenstock_quantities_refused',
    help: 'quantities that a marketplace refuses; they are sent again at times, and a person must mend the listing',
    labelNames: ofShop,
    registers,
  });
  const deadLetters = new Gauge({
    name: 'evenstock_dead_letters',
    help: 'jobs that failed for good and that nobody has retried or discarded',
    registers,
  });
  return (figures, now) => {
    // Disconnected marketplaces are no longer reported.
    for (const gauge of [seconds, samples, waiting, oldest, refused]) gauge.reset();
    deadLetters.set(figures.deadLetters);
    for (const { marketplaceId, channel, ...shop } of figures.marketplaces) {
      const labels = { marketplace: marketplaceId, channel };
      waiting.set(labels, shop.waiting - shop.refused);
      oldest.set(labels, secondsSince(shop.oldestUnrefusedAt, now));
      refused.set(labels, shop.refused);
      for (const { stage, count, p50, p95 } of describeStages(shop)) {
        samples.set({ ...labels, stage }, count);
        if (p50 !== null) seconds.set({ ...labels, stage, quantile: '0.5' }, p50);
        if (p95 !== null) seconds.set({ ...labels, stage, quantile: '0.95' }, p95);
      }
    }
  };
}
