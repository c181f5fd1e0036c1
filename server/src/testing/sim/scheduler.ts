import { createCircuitBreakers } from '../../modules/connections/limits/circuit-breaker.ts';
import { sweepStock } from '../../modules/stock/sweep-stock.ts';
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
  type FaultProfile,
  type Stage,
} from './actors.ts';
import { drift } from './drifts.ts';
import { Ledger } from './ledger.ts';
import { giveBack, interrupt, noInterruptions } from './interruptions.ts';
import { keepBackAtFirst, keepOthersBack } from './kept-back.ts';
import { act, returnGoods } from './members.ts';
import type { Prng } from './prng.ts';
import { answerCounts, putBack, shopsWithoutConsent, takeBackup, type Restores } from './restores.ts';
import { changeSet } from './sets.ts';
import { editInStillness } from './still-edits.ts';
import { addCron, begin, dueJobs, freeJob, step, type Task } from './workers.ts';

const WORKERS = 4;
/** Maximum number of jobs in a row without the clock moving on: beyond it the program runs in a loop. */
const RESTLESS = 600;
/**
 * Calls advance the clock, and each minute has jobs of its own. Without faults, a job that is not done after this time never will be.
 */
const RESTLESS_AFTER_MS = 3_600_000;
/** While marketplaces fail, the queue may never become empty: members look at their orders after this number of jobs. */
const JOBS_BEFORE_A_LOOK = 400;

/** Steps of the program between two looks at the database. */
const MOVES_BETWEEN_LOOKS = 3;
/** What workers get done of what is due, each time that time passes. */
const JOBS_WHILE_TIME_PASSES = 40;

/** Jobs that ask for jobs, without end. */
export class Restless extends Error {
  constructor(job: string) {
    super(`Jobs beget jobs without end; the last one was ${job}.`);
  }
}

const MINUTE_MS = 60_000;
const SWEEP_MS = 30_000;
/** The time after which a killed worker is missed and its job is unlocked. */
const MISSED_AFTER_MS = 15_000;
const MEMBER_ACTS_AFTER_ACTION = 0.7;
const BUYER_RETURNS_AFTER_ACTION = 0.3;
/** The share of a run's actions after which members look at their orders: by then orders and returns were imported. */
const MEMBERS_LOOK = [
  { share: 0.5, afterSeconds: 130 },
  { share: 0.75, afterSeconds: 310 },
];
const INTERRUPTS_AFTER_ACTION = 0.15;
const KEEPS_OTHERS_BACK_AFTER_ACTION = 0.12;
const CHANGES_SET_AFTER_ACTION = 0.08;
const DRIFTS_AFTER_ACTION = 0.4;
/** Until nothing is under way any more; and until what was typed is read, cannot be old, and has been polled past. */
const STILL_AFTER_SECONDS = [70, 310, 130];

/** Picks what happens next, one thing at a time. */
export class Scheduler {
  readonly #stage: Stage;
  readonly #profile: FaultProfile;
  readonly #prng: Prng;
  /** Decides what members do to orders, and what buyers return. */
  readonly #members: Prng;
  /** Decides about interruptions; null where there are none. */
  readonly #interrupting: Prng | null;
  readonly #interruptions = noInterruptions();
  /** Decides what is kept back; null where nothing is. */
  readonly #keeping: Prng | null;
  /** Decides what sets are made of; null where there are none. */
  readonly #remaking: Prng | null;
  /** Decides what changes at the marketplaces without a call; null where nothing does. */
  readonly #drifting: Prng | null;
  /** Null where the database stays. */
  readonly #restores: Restores | null;
  #tasks: Task[] = [];
  readonly #dead: { task: Task; freeAt: number }[] = [];
  #circuitBreakers = createCircuitBreakers();
  #nextMinute: number;
  #nextSweep: number;
  steps = 0;
  /** What sometimes happens, and happened here. */
  readonly ledger: Ledger;

  constructor(
    stage: Stage,
    profile: FaultProfile,
    prng: Prng,
    others: {
      readonly members: Prng;
      readonly interrupting: Prng | null;
      readonly restoring: Restores | null;
      readonly keeping: Prng | null;
      readonly remaking: Prng | null;
      readonly drifting: Prng | null;
    },
  ) {
    this.ledger = new Ledger(stage.market, stage.record.log);
    this.#stage = stage;
    this.#profile = profile;
    this.#prng = prng;
    this.#members = others.members;
    this.#interrupting = others.interrupting;
    this.#restores = others.restoring;
    this.#keeping = others.keeping;
    this.#remaking = others.remaking;
    this.#drifting = others.drifting;
    this.#nextMinute = this.#now() + MINUTE_MS;
    this.#nextSweep = this.#now() + SWEEP_MS;
  }

  #now(): number {
    return this.#stage.market.clock.now().getTime();
  }

  #say(text: string): void {
    this.#stage.record.log.push(`${this.#stage.market.clock.now().toISOString().slice(11, 23)} ${text}`);
  }

  /** Plays this number of people's actions, with the program at work between them. */
  async play(actions: number): Promise<void> {
    if (this.#keeping !== null) await keepBackAtFirst(this.#stage, this.#keeping, this.#profile);
    for (let done = 0; done < actions; done += 1) {
      await this.#act();
      this.ledger.look(this.#tasks);
      await this.#workOnOrders(done / actions, (done + 1) / actions);
      if (this.#interrupting?.chance(INTERRUPTS_AFTER_ACTION) === true) {
        await interrupt(this.#stage, this.#interruptions, this.#interrupting);
      }
      if (!this.#isBackedUp() && this.#keeping?.chance(KEEPS_OTHERS_BACK_AFTER_ACTION) === true)
        await keepOthersBack(this.#stage, this.#keeping, this.#profile);
      if (!this.#isBackedUp() && this.#remaking?.chance(CHANGES_SET_AFTER_ACTION) === true)
        await changeSet(this.#stage, this.#remaking);
      if (this.#drifting?.chance(DRIFTS_AFTER_ACTION) === true)
        await drift(this.#stage, this.#drifting, { keepsListings: this.#profile.healers });
      if (this.#restores !== null) await this.#restore(this.#restores, done);
      const between = this.#prng.whole(0, 8);
      for (let moves = 0; moves < between; moves += 1) {
        await this.#move();
        if (moves % MOVES_BETWEEN_LOOKS === 0) await this.ledger.lookAtRows();
      }
      if (this.#profile.trouble === null) {
        const isLong = this.#prng.chance(0.1);
        this.#pass(isLong ? this.#prng.whole(10_000, 60_000) : this.#prng.whole(100, 9_000));
      } else await this.#sitOut(actions - done);
    }
  }

  /** The time passes that belongs to one of the actions that are left, until the trouble has ended. The program works meanwhile. */
  async #sitOut(left: number): Promise<void> {
    const seconds = this.#stage.market.sandbox.control.wild().trouble?.seconds_left ?? 0;
    const until = this.#now() + (seconds * 1000) / left;
    while (this.#now() < until) {
      this.#pass(Math.min(this.#prng.whole(5_000, 90_000), until - this.#now()));
      await this.#work(JOBS_WHILE_TIME_PASSES);
      await this.ledger.lookAtRows();
    }
  }

  /** A member would repeat what a restored database has lost of its orders: only a repeated shipment can be recognised. */
  async #workOnOrders(before: number, now: number): Promise<void> {
    const prng = this.#members;
    const played = this.#restores === null ? 'all' : 'ship';
    const look = MEMBERS_LOOK.find(({ share }) => share > before && share <= now);
    if (played === 'all' && look !== undefined) {
      this.#pass(look.afterSeconds * 1000);
      await this.#work(JOBS_BEFORE_A_LOOK);
    }
    if (prng.chance(MEMBER_ACTS_AFTER_ACTION)) await act(this.#stage, prng, played);
    if (played === 'all' && prng.chance(BUYER_RETURNS_AFTER_ACTION)) returnGoods(this.#stage, prng);
  }

  /**
   * Takes or restores a backup when its number of actions is reached. Before the log is lost, everything is sometimes written to the
   * shops.
   */
  async #restore(restores: Restores, done: number): Promise<void> {
    if (done === restores.backUpAt) await takeBackup(this.#stage, restores);
    if (restores.putBackAt.includes(done)) {
      if (!restores.isLogKept && restores.prng.chance(0.6)) await this.quieten(STILL_AFTER_SECONDS);
      this.#tasks = [];
      this.#dead.splice(0);
      this.#circuitBreakers = createCircuitBreakers();
      await putBack(this.#stage, restores);
    }
    if (restores.prng.chance(0.3)) await this.attend();
  }

  /** Members count what a recovery asks for, and authorise shops again. */
  async attend(): Promise<void> {
    if (this.#restores !== null) await answerCounts(this.#stage, this.#restores);
    await giveBack(this.#stage, { without: await shopsWithoutConsent(this.#stage), isSyncOff: false });
  }

  /** Whether settings would be lost that are not told again. */
  #isBackedUp(): boolean {
    return this.#restores !== null && this.#restores.backup !== null;
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
    const { handEdits, merges, campaigns, faults, trouble } = this.#profile;
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
        faults && trouble === null ? 2 : 0,
        () => {
          blow(this.#stage, this.#profile);
        },
      ],
      [merges || this.#isBackedUp() ? 0 : 0.3, () => freeze(this.#stage)],
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

  /** One step of the program: a job begins or continues, a notice arrives, a worker dies, a timer fires. */
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
    this.ledger.look(this.#tasks);
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
    // The next worker knows nothing of its open calls.
    this.#circuitBreakers = createCircuitBreakers();
  }

  /** Work that is due by the clock. */
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

  /** Everything that is due is done. Throws Restless where that has no end. */
  async #settle(): Promise<void> {
    const began = this.#now();
    let at = began;
    let jobs = 0;
    await this.#work(Infinity, (name) => {
      jobs = this.#now() === at ? jobs + 1 : 1;
      at = this.#now();
      if (jobs > RESTLESS || at - began > RESTLESS_AFTER_MS) throw new Restless(name);
    });
  }

  /** Runs due jobs one after the other, up to a maximum number. */
  async #work(most: number, before: (job: string) => void = () => undefined): Promise<void> {
    let jobs = 0;
    for (let quiet = 0; quiet < 2 && jobs < most;) {
      await this.#strike();
      await this.#stage.market.sandbox.runDue();
      while (this.#tasks[0] !== undefined) await this.#goOn(this.#tasks[0]);
      const [job] = await dueJobs(this.#stage.market.ctx);
      if (job === undefined) {
        quiet += 1;
        continue;
      }
      quiet = 0;
      jobs += 1;
      this.steps += 1;
      before(job.name);
      const task = await begin({ ...this.#stage.market.ctx, circuitBreakers: this.#circuitBreakers }, job);
      this.#say(`${job.name} #${job.id}: ${task.at}`);
      if (!task.isOver) this.#tasks.push(task);
      this.ledger.look(this.#tasks);
    }
  }
}
