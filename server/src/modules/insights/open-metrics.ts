import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { after } from '../../platform/time/time-spans.ts';
import { countDeadLetters } from '../operations/list-dead-letters.ts';
import { HEALTH_MS } from './show-sync-health.ts';
import { readSyncFigures, type SyncFigures } from './sync-health.queries.ts';
import { describeStages } from './sync-health.rules.ts';

/** How long figures of the database are cached, so that scrapers cannot load it further. */
const FRESH_MS = 15_000;

interface Figures {
  readonly marketplaces: readonly SyncFigures[];
  readonly deadLetters: number;
}

/**
 * Metrics in the text format of Prometheus: those of the process, and what the sync health page shows of every connected marketplace.
 * Labels hold numbers and channels, never a name.
 */
export function openMetrics(ctx: Context): () => Promise<{ type: string; text: string }> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const show = addGauges(registry);
  const read = freshFor(ctx, FRESH_MS, async () => readFigures(ctx));
  return async () => {
    show(await read(), ctx.clock.now());
    return { type: registry.contentType, text: await registry.metrics() };
  };
}

async function readFigures(ctx: Context): Promise<Figures> {
  const [marketplaces, deadLetters] = await Promise.all([
    readSyncFigures(ctx.db, null, after(ctx.clock.now(), -HEALTH_MS)),
    countDeadLetters(ctx),
  ]);
  return { marketplaces, deadLetters };
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
    help: 'quantities that a marketplace has not confirmed yet',
    labelNames: ofShop,
    registers,
  });
  const oldest = new Gauge({
    name: 'evenstock_oldest_quantity_waiting_seconds',
    help: 'how long the oldest of them has been due; 0 where none waits',
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
    for (const gauge of [seconds, samples, waiting, oldest]) gauge.reset();
    deadLetters.set(figures.deadLetters);
    for (const { marketplaceId, channel, oldestWaitingAt, ...shop } of figures.marketplaces) {
      const labels = { marketplace: marketplaceId, channel };
      waiting.set(labels, shop.waiting);
      oldest.set(labels, secondsSince(oldestWaitingAt, now));
      for (const { stage, count, p50, p95 } of describeStages(shop)) {
        samples.set({ ...labels, stage }, count);
        if (p50 !== null) seconds.set({ ...labels, stage, quantile: '0.5' }, p50);
        if (p95 !== null) seconds.set({ ...labels, stage, quantile: '0.95' }, p95);
      }
    }
  };
}

const secondsSince = (at: Date | null, now: Date): number =>
  at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000);
