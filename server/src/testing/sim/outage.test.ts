import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { expect, it } from 'vitest';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import { sweepStock } from '../../modules/stock/sweep-stock.ts';
import { createMarket, type Market } from '../market.ts';
import { addCron, begin, dueJobs, gatedNetwork, step, type Task } from './workers.ts';

/*
 * One worker with its usual number of jobs at once, in simulated time: how long the other shops wait for a number while one
 * marketplace does not answer.
 */

const JOBS_AT_ONCE = 8;
const LEG_MS = 100;
/** Longer than a call's time-out. */
const HANGS_MS = 16_000;
const EVERY_MS = 2_000;
const ROUNDS = 60;
const SKU = 'TEE';

const channels: readonly ChannelKind[] = ['shopee', 'lazada', 'shopify', 'tiktok'];
/** The first one: its calls begin with this, and wait beyond their time-out. */
const DEAD = '/api/v2/';
const LIVING = channels.slice(1);

interface Move {
  readonly at: number;
  readonly task: Task;
}

interface Played {
  /** Milliseconds from a member's change until each of the living shops shows it or a later one. */
  readonly waits: readonly number[];
  /** What the first shop shows at the end. */
  readonly shown: number | undefined;
}

async function play(isDead: boolean): Promise<Played> {
  const market = await createMarket({ channels, skus: { [SKU]: 500 }, travelMs: () => 0 });
  try {
    const variantId = await market.merge(SKU);
    await market.ctx.runJobs();
    const { id: userId } = await market.ctx.db
      .insertInto('users')
      .values({ email: 'member@market.test', created_at: new Date(), updated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    market.setNetwork(gatedNetwork(market.ctx));
    const waits = await new Play(market, { variantId, userId, isDead }).run();
    const [first] = market.shops;
    const listings = first === undefined ? [] : market.sandbox.control.listings(first.channel, first.shop);
    return { waits, shown: listings[0]?.quantity };
  } finally {
    await market.close();
  }
}

class Play {
  readonly #market: Market;
  readonly #what: { variantId: number; userId: number; isDead: boolean };
  #moves: Move[] = [];
  readonly #waits: number[] = [];
  /** By shop: what it does not show yet, and since when. */
  readonly #open = new Map<ChannelKind, { quantity: number; since: number }[]>();
  #quantity = 500;

  constructor(market: Market, what: { variantId: number; userId: number; isDead: boolean }) {
    this.#market = market;
    this.#what = what;
    for (const channel of LIVING) this.#open.set(channel, []);
  }

  async run(): Promise<number[]> {
    const { clock } = this.#market;
    let nextChange = clock.now().getTime();
    let nextMinute = nextChange;
    for (let rounds = 0; rounds < ROUNDS;) {
      const now = clock.now().getTime();
      if (now >= nextMinute) {
        nextMinute = now + 60_000;
        await addCron(this.#market.ctx, ['* * * * *']);
        await sweepStock(this.#market.ctx);
      }
      if (now >= nextChange) {
        nextChange = now + EVERY_MS;
        rounds += 1;
        await this.#change();
      }
      await this.#takeUp();
      const next = this.#moves.reduce((soonest, { at }) => Math.min(soonest, at), nextChange);
      if (next > clock.now().getTime()) clock.set(new Date(next));
      await this.#goOn();
      this.#look();
    }
    return this.#waits;
  }

  /** A member sells a unit elsewhere. */
  async #change(): Promise<void> {
    const { variantId, userId } = this.#what;
    const { ctx, storeId, clock } = this.#market;
    await adjustQuantity(ctx, { storeId, variantId, userId, units: -1 });
    this.#quantity -= 1;
    for (const open of this.#open.values()) {
      open.push({ quantity: this.#quantity, since: clock.now().getTime() });
    }
  }

  async #takeUp(): Promise<void> {
    while (this.#moves.length < JOBS_AT_ONCE) {
      const [job] = await dueJobs(this.#market.ctx);
      if (job === undefined) return;
      this.#plan(await begin(this.#market.ctx, job));
    }
  }

  async #goOn(): Promise<void> {
    const now = this.#market.clock.now().getTime();
    const due = this.#moves.filter(({ at }) => at <= now);
    this.#moves = this.#moves.filter(({ at }) => at > now);
    for (const { task } of due) {
      if (!task.isOver) await step(task);
      this.#plan(task);
    }
  }

  #plan(task: Task): void {
    if (task.isOver) return;
    const hangs = this.#what.isDead && task.at.startsWith('before') && task.at.includes(DEAD);
    this.#moves.push({ task, at: this.#market.clock.now().getTime() + (hangs ? HANGS_MS : LEG_MS) });
  }

  #look(): void {
    const now = this.#market.clock.now().getTime();
    for (const [channel, open] of this.#open) {
      const { shop } = this.#market.shop(channel);
      const shows = this.#market.sandbox.control.listings(channel, shop).find(({ sku }) => sku === SKU);
      while (open[0] !== undefined && (shows?.quantity ?? Infinity) <= open[0].quantity) {
        this.#waits.push(now - open[0].since);
        open.shift();
      }
    }
  }
}

function p95(waits: readonly number[]): number {
  const sorted = [...waits].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Infinity;
}

it('the other shops wait no longer than half as much again while one marketplace does not answer', async () => {
  const well = await play(false);
  const ill = await play(true);
  expect(ill.shown).toBe(500);
  expect(well.shown).toBeLessThan(500);
  for (const { waits } of [well, ill]) expect(waits.length).toBeGreaterThan(ROUNDS * LIVING.length * 0.9);
  expect(p95(ill.waits)).toBeLessThanOrEqual(1.5 * p95(well.waits));
});
