import { Gauge, type Registry } from 'prom-client';
import type { WatchingFigures } from './read-watching.ts';
import { daysUntil, secondsSince } from './watching.rules.ts';

/** What a pool of database connections says of itself. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max?: number | undefined };
}

/**
 * Registers the gauges of the installation as a whole, and of this process's connections to the database.
 * @returns a function that sets the former to figures
 */
export function addWatchingGauges(
  registry: Registry,
  pool: PoolState,
): (figures: WatchingFigures, now: Date) => void {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const byChannel = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['channel'] as const, registers });

  addPool(registry, pool);
  const due = gauge('evenstock_jobs_due', 'jobs whose time has come and that no worker has begun');
  const oldestDue = gauge(
    'evenstock_oldest_due_job_seconds',
    'how long the oldest of them has been due; 0 where none is',
  );
  const processes = new Gauge({
    name: 'evenstock_processes',
    help: 'processes that sent a heartbeat within 30 s, by what they do: http serves, worker runs jobs, all does both',
    labelNames: ['role'] as const,
    registers,
  });
  const silent = gauge(
    'evenstock_worker_silent_seconds',
    'how long no process has run jobs; 0 while one does',
  );
  const connected = byChannel('evenstock_shops', 'connected shops');
  const unauthorised = byChannel(
    'evenstock_shops_unauthorised',
    'connected shops whose seller must consent anew',
  );
  const late = byChannel(
    'evenstock_shops_late',
    'shops whose orders were polled neither within three periods nor within five minutes',
  );
  const polled = byChannel(
    'evenstock_oldest_order_poll_seconds',
    'seconds since the last good poll of orders, of the shop where it is longest ago',
  );
  const consent = byChannel(
    'evenstock_consent_days_left',
    'days until the first consent of a seller ends; negative once it has ended',
  );
  const unwritten = gauge(
    'evenstock_recovery_log_unwritten_lines',
    'lines of this process that the recovery log could not take yet',
  );
  const lastLine = gauge(
    'evenstock_recovery_log_last_line_seconds',
    'seconds since the last line of any process; absent where there is no recovery log or no line',
  );
  return ({ queue, workers, channels, recoveryLog }, now) => {
    due.set(queue.due);
    oldestDue.set(secondsSince(queue.oldestDueAt, now));
    for (const role of ['all', 'http', 'worker'] as const) processes.set({ role }, workers[role]);
    silent.set(secondsSince(workers.silentSince, now));
    // Channels whose last shop has left are no longer reported.
    for (const each of [connected, unauthorised, late, polled, consent]) each.reset();
    for (const { channel, ...shops } of channels) {
      connected.set({ channel }, shops.connected);
      unauthorised.set({ channel }, shops.unauthorised);
      late.set({ channel }, shops.late);
      if (shops.polledAt !== null) polled.set({ channel }, secondsSince(shops.polledAt, now));
      if (shops.consentUntil !== null) consent.set({ channel }, daysUntil(shops.consentUntil, now));
    }
    unwritten.set(recoveryLog?.unwritten ?? 0);
    const lastLineAt = recoveryLog?.lastLineAt ?? null;
    if (lastLineAt === null) lastLine.remove();
    else lastLine.set(secondsSince(lastLineAt, now));
  };
}

/** The pool is asked at each scrape: it is this process's own and costs nothing. */
function addPool(registry: Registry, pool: PoolState): void {
  const registers = [registry];
  new Gauge({
    name: 'evenstock_pool_connections',
    help: 'connections of this process to the database, by state: used, idle',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'evenstock_pool_limit',
    help: 'the most connections that this process takes',
    registers,
    collect() {
      this.set(pool.options.max ?? 0);
    },
  });
  new Gauge({
    name: 'evenstock_pool_waiting',
    help: 'pieces of work that wait for a connection',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
}
