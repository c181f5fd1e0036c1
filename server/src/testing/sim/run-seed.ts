import { channelKinds, type ChannelKind } from '@evenstock/contract/channels';
import { createCircuitBreakers } from '../../modules/connections/circuit-breaker.ts';
import { sweepStock } from '../../modules/stock/sweep-stock.ts';
import { createMarket } from '../market.ts';
import {
  adjust,
  blow,
  buy,
  calm,
  campaign,
  changeOrder,
  edit,
  freeze,
  mergeOrUnmerge,
  reserving,
  type Stage,
  type FaultProfile,
} from './actors.ts';
import { evidence } from './evidence.ts';
import { editInStillness } from './still-edits.ts';
import { checkHolds, giveBack, interrupt, longestHold, noInterruptions } from './interruptions.ts';
import { createPrng, type Prng } from './prng.ts';
import { ship } from './shipments.ts';
import { checkPromises, checkShelves } from './promises.ts';
import type { Violation } from './violation.ts';
import { inHalfMinutes, inMinutes, lagOf, POLLS_PACED } from './waits.ts';
import { addCron, begin, dueJobs, freeJob, gatedNetwork, step, type Task } from './workers.ts';

export interface SeedRun {
  readonly seed: number;
  readonly profile: FaultProfile;
  readonly violations: readonly Violation[];
  readonly log: readonly string[];
  readonly steps: number;
}

const WORKERS = 4;
/** So many jobs in a row without the clock moving on: the program goes round in circles. */
const RESTLESS = 600;

class Restless extends Error {
  constructor(job: string) {
    super(`Jobs beget jobs without end; the last one was ${job}.`);
  }
}

/** A poll's period, and a minute of ours. */
const SOON_SECONDS = 120;
const LONG_AFTER_SECONDS = [130, 310, 310, 910, 910, 130];
const SHOPS = 3;
const WORLDS = 8;
/** Prime to the number of worlds, so that each world comes with all channels too. */
const ALL_CHANNELS_EVERY = 19;
const MINUTE_MS = 60_000;
const SWEEP_MS = 30_000;
/** A killed worker is missed, and its job freed, after so long. */
const MISSED_AFTER_MS = 15_000;

/** The fault profile of a seed; consecutive seeds cover every profile. */
export function profileOf(seed: number): FaultProfile {
  const world = seed % WORLDS;
  const round = Math.floor(seed / WORLDS);
  const stillEdits = world >= 6 && round % 2 === 1;
  return {
    faults: world !== 0,
    kills: world >= 2,
    scarce: world === 2 || world === 5,
    campaigns: world === 3 || world === 7,
    merges: world === 4 || world === 7,
    handEdits: world === 6 || world === 7,
    stillEdits,
    // What is typed while a shop is away counts or does not, so no total is certain.
    interruptions: round % 3 === 2 && !stillEdits,
  };
}

/** The channels of a seed's shops: three, or now and then all of them. Where there are campaigns, one that has such. */
export function channelsOf(seed: number): readonly ChannelKind[] {
  if (seed % ALL_CHANNELS_EVERY === 0) return channelKinds;
  const prng = createPrng(seed ^ 0x5eed);
  const chosen: ChannelKind[] = profileOf(seed).campaigns ? [prng.pick(reserving)] : [];
  while (chosen.length < SHOPS) {
    chosen.push(prng.pick(channelKinds.filter((channel) => !chosen.includes(channel))));
  }
  return chosen;
}

/** Sets the numbers by which orders are shipped apart from all others of the seed. */
const SHIPMENTS = 0x5419;
const SHIPS_AFTER_ACTION = 0.25;
/** Sets the numbers by which reads answer old apart from all others of the seed. */
const OLD_ANSWERS = 0x01d;
/** Until nothing is under way any more; and until what was typed is read, cannot be old, and has been polled past. */
const STILL_AFTER_SECONDS = [70, 310, 130];
/** Sets the numbers of interruptions apart, too. */
const INTERRUPTIONS = 0x1e77;
const INTERRUPTS_AFTER_ACTION = 0.15;

/** Plays one seed to its end and checks the promises. The same seed plays the same steps. */
export async function runSeed(seed: number, options: { readonly actions: number }): Promise<SeedRun> {
  const prng = createPrng(seed);
  const profile = profileOf(seed);
  const skus = ['RED', 'BLUE', 'GREEN'].map((code, place) => ({ code, isEdited: place === 0 }));
  const stock = () => (profile.scarce ? prng.whole(4, 9) : prng.whole(25, 60));
  const channels = channelsOf(seed);
  const market = await createMarket({
    seed,
    channels,
    skus: Object.fromEntries(skus.map(({ code }) => [code, stock()])),
    travelMs: () => prng.whole(5, 400),
  });
  try {
    const stage: Stage = {
      market,
      prng,
      age: createPrng(seed ^ OLD_ANSWERS),
      skus,
      userId: await addMember(market.ctx),
      record: {
        adjusted: new Map(),
        edits: new Map(),
        certain: [],
        frozen: new Map(),
        cancellations: [],
        shippedThere: new Set(),
        touched: new Map(),
        log: [],
      },
    };
    for (const { code } of skus) await market.merge(code);
    await market.ctx.runJobs();
    const shipping = channels.includes('shopee') ? createPrng(seed ^ SHIPMENTS) : null;
    const interrupting = profile.interruptions ? createPrng(seed ^ INTERRUPTIONS) : null;
    const scheduler = new Scheduler(stage, profile, prng, { shipping, interrupting });
    market.setNetwork(gatedNetwork(market.ctx));
    const violations: Violation[] = [];
    try {
      await scheduler.play(options.actions);
      if (profile.interruptions) {
        const paced = Math.max(...channels.map((channel) => POLLS_PACED[channel] ?? 0));
        const seconds = longestHold(channels, paced);
        await scheduler.giveBack();
        await scheduler.quieten(inHalfMinutes(seconds));
        violations.push(...(await checkHolds(stage, seconds)));
      }
      // Where nothing went wrong, a poll, the channels' own lag and a minute of ours are enough.
      if (!profile.faults) {
        await scheduler.quieten(inMinutes(SOON_SECONDS + Math.max(...channels.map(lagOf))));
        violations.push(...(await checkShelves(stage)));
      }
      await scheduler.quieten(LONG_AFTER_SECONDS);
      violations.push(...(await checkPromises(stage)));
    } catch (error) {
      if (!(error instanceof Restless)) throw error;
      violations.push({ promise: 'P3', account: error.message });
    }
    return {
      seed,
      profile,
      violations,
      log: violations.length === 0 ? stage.record.log : [...stage.record.log, ...(await evidence(stage))],
      steps: scheduler.steps,
    };
  } finally {
    await market.close();
  }
}

async function addMember({ db, clock }: Stage['market']['ctx']): Promise<number> {
  const now = clock.now();
  const { id } = await db
    .insertInto('users')
    .values({ email: 'member@market.test', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Picks what happens next, one thing at a time. */
class Scheduler {
  readonly #stage: Stage;
  readonly #profile: FaultProfile;
  readonly #prng: Prng;
  /** Decides when orders are shipped; null where no shop ships. */
  readonly #shipping: Prng | null;
  /** Decides about interruptions; null where there are none. */
  readonly #interrupting: Prng | null;
  readonly #interruptions = noInterruptions();
  #tasks: Task[] = [];
  readonly #dead: { task: Task; freeAt: number }[] = [];
  #circuitBreakers = createCircuitBreakers();
  #nextMinute: number;
  #nextSweep: number;
  steps = 0;

  constructor(
    stage: Stage,
    profile: FaultProfile,
    prng: Prng,
    others: { readonly shipping: Prng | null; readonly interrupting: Prng | null },
  ) {
    this.#stage = stage;
    this.#profile = profile;
    this.#prng = prng;
    this.#shipping = others.shipping;
    this.#interrupting = others.interrupting;
    this.#nextMinute = this.#now() + MINUTE_MS;
    this.#nextSweep = this.#now() + SWEEP_MS;
  }

  #now(): number {
    return this.#stage.market.clock.now().getTime();
  }

  #say(text: string): void {
    this.#stage.record.log.push(`${this.#stage.market.clock.now().toISOString().slice(11, 23)} ${text}`);
  }

  /** So many things done by people, with the program at work between them. */
  async play(actions: number): Promise<void> {
    for (let done = 0; done < actions; done += 1) {
      await this.#act();
      if (this.#shipping?.chance(SHIPS_AFTER_ACTION) === true) await ship(this.#stage, this.#shipping);
      if (this.#interrupting?.chance(INTERRUPTS_AFTER_ACTION) === true) {
        await interrupt(this.#stage, this.#interruptions, this.#interrupting);
      }
      const between = this.#prng.whole(0, 8);
      for (let moves = 0; moves < between; moves += 1) await this.#move();
      this.#pass(this.#prng.chance(0.1) ? this.#prng.whole(10_000, 60_000) : this.#prng.whole(100, 9_000));
    }
  }

  /** Consent and sync come back. */
  giveBack(): Promise<void> {
    return giveBack(this.#stage, this.#interruptions);
  }

  /** The faults stop; what is under way ends, and time goes by. */
  async quieten(waits: readonly number[]): Promise<void> {
    calm(this.#stage);
    this.#say('no faults from here on');
    for (const wait of waits) {
      this.#pass(wait * 1000);
      await this.#settle();
    }
  }

  #pass(milliseconds: number): void {
    this.#stage.market.clock.advance(milliseconds);
  }

  async #act(): Promise<void> {
    const { handEdits, merges, campaigns, faults } = this.#profile;
    const likely: [number, () => void | Promise<void>][] = [
      [
        10,
        () => {
          buy(this.#stage);
        },
      ],
      [
        6,
        () => {
          changeOrder(this.#stage);
        },
      ],
      [2, () => adjust(this.#stage)],
      [handEdits ? 2 : 0, () => this.#edit()],
      [merges ? 1.5 : 0, () => mergeOrUnmerge(this.#stage)],
      [
        campaigns ? 1 : 0,
        () => {
          campaign(this.#stage);
        },
      ],
      [
        faults ? 2 : 0,
        () => {
          blow(this.#stage);
        },
      ],
      [merges ? 0 : 0.3, () => freeze(this.#stage)],
    ];
    let point = this.#prng.fraction() * likely.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, action] of likely) {
      point -= weight;
      if (point >= 0) continue;
      this.steps += 1;
      await action();
      return;
    }
  }

  async #edit(): Promise<void> {
    if (!this.#profile.stillEdits) {
      edit(this.#stage);
      return;
    }
    await this.quieten(STILL_AFTER_SECONDS);
    await editInStillness(this.#stage);
    await this.quieten([...STILL_AFTER_SECONDS, ...STILL_AFTER_SECONDS]);
  }

  /** One step of the program: a job begins or goes on, a notice arrives, a worker dies, a clock strikes. */
  async #move(): Promise<void> {
    this.steps += 1;
    await this.#strike();
    const choice = this.#prng.fraction();
    if (choice < 0.1) {
      await this.#stage.market.sandbox.runDue();
    } else if (this.#profile.kills && choice < 0.115 && this.#tasks.length > 0) {
      this.#kill(this.#prng.pick(this.#tasks));
    } else if (this.#tasks.length > 0 && choice < 0.6) {
      await this.#goOn(this.#prng.pick(this.#tasks));
    } else {
      await this.#beginOne();
    }
  }

  async #beginOne(): Promise<void> {
    const due = this.#tasks.length < WORKERS ? await dueJobs(this.#stage.market.ctx) : [];
    const job = due.length === 0 ? undefined : this.#prng.pick(due.slice(0, 4));
    if (job !== undefined) {
      const task = await begin({ ...this.#stage.market.ctx, circuitBreakers: this.#circuitBreakers }, job);
      this.#say(`${job.name} #${job.id}: ${task.at}`);
      if (!task.isOver) this.#tasks.push(task);
    } else if (this.#tasks.length > 0) {
      await this.#goOn(this.#prng.pick(this.#tasks));
    } else {
      this.#pass(this.#prng.whole(50, 2_000));
    }
  }

  async #goOn(task: Task): Promise<void> {
    if (!task.isOver) await step(task);
    this.#say(`${task.name} #${task.jobId}: ${task.at}`);
    if (task.isOver) this.#tasks = this.#tasks.filter((other) => other !== task);
  }

  #kill(task: Task): void {
    this.#say(`${task.name} #${task.jobId}: its worker is killed ${task.at}`);
    this.#tasks = this.#tasks.filter((other) => other !== task);
    this.#dead.push({ task, freeAt: this.#now() + MISSED_AFTER_MS });
    // Whoever comes after it knows nothing of the calls that it had out.
    this.#circuitBreakers = createCircuitBreakers();
  }

  /** What comes round by the clock. */
  async #strike(): Promise<void> {
    const { ctx } = this.#stage.market;
    const now = this.#now();
    if (now >= this.#nextMinute) {
      this.#nextMinute = now + MINUTE_MS;
      await addCron(ctx, ['* * * * *']);
    }
    if (now >= this.#nextSweep) {
      this.#nextSweep = now + SWEEP_MS;
      await sweepStock(ctx);
    }
    for (const dead of this.#dead.filter(({ freeAt }) => freeAt <= now)) {
      this.#dead.splice(this.#dead.indexOf(dead), 1);
      await freeJob(ctx, dead.task);
    }
  }

  /** Everything that is due is done. */
  async #settle(): Promise<void> {
    let jobs = 0;
    for (let quiet = 0; quiet < 2;) {
      await this.#strike();
      await this.#stage.market.sandbox.runDue();
      while (this.#tasks[0] !== undefined) await this.#goOn(this.#tasks[0]);
      const [job] = await dueJobs(this.#stage.market.ctx);
      if (job === undefined) {
        quiet += 1;
        continue;
      }
      quiet = 0;
      this.steps += 1;
      jobs += 1;
      if (jobs > RESTLESS) throw new Restless(job.name);
      const task = await begin({ ...this.#stage.market.ctx, circuitBreakers: this.#circuitBreakers }, job);
      this.#say(`${job.name} #${job.id}: ${task.at}`);
      if (!task.isOver) this.#tasks.push(task);
    }
  }
}
