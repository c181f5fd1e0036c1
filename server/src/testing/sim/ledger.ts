import { sql } from 'kysely';
import type { Market } from '../market.ts';
import { inCalls, inRows, inSteps, sometimes, type Arrived, type UnderWay } from './sometimes.ts';

/** Calls of a shop that are looked at again: enough for all that come between two looks. */
const LATEST = 150;

/** Notes which of the named states a run reaches, from outside: it changes nothing. */
export class Ledger {
  readonly reached = new Set<string>();
  readonly #market: Market;
  readonly #lines: readonly string[];
  #linesSeen: number;
  readonly #callsSeen = new Map<string, number>();

  /** @param lines the account of the run, which gets longer */
  constructor(market: Market, lines: readonly string[]) {
    this.#market = market;
    this.#lines = lines;
    this.#linesSeen = lines.length;
    for (const { channel, shop } of market.shops)
      this.#callsSeen.set(channel, market.sandbox.control.calls(channel, shop, 1)[0]?.id ?? 0);
  }

  /** What people did and what arrived since the last look. @param tasks the jobs that are under way */
  look(tasks: readonly UnderWay[]): void {
    for (const line of this.#lines.slice(this.#linesSeen)) {
      for (const [name, isSeen] of Object.entries(inSteps))
        if (!this.reached.has(name) && isSeen({ line, tasks })) this.reached.add(name);
    }
    this.#linesSeen = this.#lines.length;
    for (const { channel, shop } of this.#market.shops) {
      const latest = this.#market.sandbox.control.calls(channel, shop, LATEST).toReversed();
      const from = latest.findIndex(({ id }) => id > (this.#callsSeen.get(channel) ?? 0));
      if (from < 0) continue;
      for (let index = from; index < latest.length; index += 1) this.#lookAt(latest, index, tasks);
      this.#callsSeen.set(channel, latest.at(-1)?.id ?? 0);
    }
  }

  #lookAt(latest: readonly Arrived[], index: number, tasks: readonly UnderWay[]): void {
    const call = latest[index];
    if (call === undefined || (call.fault === null && !call.call.startsWith('notice '))) return;
    const earlier = latest.slice(0, index);
    const { channel, shop } = this.#market.shop(call.channel);
    const { control } = this.#market.sandbox;
    const seen = {
      call,
      earlier,
      tasks,
      get hasOpenOrders() {
        return control
          .orders(channel, shop)
          .some(({ stage }) => stage === 'unpaid' || stage === 'ready' || stage === 'packed');
      },
    };
    for (const [name, isSeen] of Object.entries(inCalls))
      if (!this.reached.has(name) && isSeen(seen)) this.reached.add(name);
  }

  /** What the database shows now. */
  async lookAtRows(): Promise<void> {
    const now = this.#market.ctx.clock.now().toISOString();
    const open = Object.entries(inRows).filter(([name]) => !this.reached.has(name));
    if (open.length === 0) return;
    const conditions = open.map(
      ([name, condition]) =>
        sql`select ${name}::text as name where ${sql.raw(condition.replaceAll('now()', `timestamptz '${now}'`))}`,
    );
    const { rows } = await sql<{ name: string }>`${sql.join(conditions, sql` union all `)}`.execute(
      this.#market.ctx.db,
    );
    for (const { name } of rows) this.reached.add(name);
  }
}

/** How many runs reached each state, as a page for people; what none reached comes first. */
export function pageOf(times: ReadonlyMap<string, number>): string {
  const rows = [...sometimes]
    .map(([name, where]) => ({ name, where, times: times.get(name) ?? 0 }))
    .toSorted((one, other) => one.times - other.times || one.name.localeCompare(other.name));
  const reached = rows.filter((row) => row.times > 0).length;
  const head = `${String(reached)} of ${String(rows.length)} states were reached:`;
  const lines = rows.map(
    (row) => `  ${String(row.times).padStart(5)}  ${row.name} (noticed in ${row.where})`,
  );
  return [head, ...lines].join('\n');
}
